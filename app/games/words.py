"""Words that several games use: units in singular and plural, places, the four suits as trumps."""

from app.scoring import Text, _, _n


def tricks(n: int) -> Text:
    """`n` tricks in words."""
    return _n("{n} trick", "{n} tricks", n)


def diamonds(n: int) -> Text:
    """`n` diamonds in words."""
    return _n("{n} diamond", "{n} diamonds", n)


NO_TRUMPS = _("No trumps")
