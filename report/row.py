"""The details of one item as HTML: what was checked, what it looked like, where every file is."""

from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import Any

from report.items import Item

MARKS = {True: ("met", "✓"), False: ("unmet", "✗"), None: ("unjudged", "–")}
MAX_ARTIFACTS = 400
MAX_LINKS = 4
"""So many pieces of evidence are linked beside a check; its verdict names up to twenty."""
MAX_DELIVERED = 12


def details(item: Item) -> str:
    """Everything below an item's row."""
    verdict = item.verdict
    parts = [
        f'<div class="reason {item.outcome}"><b>{text(item.outcome)}</b> '
        f"{text(item.score)} — {text(item.reason)}{_unmet(verdict)}</div>",
        _remarks(verdict),
        _pictures(item),
        _delivered(item),
        _checks("Proof: the claim held against witness and truth", verdict["proof"], item),
        _judging(verdict),
        _film(item),
        _checks("Criteria of the contract", verdict["criteria"], item),
        _scores(verdict),
        _facts("Conditions", _conditions(verdict)),
        _facts("Timing", verdict["timing"]),
        _facts("Versions", verdict["versions"]),
        _artifacts(item),
    ]
    return '<div class="playproof">' + "".join(parts) + "</div>"


def text(value: str) -> str:
    """Any text as HTML; what is invisible, turns text round or has no encoding is made visible."""
    return escape("".join(c if c.isprintable() or c in "\n\t" else "\ufffd" for c in value))


def anchor(item: Item, path: Path, label: str) -> str:
    """A link to a file of the run, relative to the report, if a click is safe; `label` is HTML."""
    if not item.is_inert(path):
        return label
    return f'<a href="{item.link(path)}">{label}</a>'


def _unmet(verdict: dict[str, Any]) -> str:
    """The first unmet checks with what is wrong: proofs first, they decide."""
    unmet = [check for check in verdict["proof"] + verdict["criteria"] if check["met"] is False]
    told = "".join(
        f"<li>{text(check['name'].replace('_', ' '))}: {text(check['reason'])}</li>"
        for check in unmet[:MAX_LINKS]
    )
    return f"<ul>{told}</ul>" if told else ""


def _delivered(item: Item) -> str:
    """Links to what the player wrote, pictures left out: they are shown, or among all files."""
    paths = [path for path in item.delivered() if path.suffix != ".png" and item.is_inert(path)]
    links = " · ".join(anchor(item, path, text(path.name)) for path in paths[:MAX_DELIVERED])
    return f'<p class="facts"><span>Delivered</span> {links}</p>' if links else ""


def _remarks(verdict: dict[str, Any]) -> str:
    sentences = "".join(f"<li>{text(sentence)}</li>" for sentence in verdict.get("remarks", ()))
    return f'<ul class="remarks">{sentences}</ul>' if sentences else ""


def _pictures(item: Item) -> str:
    figures = (
        f"<figure>{anchor(item, path, _image(item, path))}"
        f"<figcaption>{text(path.stem.replace('_', ' '))}</figcaption></figure>"
        for path in item.pictures()
    )
    return _block("thumbnails", figures)


def _image(item: Item, path: Path) -> str:
    source = item.link(path)
    return f'<img loading="lazy" src="{source}" alt="{text(path.stem)}">'


def _film(item: Item) -> str:
    film = item.folder / "witness" / "recording.mp4"
    if not film.exists():
        return ""
    poster = "".join(f' poster="{item.link(picture)}"' for picture in item.pictures()[:1])
    return f'<video controls preload="none"{poster} src="{item.link(film)}"></video>'


def _checks(title: str, checks: list[dict[str, Any]], item: Item) -> str:
    if not checks:
        return ""
    rows = "".join(_check(check, item) for check in checks)
    met = sum(check["met"] is True for check in checks)
    unjudged = sum(check["met"] is None for check in checks)
    aside = f", {unjudged} not judged" if unjudged else ""
    return (
        f"<h3>{text(title)} <small>{met} of {len(checks)} met{aside}</small></h3>"
        f'<table class="checks"><tbody>{rows}</tbody></table>'
    )


def _judging(verdict: dict[str, Any]) -> str:
    """What a judge said, beside the proof; nothing where none was asked."""
    told: dict[str, Any] = dict(verdict.get("judging", {}))
    if not told:
        return ""
    ratings, spread = told.pop("ratings", {}), told.pop("spread", {})
    unjudged, faults = told.pop("unjudged", ""), told.pop("faults", [])
    rows = "".join(
        f"<tr><td>{text(item.removeprefix('vlm_').replace('_', ' '))}</td>"
        f"<td>{rating:.2f} <small>{_agreement(spread.get(item))}</small></td></tr>"
        for item, rating in ratings.items()
    )
    why = "".join(f"<li>{text(str(reason))}</li>" for reason in filter(None, [unjudged, *faults]))
    shown = {name.replace("_", " "): value for name, value in told.items()}
    return (
        f"<h3>Judge <small>{text(str(verdict['judge']))}; the proof above decides</small></h3>"
        + (f'<table class="checks"><tbody>{rows}</tbody></table>' if rows else "")
        + (f"<ul>{why}</ul>" if why else "")
        + _facts("Judging", shown)
    )


def _agreement(spread: float | None) -> str:
    """How far votes are apart."""
    if spread is None:
        return ""
    return f"votes within {spread:.2f}" if spread else "votes agree"


def _check(check: dict[str, Any], item: Item) -> str:
    kind, mark = MARKS[check["met"]]
    owned = [p for p in (item.folder / name for name in check["evidence"]) if item.owns(p)]
    links = " ".join(anchor(item, path, text(path.name)) for path in owned[:MAX_LINKS])
    links += " and more" if len(owned) > MAX_LINKS else ""
    return (
        f'<tr class="{kind}"><td class="mark" title="{kind}">{mark}</td>'
        f"<td>{text(check['name'].replace('_', ' '))}</td>"
        f"<td>{text(check['reason'])} <span>{links}</span></td></tr>"
    )


def _scores(verdict: dict[str, Any]) -> str:
    scores = "".join(
        f'<li class="{_fill(value)}"><code>{text(name)}</code> {value:.2f}</li>'
        for name, value in verdict["subscores"].items()
    )
    caps = "".join(
        f"<li>capped at {cap['limit']:.2f}: {text(cap['reason'])}</li>"
        for cap in verdict["caps"]
        if cap["applied"]
    )
    if not scores:
        return ""
    return (
        f"<details><summary>Sub-scores and caps</summary>"
        f'<ul class="scores">{scores}</ul><ul>{caps}</ul></details>'
    )


def _fill(value: float) -> str:
    return "full" if value >= 1 else "short"


def _facts(title: str, facts: dict[str, Any]) -> str:
    entries = " · ".join(f"{text(str(k))} <b>{text(str(v))}</b>" for k, v in facts.items())
    return f'<p class="facts"><span>{title}</span> {entries}</p>' if entries else ""


def _conditions(verdict: dict[str, Any]) -> dict[str, str]:
    """How it was played, in words; what does not apply is left out."""
    conditions = verdict.get("conditions", {})
    return {k.replace("_", " "): _word(v) for k, v in conditions.items() if v != []}


def _word(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _artifacts(item: Item) -> str:
    paths = list(item.artifacts())
    rows = "".join(
        f"<li>{anchor(item, path, text(path.relative_to(item.folder).as_posix()))}"
        f" <small>{path.stat().st_size:,} bytes</small></li>"
        for path in paths[:MAX_ARTIFACTS]
    )
    more = f"<li>and {len(paths) - MAX_ARTIFACTS} more</li>" if len(paths) > MAX_ARTIFACTS else ""
    frames = item.folder / "witness" / "frames"
    count = sum(1 for _ in frames.glob("*.png")) if frames.is_dir() else 0
    seen = f"<li>{anchor(item, frames, 'witness/frames/')} <small>{count} frames</small></li>"
    return (
        f"<details><summary>All {len(paths)} files and {count} witness frames</summary>"
        f"<ul>{rows}{more}{seen if count else ''}</ul></details>"
    )


def _block(name: str, parts: Iterable[str]) -> str:
    inner = "".join(parts)
    return f'<div class="{name}">{inner}</div>' if inner else ""
