"""The fields of a Complex of Trex, pane by pane."""

CARDS = {"king": "1", "queens.QS": "0", "queens.QH": "1", "queens.QD": "2", "queens.QC": "3"}

DIAMONDS = {f"diamonds.{seat}": n for seat, n in enumerate("3262")}

TRICKS = {f"tricks.{seat}": n for seat, n in enumerate("4234")}
