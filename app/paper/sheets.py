"""Score sheets: blank ones for a pen, and those of a match that was played."""

from app.paper.blank import blank, variant_of
from app.paper.filled import Played, filled

__all__ = ["Played", "blank", "filled", "variant_of"]
