"""GAM 2's weights and caps: what its sub-scores are worth together."""

from graders.audit import Audit
from graders.scorecard import Condition, Group, Limit, Subscores, lacks, mean

TASK_ID = "GAM_task_2_mines_visual"

GROUPS = (
    Group(
        0.6,
        (
            "clicks_count",
            "flags_right_click",
            "reasoned_actions",
            "revealed_cells",
            "summary_complete",
            "final_board_exists",
        ),
    ),
    Group(0.3, ("board_nontrivial", "final_board_resolution_ok", "no_solver_imports")),
    Group(0.1, ("clicks_schema", "reason_diversity")),
)


def of_the_groups(subscores: Subscores) -> dict[str, float]:
    """The contract's keys for the mean of each group."""
    keys = ("core_score", "gui_score", "aux_score")
    return {k: mean(subscores, group.keys) for k, group in zip(keys, GROUPS, strict=True)}


def of_the_audit(audit: Audit | None) -> dict[str, float]:
    """The contract's keys for what an audit counted; none without one."""
    if audit is None:
        return {}
    return {
        "audit_total_tool_calls": float(audit.calls),
        "audit_screenshots": float(audit.shots),
        "audit_any_banned": float(bool(audit.matches)),
    }


def _fewer_looks(bar: int) -> Condition:
    return lambda subscores: subscores.get("audit_screenshots", bar) < bar


def _never_looked(subscores: Subscores) -> bool:
    calls, looks = (subscores.get(f"audit_{k}", 1) for k in ("total_tool_calls", "screenshots"))
    return calls >= 5 and looks == 0


def _banned(subscores: Subscores) -> bool:
    return subscores.get("audit_any_banned", 0) > 0


def _unaudited(subscores: Subscores) -> bool:
    return "audit_screenshots" not in subscores


LIMITS = (
    Limit(
        "no_board_or_summary",
        0.40,
        lacks(1.0, "final_board_exists", "summary_complete"),
        "final_board.png has less than 5 KiB, or summary.md lacks the key words",
    ),
    Limit("revealed_below_70", 0.45, lacks(0.7, "revealed_cells"), "less than 70 % revealed"),
    Limit("revealed_below_40", 0.30, lacks(0.4, "revealed_cells"), "less than 40 % revealed"),
    Limit(
        "few_reasons", 0.50, lacks(0.6, "reasoned_actions"), "less than 60 % of the reasons wanted"
    ),
    Limit(
        "small_board",
        0.55,
        lacks(1.0, "final_board_resolution_ok"),
        "final_board.png is smaller than 1024 x 600",
    ),
    Limit(
        "forbidden_import", 0.30, lacks(1.0, "no_solver_imports"), "a solver library is imported"
    ),
    Limit("banned_string", 0.25, _banned, "the player ran something that the contract bans"),
    Limit("never_looked", 0.40, _never_looked, "5 acts or more and not one look at the screen"),
    Limit("fewer_than_30_looks", 0.55, _fewer_looks(30), "fewer than 30 looks at the screen"),
    Limit("fewer_than_10_looks", 0.40, _fewer_looks(10), "fewer than 10 looks at the screen"),
    Limit("no_audit", 0.60, _unaudited, "nobody counted how often the player looked"),
)
