"""All forgeries of GAM 3."""

from tests.forgeries.quadrapassel import (  # noqa: F401 - each registers its forgeries
    forged_aside,
    forged_disguises,
    forged_files,
    forged_in_common,
    forged_keys,
    forged_lacking,
    forged_pictures,
    forged_programs,
    forged_records,
    forged_rows,
    forged_settings,
)
from tests.forgeries.quadrapassel.forging import FORGERIES

__all__ = ["FORGERIES"]
