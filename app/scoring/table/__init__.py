"""What the script of a game works with: the table, its deals, and how a match ends.

The score of a match: a game scores each deal (`Deal.score`), the table adds it up (`Table.add_up`),
and the script ends with who has won (`Table.best_total_wins`), an `Outcome`.
"""
