"""Rulings of Italian Whist: who takes a trick with a joker, and what has to be played."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from app.games.italian_whist.jokers import (
    COLOUR_LETTERS,
    COLOURS,
    JOKER_OF_LETTER,
    TRUMP,
    JokerChoice,
    deciding_suit,
    joker_choices,
    namings,
    possible_winners,
    suits_of,
    without_jokers,
)
from app.scoring import Seat, Text, _, pack, rank_of, suit_of, value_of
from app.scoring.model.cards import JOKERS, LETTER_OF_SUIT, SIGN_OF_SUIT, SIGNS, VALUES, name_of
from app.scoring.model.text import or_list
from app.scoring.prompts import Choose, Player, Several, TableCards, YesNo
from app.scoring.rulings import (
    RulingContext,
    RulingDetail,
    RulingLine,
    RulingOption,
    RulingSteps,
    Verdict,
    ask,
    ruling,
)

TRICKY_CASES = "jokers-tricky-cases"
NTH = (_("1st card"), _("2nd card"), _("3rd card"))
UNNAMED_PLAYERS = (_("Player 1"), _("Player 2"), _("Player 3"))

Players = Sequence[Text | Seat]  # the player of each card of a trick, in the order played


@ruling(
    _("Who takes this trick?"),
    ask=_("Tap the three cards in order."),
    rule=TRICKY_CASES,
    search_terms=("joker", "who wins", "winner", "who gets it"),
    ask_again=_("Another trick"),
)
def trick(context: RulingContext) -> RulingSteps[Verdict]:
    """Ask for trumps, the hand and the leader unless the match tells, then for three cards in
    order."""
    deal, table, hand, leader = context.deal, context.table, None, None
    trumps = yield from ask(
        Choose,
        key="trumps",
        ask=_("Trumps"),
        options={"none": _("No trumps"), TRUMP: _("♠ are trumps")},
        start="none",
        from_match=deal.trump if deal else None,
    )
    if deal:
        hand = yield from ask(
            Choose,
            key="hand",
            ask=_("Which hand is it?"),
            options={"first": _("First: win tricks"), "second": _("Second: avoid them")},
            from_match="second" if "first" in context.answers else "first",
        )
    if table:
        leader = yield from ask(
            Player, key="leader", ask=_("Who led this trick?"), seats=table.seats, optional=True
        )
    players: Players = UNNAMED_PLAYERS
    if table and leader:
        players = [table.next(leader, places) for places in range(3)]
    cards = yield from ask(
        TableCards,
        ask=_("The three cards, in the order played"),
        spots=players if leader else NTH,
        captions=(_("led"), _("second"), _("third")),
        pack=(*pack(), *JOKERS),
    )
    return who_takes(cards, trumps=trumps == TRUMP, players=players, hand=hand)


def who_takes(
    cards: Sequence[str],
    *,
    trumps: bool,
    players: Players = UNNAMED_PLAYERS,
    hand: str | None = None,
) -> Verdict:
    """Return the player who takes the trick, or the player who chooses and what each choice does.

    With a `hand`, ``first`` or ``second``, only the advice for that hand is given.
    """
    prefill = {"trumps": TRUMP if trumps else "none"}
    choices = joker_choices(cards, trumps=trumps)
    if not choices:
        [place] = possible_winners(cards, trumps=trumps)
        taker = players[place]
        # The next trick is led by its winner.
        if isinstance(taker, Seat):
            prefill["leader"] = str(taker.index)
        answer = _("{who} takes it: {card}.", who=taker, card=name_of(cards[place]))
        rule = TRICKY_CASES if any(card in COLOURS for card in cards) else "playing-the-first-hand"
        return Verdict(answer, rule, why_forced(cards, place, trumps=trumps), prefill=prefill)
    first, *others = choices
    why = [suits_of(cards, place)[1] for place in choices]
    why.append(_("A joker takes any rank of its suit that is not in this trick."))
    # With one joker the options say what each name does; only the advice is left to tell.
    details = [
        RulingDetail(
            _("{who}, {joker}", who=players[place], joker=JOKERS[cards[place]]),
            [
                *(RulingLine(result_of(name, of_joker, players)) for name in of_joker if others),
                *(RulingLine(line, is_ticked=True) for line in advice(place, of_joker, hand)),
            ],
        )
        for place, of_joker in choices.items()
    ]
    if others:
        why.append(_("Both jokers have a choice: they are named in the order played."))
        names = {"first": players[first], "other": players[others[0]]}
        answer = _("{first} decides first, then {other}.", **names)
        return Verdict(answer, TRICKY_CASES, why, details=details, prefill=prefill)
    results = [result_of(choice, choices[first], players) for choice in choices[first]]
    return Verdict(
        _("{who} decides: {ways}.", who=players[first], ways=results),
        TRICKY_CASES,
        why,
        details=details,
        prefill=prefill,
        chooser=_("{who} decides", who=players[first]),
        options=[
            RulingOption(
                _("as {name}", name=joker_name(choice, choices[first])),
                _("takes it") if len(choice.winners) == 1 else _("one of them takes it"),
                [players[place] for place in choice.winners],
            )
            for choice in choices[first]
        ],
    )


def result_of(choice: JokerChoice, choices: Sequence[JokerChoice], players: Players) -> Text:
    """Return the effect of a choice on the trick, in words."""
    name, takers = joker_name(choice, choices), [players[place] for place in choice.winners]
    if len(takers) == 1:
        return _("as {name} {who} takes it", name=name, who=takers[0])
    return _("as {name} {takers} takes it", name=name, takers=or_list(takers))


def joker_name(choice: JokerChoice, choices: Sequence[JokerChoice]) -> Text:
    """Return the name of a joker in a choice: its suit if that makes the difference, else its
    ranks."""
    if choice.suit and len({other.suit for other in choices}) > 1:
        return SIGN_OF_SUIT[choice.suit]
    if len(choice.ranks) <= 2:
        return or_list(choice.ranks)
    if choice.ranks[0] == max((other.ranks[0] for other in choices), key=VALUES.__getitem__):
        return _("{rank} or higher", rank=choice.ranks[-1])
    return _("{rank} or lower", rank=choice.ranks[0])


def advice(place: int, choices: Sequence[JokerChoice], hand: str | None) -> list[Text]:
    """Return the best names: to win the trick in the first hand, to lose it in the second."""
    lines = []
    # A name that is sure to win is better than one that leaves it to the other joker.
    wins = [choice for choice in choices if choice.winners == (place,)]
    wins = wins or [choice for choice in choices if place in choice.winners]
    loses = [choice for choice in choices if place not in choice.winners]
    if wins and hand != "second":
        lines.append(
            _("First hand: name the {card} to take the trick.", card=card_named(wins[0], 0))
        )
    if loses and hand != "first":
        lines.append(
            _("Second hand: name the {card} to avoid the trick.", card=card_named(loses[-1], -1))
        )
    return lines


def card_named(choice: JokerChoice, at: int) -> object:
    """Return the card with the highest rank (0) or the lowest (−1) of a choice."""
    assert choice.suit, "a joker that stands alone has nothing to choose"
    return name_of(choice.ranks[at] + LETTER_OF_SUIT[choice.suit])


def why_forced(cards: Sequence[str], place: int, *, trumps: bool) -> list[Text]:
    """Return why only the card at `place` can take the trick."""
    # Any name that a joker can have will do: only one card can win, so no name changes that.
    counts_as = [namings(cards, at)[0] for at in range(len(cards))]
    suit = deciding_suit(counts_as, trumps=trumps)
    jokers = {at: suits_of(cards, at) for at, card in enumerate(cards) if card in COLOURS}
    why = [reason for suits, reason in jokers.values() if len(suits) == 1]
    if suit is None:
        no_trump = _("There is no trump in the trick, so nothing beats it.")
        not_followed = _("No other card follows suit, so nothing beats it.")
        return [*why, no_trump if trumps else not_followed]
    card, sign = name_of(cards[place]), SIGN_OF_SUIT[suit]
    if cards[place] in COLOURS:
        rivals = [other for other in without_jokers(cards) if suit_of(other) == suit]
        if rivals:
            top = name_of(max(rivals, key=value_of))
            why.append(_("No rank below the {card} is free, so it has to win.", card=top))
        else:
            why.append(
                _("It is the only {suit} that counts, so it must take the trick.", suit=sign)
            )
    elif trumps and suit == TRUMP and counts_as[0][0] != TRUMP:
        why.append(_("♠ are trumps, and the {card} is the highest.", card=card))
    else:
        why.append(
            _("The {card} is the highest {suit}, the suit that counts.", card=card, suit=sign)
        )
    loses = any(at != place and suits == [suit] for at, (suits, _why) in jokers.items())
    if loses and rank_of(cards[place]) == "A":
        why.append(_("With the ace in the trick the joker cannot be the highest."))
    return why


@ruling(
    _("Must I follow suit?"),
    ask=_("What was led, and what do you hold?"),
    rule="following-suit",
    search_terms=(
        "must",
        "must I play the joker",
        "must I follow suit",
        "joker",
        "may I trump",
    ),
    is_private=True,
)
def follow(context: RulingContext) -> RulingSteps[Verdict]:
    """Ask what was led, and which kinds of cards are in the hand."""
    kinds = {**SIGNS, **JOKERS}
    lead = yield from ask(Choose, key="lead", ask=_("What was led?"), options=kinds, style="suits")
    second, free = None, False
    if lead in JOKERS:
        second = yield from ask(
            Choose,
            key="second",
            ask=_("The second card, if you play third"),
            options={kind: name for kind, name in kinds.items() if kind != lead},
            style="suits",
            optional=True,
        )
        free = yield from ask(
            YesNo,
            key="free",
            ask=_("What follows a led joker?"),
            options={"no": _("its colour"), "yes": _("any card (house rule)")},
            start="no",
        )
    follows = what_follows(lead, second, free=free)
    holds: Sequence[str] = ()
    if follows:
        holds = yield from ask(
            Several,
            key="hold",
            ask=_("Which of these do you hold?"),
            options={kind: kinds[kind] for kind in follows},
            none=_("None of these"),
            style="suits",
        )
    return must_follow(lead, second, holds, free=free)


def what_follows(lead: str, second: str | None, *, free: bool = False) -> tuple[str, ...]:
    """Return the kinds of cards (suit letters, or jokers) that follow; () if any card may be
    played.

    `lead` and `second` are kinds too; `second` matters only on a led joker. With `free`, the house
    rule, anything may be played on a led joker.
    """
    if lead not in COLOURS:
        # The joker of the other colour does not follow, even for a player who has nothing else
        # (rules/en/italian_whist.md#must-i-play-the-joker).
        return lead, JOKER_OF_LETTER[lead]
    if free:
        return ()
    own = COLOUR_LETTERS[lead]
    return (second,) if second in own else own


def may_play(
    lead: str, second: str | None, holds: Collection[str], *, free: bool = False
) -> tuple[str, ...]:
    """Return the kinds in `holds` of which one has to be played; () for any card."""
    return tuple(kind for kind in what_follows(lead, second, free=free) if kind in holds)


def must_follow(lead: str, second: str | None, holds: Sequence[str], *, free: bool) -> Verdict:
    """Return the verdict about what has to be played, and why."""
    must = may_play(lead, second, holds, free=free)
    answer = _("No: play any card.")
    if must:
        kinds = [_("the {joker}", joker=JOKERS[k]) if k in JOKERS else SIGNS[k] for k in must]
        answer = _("Yes: play {kinds}.", kinds=or_list(kinds))
    return Verdict(
        answer,
        "following-suit",
        list(why_follow(lead, second, must, free=free)),
        "yes" if must else "no",
    )


def why_follow(lead: str, second: str | None, must: Sequence[str], *, free: bool) -> Iterator[Text]:
    """Yield what the lead requires."""
    if lead not in JOKERS:
        joker = JOKER_OF_LETTER[lead]
        names = {"suit": SIGNS[lead], "joker": JOKERS[joker]}
        yield _("On a {suit} lead, {suit} and the {joker} both follow.", **names)
        if must == (joker,):
            yield _("It is your only card that follows suit, so you must play it.")
    elif free:
        yield _("At this table any card may be played on a led joker.")
    elif second in COLOUR_LETTERS[lead]:
        yield _("The second card decided the suit of the joker: {suit}.", suit=SIGNS[second])
    else:
        one, other = (SIGNS[letter] for letter in COLOUR_LETTERS[lead])
        yield _(
            "The suit of the led joker is open: {one} or {other}, and the first such card decides"
            " it.",
            one=one,
            other=other,
        )


RULINGS = (trick, follow)
