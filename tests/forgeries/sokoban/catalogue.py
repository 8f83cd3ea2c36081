"""All forgeries of GAM 5."""

from tests.forgeries.sokoban import (  # noqa: F401 - each registers its forgeries
    forged_accounts,
    forged_disguises,
    forged_in_common,
    forged_lacking,
    forged_pictures,
    forged_programs,
    forged_records,
)
from tests.forgeries.sokoban.forging import FORGERIES

__all__ = ["FORGERIES"]
