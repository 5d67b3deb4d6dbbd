"""Italian Whist: what its tables argue about, a file for each. Rules: rules/italian_whist.md"""

from app.games.italian_whist.rulings import follow, trick

RULINGS = (trick.RULING, follow.RULING)
