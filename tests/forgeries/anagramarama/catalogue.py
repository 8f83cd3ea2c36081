"""All forgeries of GAM 11."""

from tests.forgeries.anagramarama.forging import FORGERIES

__all__ = ["FORGERIES"]
