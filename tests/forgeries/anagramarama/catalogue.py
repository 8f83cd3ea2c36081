"""All forgeries of GAM 11."""

from tests.forgeries.anagramarama import (  # noqa: F401 - each registers its forgeries
    forged_accounts,
    forged_aside,
    forged_candidates,
    forged_disguises,
    forged_in_common,
    forged_keys,
    forged_lacking,
    forged_logs,
    forged_moments,
    forged_pictures,
    forged_programs,
    forged_rows,
)
from tests.forgeries.anagramarama.forging import FORGERIES

__all__ = ["FORGERIES"]
