"""Trex: redeals, doubles, the layout, and when a deal may stop. Rules: rules/trex.md"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from app.games.trex import play as trex
from app.games.trex.house import DIRECTION
from app.games.trex.scores import card_parts, comes_home
from app.games.words import diamonds, tricks
from app.scoring import Card, Seat, Signed, Table, Text, _, _n
from app.scoring.cards import RANKS, VALUES
from app.scoring.inputs import SIGNS, Number, OneOf, SomeOf
from app.scoring.ruling import Asking, Detail, Known, Line, Ruling, Verdict
from app.scoring.text import any_of, listed

LETTERS = (_("A"), _("B"), _("C"), _("D"))
"""The players in play order, where no match names them."""


# --- May this hand ask for a redeal? ------------------------------------------------------------


def may_appeal_king(hearts: Collection[str]) -> bool:
    """Whether a hand whose hearts have just these ranks may ask for a redeal of the King."""
    return set(hearts) in ({"K"}, {"A"}, {"A", "K"})


def may_appeal_trex(twos: Collection[str], threes: Collection[str]) -> bool:
    """Whether a hand with 2s and 3s of these suits (letters) may ask for a redeal of Trex."""
    missing = set(SIGNS) - set(twos)
    return not missing or (len(missing) == 1 and missing <= set(threes))


def redeal(known: Known) -> Asking:
    """King: the hearts of the hand. Trex: its 2s and 3s."""
    named = known.answers.get("contract")
    (contract,) = yield (
        OneOf(
            key="contract",
            ask=_("Which contract was named?"),
            options={key: trex.CONTRACTS[key].name for key in ("king", "trex")},
            start=named if named in ("king", "trex") else None,
            known=named in ("king", "trex"),
        ),
    )
    if known.rules.get("appeals") is False:
        return Verdict(
            _("No: this table plays without appeals."),
            "redeals",
            [_("That is one of the house rules of this match.")],
            "no",
        )
    hidden = _("The answer shows what you hold: keep the phone to yourself. Nothing is stored.")
    if contract == "king":
        (hearts,) = yield (
            SomeOf(
                key="hearts",
                ask=_("Tap your hearts"),
                hint=hidden,
                options={rank: Card(f"{rank}H") for rank in RANKS},
                none=_("No hearts"),
                look="numbers",
            ),
        )
        return redeal_of_the_king(hearts).keeping(contract=contract)
    twos, threes = yield (
        SomeOf(
            key="twos",
            ask=_("Tap your 2s"),
            hint=hidden,
            options={letter: Card(f"2{letter}") for letter in SIGNS},
            none=_("No 2s"),
            look="suits",
        ),
        SomeOf(
            key="threes",
            ask=_("Tap your 3s"),
            options={letter: Card(f"3{letter}") for letter in SIGNS},
            look="suits",
        ),
    )
    return redeal_of_trex(twos, threes).keeping(contract=contract)


def redeal_of_the_king(hearts: Sequence[str]) -> Verdict:
    """Only the king, only the ace, or only those two."""
    others = [Card(f"{rank}H") for rank in hearts if rank not in ("A", "K")]
    if may_appeal_king(hearts):
        held = listed([Card(f"{rank}H") for rank in hearts])
        why = _("{held}, and no other heart: nothing protects it.", held=held)
        return may_ask(why)
    if not hearts:
        why = _("Only a hand with a lone K♥ or A♥, or just those two, may ask.")
    elif len(others) == len(hearts):
        why = _("Neither K♥ nor A♥ is among your hearts.")
    else:
        why = _n("{cards} protects it.", "{cards} protect it.", len(others), cards=listed(others))
    return Verdict(_("No, play this hand."), "redeals", [why], "no")


def redeal_of_trex(twos: Sequence[str], threes: Sequence[str]) -> Verdict:
    """Four 2s, or three and the 3 of the fourth suit."""
    missing = [letter for letter in SIGNS if letter not in twos]
    if may_appeal_trex(twos, threes):
        if not missing:
            return may_ask(_("All four 2s are in this hand."))
        return may_ask(
            _("Three 2s, and the {three} of the fourth suit.", three=Card(f"3{missing[0]}"))
        )
    if len(missing) == 1:
        three = Card(f"3{missing[0]}")
        why = _("With three 2s it takes the 3 of the missing suit too: {three}.", three=three)
    else:
        why = _n(
            "{n} 2 is too few: it takes four, or three and the 3 of the fourth suit.",
            "{n} 2s are too few: it takes four, or three and the 3 of the fourth suit.",
            len(twos),
        )
    return Verdict(_("No, play this hand."), "redeals", [why], "no")


def may_ask(why: Text) -> Verdict:
    """Yes, until somebody doubles or leads."""
    until = _("Ask before anybody doubles or leads, and show these cards.")
    return Verdict(_("Yes, it may ask for a redeal."), "redeals", [why, until], "yes")


# --- What did that double cost? -----------------------------------------------------------------


def double(known: Known) -> Asking:
    """Who took the card, who doubled it, and who led, where the table's option needs that."""
    rules = known.rules
    doubled: Mapping[str, int] = known.answers.get("doubled") or {}
    about: list[OneOf] = []
    if not rules:
        about.append(
            OneOf(
                key="partners",
                ask=_("You play"),
                options={"no": _("each alone"), "yes": _("with partners")},
                start="no",
            )
        )
    about.append(
        OneOf(
            key="card",
            ask=_("Which card?"),
            options={card: Card(card) for card in trex.PLAIN_VALUE},
            start=card_of_the_deal(known, doubled),
            look="cards",
        )
    )
    *partners, card = yield tuple(about)
    side_up = rules["partners"] if rules else partners == ["yes"]
    table = table_of(known, partners=side_up, turned=bool(rules.get("reversed")))
    seats: dict[str, Seat] = {str(seat.index): seat for seat in table.seats}
    of_match = known.answers.get("king") if card == trex.KING else None
    taker, doubler = yield (
        OneOf(
            key="taker",
            ask=_("Who took it?"),
            options=seats,
            start=None if of_match is None else str(of_match),
            known=of_match is not None,
            look="names",
        ),
        OneOf(
            key="doubler",
            ask=_("Who had doubled it?"),
            options={**seats, "nobody": _("nobody")},
            start=str(doubled[card]) if card in doubled else None,
            known=card in doubled,
            look="names",
        ),
    )
    doubled_by = None if doubler == "nobody" else seats[doubler]
    own, leader = rules.get("own_double", "plain"), None
    if comes_home(table, seats[taker], doubled_by):
        if not rules:
            (own,) = yield (own_double(partners=side_up),)
        if own == "leader_gains":
            (led,) = yield (
                OneOf(key="leader", ask=_("Who led that trick?"), options=seats, look="names"),
            )
            leader = seats[led]
    verdict = cost(table, house(side_up, own), card, seats[taker], doubled_by, leader)
    return verdict if rules else verdict.keeping(partners="yes" if side_up else "no")


def card_of_the_deal(known: Known, doubled: Mapping[str, int]) -> str:
    """The card that is most likely meant: one that is doubled, else the first of the contract."""
    contract = known.answers.get("contract")
    of_contract = trex.CONTRACTS[contract].cards if contract else ()
    return next(iter([*doubled, *of_contract]), trex.KING)


def table_of(known: Known, *, partners: bool, turned: bool = False) -> Table:
    """A fresh table with the players of the match, or with A to D; `turned` scores reversed."""
    names = [seat.name for seat in known.table.seats] if known.table else LETTERS
    table = Table(names, DIRECTION)
    table.reversed = turned
    if partners:
        table.make_partners()
    return table


def own_double(*, partners: bool) -> OneOf:
    """The house rule about one's own doubled card, as far as it goes with partners or without."""
    rule: Any = next(rule for rule, _start in trex.HOUSE_RULES if rule.key == "own_double")
    without = "leader_gains" if partners else "opponents_gain"
    return OneOf(
        key="own_double",
        ask=rule.ask,
        hint=_("Their own side had doubled it: tables differ here."),
        options={key: words for key, words in rule.options.items() if key != without},
        start="plain",
    )


def house(partners: bool, own: str) -> trex.House:
    """The house rules that a doubled card depends on; the others as usual."""
    usual: dict[str, Any] = {rule.key: start for rule, start in trex.HOUSE_RULES}
    return trex.House(**{**usual, "partners": partners, "own_double": own})


def cost(
    table: Table,
    house: trex.House,
    card: str,
    taker: Seat,
    doubler: Seat | None,
    leader: Seat | None = None,
) -> Verdict:
    """What the card brings each player or side, by the functions that score a deal."""
    deal = table.deal(_("One card"))
    deal.score_freely(card_parts(table, house, card, taker, doubler, leader))
    assert deal.scores is not None
    details = [
        Detail(
            side,
            [Line(_("{seat} {why}", seat=p.seat, why=p.why)) for p in deal.parts_of(side.index)],
            deal.scores[side.index],
        )
        for side in table.sides
    ]
    said = [
        _("{side} {points}", side=side, points=Signed(deal.scores[side.index]))
        for side in table.sides
        if deal.scores[side.index]
    ]
    plain = trex.PLAIN_VALUE[card]
    why = [_("Undoubled, the {card} costs {plain}.", card=Card(card), plain=plain)]
    if comes_home(table, taker, doubler):
        custom = own_double(partners=house.partners).options[house.own_double]
        why.append(_("Taking your own doubled card {custom}.", custom=custom))
    elif doubler is not None:
        why.append(_("Doubled, it costs twice that, and its doubler gains it once."))
    return Verdict(_("{each}.", each=said), deal.parts[0].rule, why, "open", details)


# --- Which cards may be laid? -------------------------------------------------------------------


def layout(known: Known) -> Asking:
    """The ends of the four rows."""
    rows = yield tuple(
        SomeOf(
            key=letter,
            ask=sign,
            options={rank: _("{rank}", rank=rank) for rank in RANKS},
            through="J",
            look="row",
        )
        for letter, sign in SIGNS.items()
    )
    return may_be_laid(dict(zip(SIGNS, rows, strict=True)))


def playable(ranks: Collection[str]) -> tuple[str, ...]:
    """The ranks that go on a row which holds these cards and all between them and its jack.

    A row that has not been started takes its jack.
    """
    if not ranks:
        return ("J",)
    places = [RANKS.index(rank) for rank in (*ranks, "J")]
    above, below = min(places) - 1, max(places) + 1
    return tuple(RANKS[place] for place in (above, below) if 0 <= place < len(RANKS))


def may_be_laid(rows: Mapping[str, Collection[str]]) -> Verdict:
    """The cards that go on each row, by the letters of the suits."""
    rule = "trex-the-layout"
    found = {letter: playable(ranks) for letter, ranks in rows.items()}
    cards = [Card(rank + letter) for letter, ranks in found.items() for rank in ranks]
    details = [row_detail(letter, rows[letter], found[letter]) for letter in rows]
    if not cards:
        answer = _("None: all four rows are complete.")
        return Verdict(answer, rule, [], "no", details)
    why = [
        _("Any jack, and the next card at either end of a row that has been started."),
        _("Who holds one of them must lay one, and passes otherwise."),
    ]
    return Verdict(_("{cards} may be laid.", cards=any_of(cards)), rule, why, "yes", details)


def row_detail(letter: str, ranks: Collection[str], next_ranks: Sequence[str]) -> Detail:
    """From where to where a row goes, and what may be added."""
    sign = SIGNS[letter]
    if not ranks:
        return Detail(sign, [Line(_("not started: only the {jack}", jack=Card(f"J{letter}")))])
    low, high = (pick((*ranks, "J"), key=VALUES.__getitem__) for pick in (min, max))
    lies = _("lies from {low} to {high}", low=low, high=high)
    if low == high:
        lies = _("only the jack lies there")
    if not next_ranks:
        return Detail(sign, [Line(_("complete"), ticked=True)])
    cards = any_of([Card(rank + letter) for rank in next_ranks])
    return Detail(sign, [Line(_("{lies}: {cards}", lies=lies, cards=cards))])


# --- May the deal stop? -------------------------------------------------------------------------

LAST = {"king": 1, "queens": 4, "diamonds": 13, "slaps": 13, "trex": 3, "complex": 13}
"""How many of what a contract is about have to be gone before it may stop."""


def may_stop(contract: str, gone: int) -> bool:
    """Whether nothing can score any more: see `LAST` for what is counted in which contract."""
    return gone >= LAST[contract]


def stop(known: Known) -> Asking:
    """The contract, and what of it is gone."""
    (contract,) = yield (
        OneOf(
            key="contract",
            ask=_("Which contract is played?"),
            options={key: each.name for key, each in trex.CONTRACTS.items()},
            start=known.answers.get("contract"),
            known="contract" in known.answers,
        ),
    )
    if contract == "king":
        (taken,) = yield (
            OneOf(
                key="king",
                ask=_("Has the K♥ been taken?"),
                options={"yes": _("Yes"), "no": _("Not yet")},
            ),
        )
        return stopping(contract, int(taken == "yes"))
    asks = {
        "queens": _("How many queens have been taken?"),
        "diamonds": _("How many diamonds have been taken?"),
        "trex": _("How many players are out?"),
    }
    (gone,) = yield (
        Number(
            key=contract,
            ask=asks.get(contract, _("How many tricks have been played?")),
            high=LAST[contract],
            most=LAST[contract],
        ),
    )
    return stopping(contract, gone)


def stopping(contract: str, gone: int) -> Verdict:
    """Whether the deal may stop, and why."""
    left = LAST[contract] - gone
    whys = {
        "king": _("Only the K♥ scores: as long as it is out, the deal goes on."),
        "queens": _n("{n} queen is still to come.", "{n} queens are still to come.", left),
        "diamonds": _("{diamonds} still to come.", diamonds=diamonds(left)),
        "slaps": _("{tricks} still to play, and every trick counts.", tricks=tricks(left)),
        "trex": _("Only when the third player is out are all four places known."),
        "complex": _("{tricks} still to play, and every trick counts.", tricks=tricks(left)),
    }
    rule = {"trex": "trex-the-layout", "king": "king-of-hearts"}.get(contract, contract)
    if not may_stop(contract, gone):
        return Verdict(_("No, play on."), rule, [whys[contract]], "no")
    done = {
        "king": _("The K♥ is taken, and nothing else scores in this contract."),
        "queens": _("All four queens are taken, and nothing else scores in this contract."),
        "diamonds": _("All 13 diamonds are taken, and nothing else scores in this contract."),
        "trex": _("The third player is out, so the fourth place is known."),
    }
    played = _("All 13 tricks are played.")
    return Verdict(_("Yes, it may stop."), rule, [done.get(contract, played)], "yes")


RULINGS = (
    Ruling(
        slug="double",
        title=_("What did that double cost?"),
        ask=_("Who took the card, and who had doubled it?"),
        rule=trex.COST,
        also=(
            "double",
            "doubled",
            "own king",
            "own queen",
            "took my own doubled card",
        ),
        script=double,
    ),
    Ruling(
        slug="layout",
        title=_("Which cards may be laid?"),
        ask=_("Tap the ends of the rows on the table."),
        rule="trex-the-layout",
        also=(
            "lay",
            "which card next",
            "next card",
            "may I play",
            "must I play",
            "row",
        ),
        script=layout,
    ),
    Ruling(
        slug="redeal",
        title=_("May this hand ask for a redeal?"),
        ask=_("Tap the cards that could entitle you."),
        rule="redeals",
        also=(
            "redeal",
            "throw in",
            "appeal",
            "king and ace",
            "lone king",
            "lone ace",
            "four 2s",
        ),
        script=redeal,
        private=True,
    ),
    Ruling(
        slug="stop",
        title=_("May the deal stop?"),
        ask=_("The contract, and what is gone."),
        rule="choosing-a-contract",
        also=(
            "stop",
            "may we stop",
            "is it over",
            "fourth queen is gone",
            "finish early",
        ),
        script=stop,
    ),
)
