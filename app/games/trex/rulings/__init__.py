"""Trex: what its tables argue about, a file for each. Rules: rules/trex.md"""

from app.games.trex.rulings import double, layout, redeal, stop

RULINGS = (double.RULING, layout.RULING, redeal.RULING, stop.RULING)
