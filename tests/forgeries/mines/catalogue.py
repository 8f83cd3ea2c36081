"""All forgeries of GAM 2."""

from tests.forgeries.mines import (  # noqa: F401 - each registers its forgeries
    forged_clicks,
    forged_disguises,
    forged_in_common,
    forged_lacking,
    forged_paint,
    forged_pictures,
    forged_programs,
    forged_records,
    forged_transcripts,
)
from tests.forgeries.mines.forging import FORGERIES

__all__ = ["FORGERIES"]
