"""All forgeries of GAM 5."""

from tests.forgeries import (  # noqa: F401 - each registers its forgeries
    forged_accounts,
    forged_disguises,
    forged_lacking,
    forged_pictures,
    forged_records,
)
from tests.forgeries.forging import FORGERIES

__all__ = ["FORGERIES"]
