"""Italian Whist: who takes a trick. Rules: rules/italian_whist.md#jokers-tricky-cases"""

from __future__ import annotations

from collections.abc import Sequence

from app.games.italian_whist.jokers import (
    COLOURS,
    Way,
    deciders,
    deciding_suit,
    fixing_card,
    namings,
    possible_winners,
    suits_of,
)
from app.scoring import Seat, Text, _, pack, rank_of, suit_of, value_of
from app.scoring.model.cards import JOKERS, LETTER_OF_SUIT, SIGN_OF_SUIT, VALUES, name_of
from app.scoring.model.text import and_list, or_list
from app.scoring.prompts import Choose, Player, TableCards
from app.scoring.rulings import (
    Ruling,
    RulingDetail,
    RulingLine,
    RulingOption,
    RulingSteps,
    Situation,
    Verdict,
    ask,
)

TRICKY = "jokers-tricky-cases"
NTH = (_("1st card"), _("2nd card"), _("3rd card"))
PLAYERS = (_("Player 1"), _("Player 2"), _("Player 3"))
"""Who played them, where nobody is named."""

Who = Sequence[Text | Seat]
"""Who played each card of the trick."""


def trick(situation: Situation) -> RulingSteps[Verdict]:
    """Three cards in the order played, jokers included."""
    deal, table, hand, leader = situation.deal, situation.table, None, None
    trumps = yield from ask(
        Choose,
        key="trumps",
        ask=_("Trumps"),
        options={"none": _("No trumps"), "spades": _("♠ are trumps")},
        start="none",
        from_match=deal.trump if deal else None,
    )
    if deal:
        hand = yield from ask(
            Choose,
            key="hand",
            ask=_("Which hand is it?"),
            options={"first": _("First: win tricks"), "second": _("Second: avoid them")},
            from_match="second" if "first" in situation.answers else "first",
        )
    who: Who = PLAYERS
    if table:
        leader = yield from ask(
            Player, key="leader", ask=_("Who led this trick?"), seats=table.seats, optional=True
        )
    if table and leader:
        who = [table.next(leader, places) for places in range(3)]
    cards = yield from ask(
        TableCards,
        ask=_("The three cards, in the order played"),
        spots=who if leader else NTH,
        captions=(_("led"), _("second"), _("third")),
        pack=(*pack(), *JOKERS),
    )
    return who_takes(cards, trumps=trumps == "spades", who=who, hand=hand)


def who_takes(
    cards: Sequence[str], *, trumps: bool, who: Who = PLAYERS, hand: str | None = None
) -> Verdict:
    """Who takes the trick, or whose choice it is and what each choice does."""
    winners = possible_winners(cards, trumps=trumps)
    prefill = {"trumps": "spades" if trumps else "none"}
    rule = TRICKY if any(card in COLOURS for card in cards) else "playing-the-first-hand"
    if len(winners) == 1:
        place = winners[0]
        taken_by = who[place]
        if isinstance(taken_by, Seat):
            prefill["leader"] = str(taken_by.index)
        answer = _("{who} takes it: {card}.", who=taken_by, card=name_of(cards[place]))
        return Verdict(answer, rule, why_forced(cards, place, trumps=trumps), prefill=prefill)
    chosen = deciders(cards, trumps=trumps)
    details = [
        RulingDetail(
            _("{who}, {joker}", who=who[place], joker=JOKERS[cards[place]]),
            [
                *(RulingLine(outcome_of(way, ways, who)) for way in ways),
                *(RulingLine(tip, is_ticked=True) for tip in tips(place, ways, hand)),
            ],
        )
        for place, ways in chosen.items()
    ]
    first, *others = chosen
    chooser, options = None, []
    if others:
        answer = _("{first} decides first, then {other}.", first=who[first], other=who[others[0]])
    else:
        outcomes = [outcome_of(way, chosen[first], who) for way in chosen[first]]
        answer = _("{who} decides: {ways}.", who=who[first], ways=outcomes)
        chooser = _("{who} decides", who=who[first])
        options = [decision(way, chosen[first], who) for way in chosen[first]]
        # The answer says them already, so that only the tips are left to tell.
        details = [
            RulingDetail(detail.subject, detail.lines[len(outcomes) :]) for detail in details
        ]
    why = [line for place in chosen for line in why_this_suit(cards, place)]
    why.append(_("A joker takes any rank of its suit that is not in this trick."))
    if others:
        why.append(_("Both jokers choose: they are named in the order played."))
    return Verdict(answer, TRICKY, why, "open", details, prefill, chooser, options)


def outcome_of(way: Way, all_ways: Sequence[Way], who: Who) -> Text:
    """What a way to name the joker does to the trick."""
    name = named(way, all_ways)
    if len(way.winners) == 1:
        return _("as {name} {who} takes it", name=name, who=who[way.winners[0]])
    takers = and_list([who[winner] for winner in way.winners])
    return _("as {name} it is between {takers}", name=name, takers=takers)


def decision(way: Way, all_ways: Sequence[Way], who: Who) -> RulingOption:
    """The same as a decision of its own."""
    then = _("takes it") if len(way.winners) == 1 else _("it is between them")
    takers = [who[winner] for winner in way.winners]
    return RulingOption(_("as {name}", name=named(way, all_ways)), then, takers)


def named(way: Way, all_ways: Sequence[Way]) -> Text:
    """A way to name the joker: by its suit if that makes the difference, else by its ranks."""
    if len({other.suit for other in all_ways}) > 1 and way.suit:
        return SIGN_OF_SUIT[way.suit]
    if len(way.ranks) <= 2:
        return or_list(way.ranks)
    if way.ranks[0] == max((other.ranks[0] for other in all_ways), key=VALUES.__getitem__):
        return _("{rank} or higher", rank=way.ranks[-1])
    return _("{rank} or lower", rank=way.ranks[0])


def tips(place: int, all_ways: Sequence[Way], hand: str | None) -> list[Text]:
    """What is best named: to win the trick in the first hand, to lose it in the second."""
    advice = []
    wins = [way for way in all_ways if way.winners == (place,)]
    wins = wins or [way for way in all_ways if place in way.winners]
    loses = [way for way in all_ways if place not in way.winners]
    if wins and hand != "second":
        advice.append(_("First hand: name the {card} to take it.", card=card_of(wins[0], 0)))
    if loses and hand != "first":
        advice.append(_("Second hand: name the {card} to avoid it.", card=card_of(loses[-1], -1)))
    return advice


def card_of(way: Way, at: int) -> object:
    """The card that a way names with its highest rank (0) or its lowest (−1)."""
    assert way.suit, "a joker that stands alone has nothing to choose"
    return name_of(way.ranks[at] + LETTER_OF_SUIT[way.suit])


def why_forced(cards: Sequence[str], place: int, *, trumps: bool) -> list[Text]:
    """Why only this card can take the trick."""
    counts_as = [next(namings(cards, at)) for at in range(len(cards))]
    suit = deciding_suit(counts_as, trumps=trumps)
    jokers = [at for at, card in enumerate(cards) if card in COLOURS]
    why = [line for at in jokers for line in why_this_suit(cards, at) if is_settled(cards, at)]
    if suit is None:
        why.append(
            _("There is no trump in the trick, so nothing beats it.")
            if trumps
            else _("Nothing that was played follows it, so nothing beats it.")
        )
        return why
    sign = SIGN_OF_SUIT[suit]
    rivals = [
        card for at, card in enumerate(cards) if card not in COLOURS and counts_as[at][0] == suit
    ]
    if cards[place] in COLOURS:
        why.append(why_the_joker_wins(rivals, suit))
    elif trumps and suit == "spades" and counts_as[0][0] != "spades":
        why.append(_("♠ are trumps, and the {card} is the highest.", card=name_of(cards[place])))
    else:
        why.append(
            _(
                "The {card} is the highest {suit}, the suit that counts.",
                card=name_of(cards[place]),
                suit=sign,
            )
        )
    for at in jokers:
        if at != place and suits_of(cards, at) == [suit] and rank_of(cards[place]) == "A":
            why.append(_("With the ace in the trick the joker cannot be the highest."))
    return why


def why_the_joker_wins(rivals: Sequence[str], suit: str) -> Text:
    """Why a joker of this suit has to win against these plain cards of the same suit."""
    if not rivals:
        return _("It is the only {suit} that counts, so it must take it.", suit=SIGN_OF_SUIT[suit])
    top = max(rivals, key=value_of)
    return _("No rank below the {card} is free, so it has to win.", card=name_of(top))


def is_settled(cards: Sequence[str], place: int) -> bool:
    """Whether the other cards leave the joker one suit, or none at all."""
    return len(suits_of(cards, place)) == 1


def why_this_suit(cards: Sequence[str], place: int) -> list[Text]:
    """Why the joker at `place` has the suit that it has."""
    joker, suits = JOKERS[cards[place]], suits_of(cards, place)
    one, other = (SIGN_OF_SUIT[suit] for suit in COLOURS[cards[place]])
    if len(suits) > 1:
        return [
            _(
                "No card settles the suit of the {joker}: {one} or {other}, as its player likes.",
                joker=joker,
                one=one,
                other=other,
            )
        ]
    if suits[0] is None:
        names = {"joker": joker, "one": one, "other": other}
        return [
            _(
                "The {joker} was led and no plain {one} or {other} fell: it has no suit, and"
                " stands alone as the card led.",
                **names,
            )
        ]
    sign = SIGN_OF_SUIT[suits[0]]
    card = fixing_card(cards, place)
    if place == 0:
        assert card, "only a card settles the suit of a joker that was led"
        return [
            _(
                "The {joker} was led; the {card} is the first card of its colour, so it is {suit}.",
                joker=joker,
                card=name_of(card),
                suit=sign,
            )
        ]
    if cards[0] not in COLOURS and suit_of(cards[0]) == suits[0]:
        return [_("The {joker} follows the suit led: it is {suit}.", joker=joker, suit=sign)]
    assert card, "only a card settles the suit of a joker on the other colour"
    return [
        _(
            "The {joker} does not follow, and takes the suit of the {card}: {suit}.",
            joker=joker,
            card=name_of(card),
            suit=sign,
        )
    ]


RULING = Ruling(
    slug="trick",
    title=_("Who takes this trick?"),
    ask=_("Three cards in order, jokers included."),
    rule=TRICKY,
    search_terms=(
        "joker",
        "who wins",
        "winner",
        "who gets it",
    ),
    script=trick,
    ask_again=_("Another trick"),
)
