"""The table, its deals, and how a match ends: what the script of a game works with.

The score of a match: a game scores each deal (`Deal.score`), the table adds it to the totals
(`Table.add_up`), and the script returns the winner (`Table.best_total_wins`) as an `Outcome`.
"""
