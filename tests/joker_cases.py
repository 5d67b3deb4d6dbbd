"""Who can take a trick of Italian Whist, case by case, as the tables of the rules have it.

A second opinion for `app.games.italian_whist.jokers`, written from the cases L, F, O and B and
sharing no code with it: there every naming of every joker is tried, here none is.
"""

VALUE = {str(n): n for n in range(2, 11)} | {"J": 11, "Q": 12, "K": 13, "A": 14}
RED, BLACK = "HD", "SC"
OWN = {"RJ": RED, "BJ": BLACK}


def value(card: str) -> int:
    return VALUE[card[:-1]]


def suit(card: str) -> str:
    return card[-1]


def cases(trick: tuple[str, ...], trumps: bool) -> tuple[str, set[int]]:
    """The name of the case and the places, from 1, that can take the trick."""
    jokers = [at for at in (0, 1, 2) if trick[at] in OWN]
    if not jokers:
        return "plain", {plain_winner(trick, (0, 1, 2), trumps)}
    if len(jokers) == 2:
        return both_jokers(trick, trumps)
    if jokers == [0]:
        return joker_led(trick, trumps)
    if suit(trick[0]) in OWN[trick[jokers[0]]]:
        return joker_follows(trick, jokers[0], trumps)
    return joker_on_the_other_colour(trick, jokers[0], trumps)


def plain_winner(trick: tuple[str, ...], places: tuple[int, ...], trumps: bool) -> int:
    """The highest spade if they are trumps, else the highest of the suit of the first place."""
    spades = [at for at in places if suit(trick[at]) == "S"]
    if not (trumps and spades):
        spades = [at for at in places if suit(trick[at]) == suit(trick[places[0]])]
    return 1 + max(spades, key=lambda at: value(trick[at]))


def contest(trick: tuple[str, ...], joker: int, *others: int) -> set[int]:
    """The joker against these cards of its suit: highest unless the ace is there, lower unless
    nothing but the 2, or the 2 and the 3, is."""
    held = {value(trick[at]) for at in others}
    best = 1 + max(others, key=lambda at: value(trick[at]))
    winners = set()
    if 14 not in held:
        winners.add(joker + 1)
    if held not in ({2}, {2, 3}):
        winners.add(best)
    return winners


def joker_led(trick: tuple[str, ...], trumps: bool) -> tuple[str, set[int]]:
    is_black = trick[0] == "BJ"
    own = [at for at in (1, 2) if suit(trick[at]) in OWN[trick[0]]]
    spades = [at for at in (1, 2) if suit(trick[at]) == "S"]
    if len(own) == 2:
        if suit(trick[1]) == suit(trick[2]):
            return "L1", contest(trick, 0, 1, 2)
        if trumps and is_black and suit(trick[1]) == "C":
            return "L2", {3}
        return "L2", contest(trick, 0, 1)
    if len(own) == 1:
        if trumps and not is_black and spades:
            return "L3", {spades[0] + 1}
        return "L3", contest(trick, 0, own[0])
    if trumps and not is_black and spades:
        return "L4", {1 + max(spades, key=lambda at: value(trick[at]))}
    return "L4", {1}


def joker_follows(trick: tuple[str, ...], joker: int, trumps: bool) -> tuple[str, set[int]]:
    third = 3 - joker
    if suit(trick[third]) == suit(trick[0]):
        return "F1", contest(trick, joker, 0, third)
    if suit(trick[third]) == "S":
        return "F2", {third + 1} if trumps else contest(trick, joker, 0)
    return "F3", contest(trick, joker, 0)


def joker_on_the_other_colour(
    trick: tuple[str, ...], joker: int, trumps: bool
) -> tuple[str, set[int]]:
    third = 3 - joker
    is_black = trick[joker] == "BJ"
    if suit(trick[third]) in OWN[trick[joker]]:
        if trumps and is_black and suit(trick[third]) == "S":
            return "O1", contest(trick, joker, third)
        return "O1", {1}
    better = plain_winner(trick, (0, third), trumps)
    return "O2", {better, joker + 1} if trumps and is_black else {better}


def both_jokers(trick: tuple[str, ...], trumps: bool) -> tuple[str, set[int]]:
    red, black = trick.index("RJ"), trick.index("BJ")
    card = 3 - red - black
    is_red_card = suit(trick[card]) in RED
    if card == 0:
        if not is_red_card:
            return "B6", contest(trick, black, 0)
        winners = contest(trick, red, 0)
        return "B5", winners | {black + 1} if trumps else winners
    if red == 0 and is_red_card:
        winners = contest(trick, red, card)
        return "B1", winners | {black + 1} if trumps else winners
    if red == 0:
        if trumps and suit(trick[card]) == "S":
            return "B2", contest(trick, black, card)
        return "B2", {1}
    return ("B4", {1}) if is_red_card else ("B3", contest(trick, black, card))
