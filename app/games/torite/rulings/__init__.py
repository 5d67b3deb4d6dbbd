"""The Torite: what its tables argue about, a file for each. Rules: rules/torite.md"""

from app.games.torite.rulings import lead, splits, win

RULINGS = (win.RULING, lead.RULING, splits.RULING)
