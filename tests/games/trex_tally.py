"""Trex from a match file."""

from tests.figures_of_files.tally import Tally

VARIANT_RULES = {"partners": False, "complex": False, "swapped": False, "reversed": False}
QUEENS = ("QS", "QH", "QD", "QC")
LAST_ANSWER = {"king": "king", "queens": "queens", "diamonds": "diamonds", "slaps": "tricks"}
LAST_ANSWER |= {"trex": "out", "complex": "tricks"}


class Trex:
    """A match of Trex: `side` has the side of each seat."""

    def __init__(self, file):
        self.rules = file["rules"]
        self.partners = self.rules.get("partners", False)
        self.own_double = self.rules.get("own_double", "plain")
        self.own_lead = self.rules.get("own_lead", "same")
        self.partner_takes = self.rules.get("partner_takes", "same")
        self.side = [0, 1, 0, 1] if self.partners else [0, 1, 2, 3]
        self.tally = Tally([[0, 2], [1, 3]] if self.partners else [[0], [1], [2], [3]])
        self.empty = [0] * len(self.tally.sides)
        self.owners = []

    def card(self, deal, card, *, doubled=True):
        """What a card brings each side."""
        points = [*self.empty]
        taker = self.taker(deal, card)
        value = 75 if card == "KH" else 25
        doubler = (deal.get("doubled") or {}).get(card) if doubled else None
        mine = self.side[taker]
        if doubler is None:
            points[mine] -= value
        elif self.side[doubler] != mine:
            points[mine] -= 2 * value
            points[self.side[doubler]] += value
        else:
            leader = (deal.get("leaders") or {}).get(card)
            cost = self.own_double
            if leader is not None and self.side[leader] == mine and self.own_lead != "same":
                cost = self.own_lead
            if taker != doubler and self.partner_takes == "plain":
                cost = "plain"
            points[mine] -= value if cost == "plain" else 2 * value
            if cost == "opponents_gain":
                points[1 - mine] += value
            if cost == "leader_gains":
                points[leader] += value
        return points

    def pile(self, deal, key):
        """How many diamonds or tricks each side took."""
        taken = [*self.empty]
        for place, n in enumerate(deal[key]):
            taken[self.side[place] if len(deal[key]) == 4 else place] += n
        return taken

    def counts(self, deal, contract):
        """What each side took of a contract, how many there were, and the points of each."""
        swapped = self.rules.get("swapped", False)
        if contract in ("king", "queens"):
            cards = ("KH",) if contract == "king" else QUEENS
            taken, points = [*self.empty], [*self.empty]
            for card in cards:
                taken[self.side[self.taker(deal, card)]] += 1
                points = added(points, self.card(deal, card))
            return taken, len(cards), points
        taken = self.pile(deal, "diamonds" if contract == "diamonds" else "tricks")
        price = 10 if (contract == "diamonds") != swapped else 15
        return taken, 13, [-price * n for n in taken]

    def play(self, file):
        owner, named, kingdom = None, [], []
        for number, deal in enumerate(file["deals"], 1):
            owner = deal.get("owner", owner)
            contract = deal.get("contract")
            if "void" in deal or contract is None or not self.is_whole(deal, contract):
                continue
            points = self.deal(number, deal, contract, owner)
            if points is None:
                continue
            named.append(contract)
            kingdom.append((number, points))
            if len(named) == (2 if self.rules.get("complex") else 5):
                self.kingdom(owner, named, kingdom)
                owner, named, kingdom = self.next_owner(owner), [], []
        return self.tally

    def is_whole(self, deal, contract):
        """Whether everything is answered: last of all, about doubled cards that came home."""
        for key in ("own_double", "own_lead", "partner_takes"):
            setattr(self, key, deal.get(key, getattr(self, key)))
        if "points" in deal or "leaders" in deal:
            return True
        if LAST_ANSWER[contract] not in deal:
            return False
        own = [
            self.taker(deal, card) == doubler
            for card, doubler in (deal.get("doubled") or {}).items()
            if self.side[doubler] == self.side[self.taker(deal, card)]
        ]
        if own and (self.own_double == "ask" or self.is_asked(deal)):
            return False
        asks = self.own_double == "leader_gains"
        asks = asks or self.own_lead not in ("same", self.own_double)
        return not (asks and any(self.partner_takes == "same" or himself for himself in own))

    def is_asked(self, deal):
        """Whether the deal that says what an own double costs still has to say more."""
        cost = deal.get("own_double", "plain")
        gains = cost in ("leader_gains", "opponents_gain")
        lead = gains and self.rules.get("own_lead", "same") == "same" and "own_lead" not in deal
        takes = cost != "plain" and self.partners and "partner_takes" not in deal
        return lead or (takes and self.rules.get("partner_takes", "same") == "same")

    @staticmethod
    def taker(deal, card):
        return deal["king"] if card == "KH" else deal["queens"][card]

    def next_owner(self, owner):
        """Who owns the next kingdom; nobody yet where the table picks."""
        self.owners = [*self.owners, owner]
        way = self.rules.get("kingdoms", "right")
        self.tally.is_over = len(self.owners) == 4
        if way == "manual" or self.tally.is_over:
            return None
        steps = {"right": (0, 1, 2, 3), "abdc": (0, 1, 3, 2)}[way]
        return (self.owners[0] + steps[len(self.owners)]) % 4

    def deal(self, number, deal, contract, owner):
        """Count a deal, and return the points of each side; None if the queens end level."""
        takings = {}
        if "points" in deal:
            points = [-n if self.rules.get("reversed") else n for n in deal["points"]]
            takings = self.takings_on_paper(contract, points)
        elif contract == "trex":
            order = [*deal["out"], *(seat for seat in range(4) if seat not in deal["out"])]
            points = [*self.empty]
            for seat, price in zip(order, (200, 150, 100, 50), strict=True):
                points[self.side[seat]] += price
            first = [int(self.side[order[0]] == side) for side in range(len(points))]
            takings["trex"] = first, 1, points
        elif contract == "complex":
            points = self.empty
            for part in ("king", "queens", "diamonds", "slaps"):
                takings[part] = self.counts(deal, part)
                points = added(points, takings[part][2])
            takings["complex"] = [int(own == max(points)) for own in points], 1, points
        else:
            takings[contract] = self.counts(deal, contract)
            points = takings[contract][2]
        is_again = self.partners and self.rules.get("level_queens", False)
        if contract == "queens" and is_again and points == [-50, -50]:
            return None
        self.tally.score(number, points)
        for seat, side in enumerate(self.side):
            whose = "own" if seat == owner else "others"
            for key, (taken, there_were, brought) in takings.items():
                row = (taken[side], there_were, brought[side])
                self.tally.add(seat, f"{key}.{whose}", *row, [number])
        is_on_paper = "points" in deal
        for card, doubler in ({} if is_on_paper else deal.get("doubled") or {}).items():
            mine = self.side[doubler]
            brought = self.card(deal, card)[mine] - self.card(deal, card, doubled=False)[mine]
            paid = self.side[self.taker(deal, card)] != mine
            self.tally.add(doubler, "doubled", paid, 1, brought, [number])
        return points

    def takings_on_paper(self, contract, points):
        """What the points alone tell: not who took which queens, nor the parts of a Complex, where
        any card may have been doubled, and not which of two partners was out first."""
        if contract == "king":
            return {contract: ([int(n < 0) for n in points], 1, points)}
        if contract in ("diamonds", "slaps"):
            price = 10 if (contract == "diamonds") != self.rules.get("swapped", False) else 15
            return {contract: ([-n // price for n in points], 13, points)}
        if contract == "complex" or (contract == "trex" and not self.partners):
            return {contract: ([int(n == max(points)) for n in points], 1, points)}
        return {}

    def kingdom(self, owner, named, deals):
        points = self.empty
        for _number, of_deal in deals:
            points = added(points, of_deal)
        own, numbers = points[self.side[owner]], [number for number, _points in deals]
        self.tally.add(owner, "kingdom", own == max(points), 1, own, numbers)
        self.tally.add(owner, f"trex_named.{named.index('trex') + 1}", 1, 1, own, numbers)


def added(some, more):
    return [a + b for a, b in zip(some, more, strict=True)]


def tally_of(file):
    return Trex(file).play(file)
