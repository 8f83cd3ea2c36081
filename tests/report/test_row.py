"""The details of one item as HTML, with whatever a player may have written in them."""

import os
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest

from report.items import Item
from report.row import MAX_ARTIFACTS, MAX_DELIVERED, details
from tests.report.conftest import MakeItem

VOID = {"img", "br", "meta"}

HOSTILE = [
    pytest.param("<script>alert(1)</script>", id="script"),
    pytest.param('"><img src=x onerror=alert(1)>', id="attribute"),
    pytest.param("' onmouseover='alert(1)", id="single quote"),
    pytest.param("</td></tr></table></div></body>", id="closing tags"),
    pytest.param("<!-- <![CDATA[ ", id="comment"),
    pytest.param("&lt;script&gt; &amp;amp;", id="entities"),
    pytest.param("\x1b[31mred\x1b]0;title\x07", id="ANSI"),
    pytest.param("javascript:alert(1)", id="scheme"),
    pytest.param("A" * 100_000, id="very long"),
    pytest.param("\u202egnp.exe \u2028 \ufeff", id="bidi"),
]


class Page(HTMLParser):
    """The tags, attributes and text that a browser would see; fails on tags that do not nest."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self._open: list[str] = []
        self.feed(html)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A tag opens."""
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """A tag closes: the one that was opened last."""
        assert self._open.pop() == tag

    def handle_comment(self, data: str) -> None:
        """There are no comments."""
        raise AssertionError(f"a comment: {data}")

    def handle_data(self, data: str) -> None:
        """Text."""
        self.text += data

    @property
    def links(self) -> list[str]:
        """Every address in it."""
        return [
            value
            for _, attributes in self.tags
            for name, value in attributes.items()
            if name in ("href", "src") and value is not None
        ]


def shape(item: Item) -> list[tuple[str, list[str]]]:
    """The tags with the names of their attributes: what hostile text must not change."""
    return [(tag, sorted(attributes)) for tag, attributes in Page(details(item)).tags]


@pytest.mark.parametrize("text", HOSTILE)
def test_text_of_a_player_is_text(make_item: MakeItem, text: str) -> None:
    """In every reason, name and version hostile text is shown, and makes no tag or attribute."""

    def filled(text: str) -> dict[str, object]:
        check = {"name": text, "met": False, "reason": text, "evidence": []}
        cap = {"name": text, "limit": 0.1, "applied": True, "reason": text}
        return {
            "reason": text,
            "remarks": [text],
            "criteria": [check],
            "proof": [check],
            "caps": [cap],
            "subscores": {text: 0.5},
            "versions": {text: text},
            "judge": text,
            "judging": {"ratings": {text: 0.5}, "unjudged": text, "faults": [text], text: text},
        }

    plain = shape(make_item(**filled("plain")))
    item = make_item(**filled(text))
    assert shape(item) == plain
    shown = Page(details(item)).text
    visible = "".join(c if c.isprintable() else "\ufffd" for c in text)
    assert shown.count(visible) >= 11


@pytest.mark.parametrize(
    "name",
    [
        '"><script>alert(1)<.png',
        "a' onclick='b.csv",
        "with space & ampersand.txt",
        "100% #1 ?x=y.txt",
        "новый\nline.txt",
        "javascript:alert(1).JSON",
        "A" * 200 + ".txt",
        "\x1b[31m.txt",
        os.fsdecode(b"not-utf8-\xff.txt"),
    ],
)
def test_a_players_file_names_are_links_to_themselves(make_item: MakeItem, name: str) -> None:
    """Whatever a file is called, its link is relative, percent-encoded and leads to it."""
    no_pictures = b'{"pictures": ["none.png"]}'
    kind = "plain.png" if name.endswith(".png") else "plain.txt"
    item = make_item(files={f"workspace/results/{kind}": b"1", "play.json": no_pictures})
    plain = shape(item)
    (item.folder / "workspace/results" / kind).rename(item.folder / "workspace/results" / name)
    html = details(item)
    html.encode()  # it can be written
    page = Page(html)
    assert shape(item) == plain
    # among what was delivered, and among all files; a picture among these alone
    (link,) = {link for link in page.links if "results" in link}
    assert link.isascii()
    assert link.startswith("GAM_task_0_toy/seed-7/workspace/results/")
    assert not set(link) & set(" \"'<>#?\n")
    target = item.run / os.fsdecode(
        unquote(link, errors="surrogateescape").encode("utf-8", "surrogateescape")
    )
    assert target.read_bytes() == b"1"


@pytest.mark.parametrize("name", ["page.html", "a.SVG", "b.xhtml", "c.txt.xml", "index", ".png"])
def test_what_a_browser_might_run_is_named_only(make_item: MakeItem, name: str) -> None:
    """A page or a drawing with a script in it is no click away, neither as file nor as evidence."""
    path = f"workspace/results/{name}"
    check = {"name": "seen", "met": True, "reason": "ok", "evidence": [path, "workspace/results"]}
    page = Page(details(make_item(files={path: b"<script>"}, criteria=[check])))
    assert [Path(link).name for link in page.links] == ["verdict.json"]
    assert name in page.text


def test_every_link_is_relative_and_leads_to_a_file_of_the_run(make_item: MakeItem) -> None:
    """Pictures, film, evidence, artifacts and frames: no scheme, no root, no way up, all there."""
    check = {
        "name": "seen",
        "met": True,
        "reason": "ok",
        "evidence": ["workspace/results/level_1_final.png", "witness/frames"],
    }
    files = ["workspace/results/level_1_initial.png", "workspace/results/level_1_final.png"]
    files += ["witness/recording.mp4", "witness/frames/000001.png", "game.log"]
    item = make_item(files=dict.fromkeys(files, b"x"), criteria=[check])
    links = Page(details(item)).links
    assert len(links) >= 9
    for link in links:
        assert ":" not in link
        assert not link.startswith("/")
        assert ".." not in Path(link).parts
        assert (item.run / unquote(link)).exists()


@pytest.mark.parametrize(
    "evidence",
    ["../../secret.txt", "workspace/link.txt", "workspace/folder/secret.txt", "gone.txt"],
)
def test_evidence_elsewhere_is_not_linked(
    make_item: MakeItem, tmp_path: Path, evidence: str
) -> None:
    """No link leads out of the item: up, through a symlink, through a linked folder, or nowhere."""
    (tmp_path / "secret.txt").write_text("secret")
    check = {"name": "seen", "met": True, "reason": "ok", "evidence": [evidence]}
    item = make_item(criteria=[check], files={"workspace/x.txt": b""})
    (item.folder / "workspace/link.txt").symlink_to(tmp_path / "secret.txt")
    (item.folder / "workspace/folder").symlink_to(tmp_path, target_is_directory=True)
    names = {Path(unquote(link)).name for link in Page(details(item)).links}
    assert names == {"verdict.json", "x.txt"}


def test_of_much_evidence_some_is_linked(make_item: MakeItem) -> None:
    """A check over hundreds of pictures stays one line."""
    names = [f"workspace/results/{n}.png" for n in range(20)]
    check = {"name": "many", "met": True, "reason": "20 pictures", "evidence": names}
    item = make_item(files=dict.fromkeys(names, b"x"), proof=[check], criteria=[])
    page = Page(details(item))
    assert "0.png 1.png 2.png 3.png and more" in page.text


@pytest.mark.parametrize(
    ("met", "mark", "kind"), [(True, "✓", "met"), (False, "✗", "unmet"), (None, "–", "unjudged")]
)
def test_a_check_is_met_unmet_or_not_judged(
    make_item: MakeItem, met: bool | None, mark: str, kind: str
) -> None:
    """Each has its own mark and class; what is not judged is not counted as met."""
    checks: list[dict[str, object]] = [{"name": "a_b", "met": met, "reason": "why", "evidence": []}]
    page = Page(details(make_item(criteria=checks, proof=[])))
    assert ("tr", {"class": kind}) in page.tags
    assert mark in page.text
    assert "a b" in page.text
    assert f"{1 if met else 0} of 1 met" in page.text


def test_only_applied_caps_are_told(make_item: MakeItem) -> None:
    """A cap that does not apply is no news."""
    text = Page(details(make_item())).text
    assert "capped at 0.60: nobody judged" in text
    assert "does not apply" not in text


def test_an_invalid_item_says_why_and_nothing_else(make_item: MakeItem) -> None:
    """Without checks, scores and times there are no empty tables."""
    item = make_item(
        outcome="invalid",
        reason="DisplayLost: gone",
        proven_score=None,
        overall_score=None,
        ceiling=0.0,
        subscores={},
        caps=[],
        criteria=[],
        proof=[],
        timing={},
        versions={},
    )
    page = Page(details(item))
    assert "invalid" in page.text
    assert "DisplayLost: gone" in page.text
    assert "table" not in [tag for tag, _ in page.tags]


def test_it_says_how_it_was_played(make_item: MakeItem) -> None:
    """The player's command and what it was allowed, as text; empty lists are left out."""
    conditions = {
        "command": "<b>agent</b> --fast",
        "sandboxed": False,
        "network": True,
        "bound_folders": ["/a", "/b"],
        "variables": [],
        "budget_s": 1.0,
        "track": "frozen",
    }
    shown = Page(details(make_item(conditions=conditions))).text
    assert "command <b>agent</b> --fast · sandboxed no · network yes" in shown
    assert "bound folders /a, /b · budget s 1.0 · track frozen" in shown


def test_a_flood_of_files_is_cut_and_counted(make_item: MakeItem) -> None:
    """A player that writes thousands of files gets a list of bounded length that says how many."""
    files = {f"workspace/results/{n:05d}.txt": b"" for n in range(MAX_ARTIFACTS + 50)}
    page = Page(details(make_item(files=files)))
    assert len(page.links) == MAX_DELIVERED + MAX_ARTIFACTS
    assert "and 51 more" in page.text  # the verdict is one more


def test_a_judge_stands_beside_the_proof(make_item: MakeItem) -> None:
    """What it rated, how far its votes agree, and what it cost, between proof and criteria."""
    judging = {
        "ratings": {"vlm_board_visible": 0.9, "vlm_boxes_present": 0.25},
        "votes": "3 of 3",
        "spread": {"vlm_board_visible": 0.0, "vlm_boxes_present": 0.5},
        "faults": [],
        "tokens_read": 3000,
        "slowest_vote_s": 1.25,
    }
    shown = Page(details(make_item(judge="vlm eye-2", judging=judging))).text
    judge, criteria = shown.index("Judge vlm eye-2"), shown.index("Criteria of the contract")
    assert shown.index("Proof: ") < judge < criteria
    assert "board visible0.90 votes agree" in shown
    assert "boxes present0.25 votes within 0.50" in shown
    assert "votes 3 of 3 · tokens read 3000 · slowest vote s 1.25" in shown


def test_a_judge_that_failed_is_told_of(make_item: MakeItem) -> None:
    """Without ratings there is the reason, and there is no table."""
    judging = {
        "unjudged": "the judge failed: no answer",
        "faults": ["status 401"],
        "votes": "0 of 3",
    }
    page = Page(details(make_item(judge="vlm eye-2, failed", judging=judging)))
    told = page.text[page.text.index("Judge vlm eye-2, failed") :]
    assert "the judge failed: no answer" in told
    assert "status 401" in told


@pytest.mark.parametrize("judging", [{}, None])
def test_where_no_judge_was_asked_there_is_none(make_item: MakeItem, judging: object) -> None:
    """Nothing is shown, of an old verdict that knows no judging neither."""
    item = make_item(judging={})
    if judging is None:
        del item.verdict["judging"]
    assert "Judge" not in Page(details(item)).text


def test_what_is_wrong_is_said_at_the_top(make_item: MakeItem) -> None:
    """The first unmet checks with their reasons, proofs before criteria, before any picture."""
    checks = [
        {"name": f"c_{n}", "met": n > 1, "reason": f"why {n}", "evidence": []} for n in (1, 2)
    ]
    proof = [{"name": "keys_match", "met": False, "reason": "no key was sent", "evidence": []}]
    page = Page(details(make_item(outcome="unsolved", criteria=checks, proof=proof))).text
    banner = page[: page.index("Proof:")]
    assert banner.index("keys match: no key was sent") < banner.index("c 1: why 1")
    assert "why 2" not in banner


def test_what_was_written_is_linked(make_item: MakeItem) -> None:
    """Tables and texts that were delivered, at the top; nothing that was given, no pictures."""
    names = ("results/summary.md", "results/game_log.csv", "results/board.png", "exec/rules.md")
    page = Page(details(make_item(files={f"workspace/{name}": b"x" for name in names})))
    banner = page.text[: page.text.index("Proof:")]
    assert banner.endswith("Delivered game_log.csv · summary.md")
    links = [Path(link).name for link in page.links]
    written = [name for name in links if name.endswith((".md", ".csv"))]
    assert written[:2] == ["game_log.csv", "summary.md"]
