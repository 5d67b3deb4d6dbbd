"""Words that several games use: units in singular and plural."""

from app.scoring import Text, _n


def tricks(n: int) -> Text:
    """`n` tricks in words."""
    return _n("{n} trick", "{n} tricks", n)


def diamonds(n: int) -> Text:
    """`n` diamonds in words."""
    return _n("{n} diamond", "{n} diamonds", n)
