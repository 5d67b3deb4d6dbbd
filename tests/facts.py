"""The facts of a match by the names of its players, as tests of statistics read them."""

from app.scoring.statistics import add_facts, facts_of


def facts(match, key, *, deal=None):
    """What each player has under a key: count, chances and points; of one deal alone, or of all,
    and with all others together."""
    seats = match.standing.table.seats
    chosen = [fact for fact in facts_of(match) if fact.key == key]
    if deal:
        chosen = [fact for fact in chosen if fact.deals == (deal,)]
    sums = add_facts(chosen, lambda seat, _deal: str(seats[seat]))
    rows = {}
    for (name, _key, _other), row in sums.items():
        more = row.count, row.chances, row.points
        rows[name] = tuple(map(sum, zip(rows.get(name, (0, 0, 0)), more, strict=True)))
    return rows
