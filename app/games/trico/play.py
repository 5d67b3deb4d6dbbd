"""Trico: nine cards with symbols, two or three players, sets and pairs. Rules: rules/en/trico.md"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from itertools import count
from typing import Any

from app.games.trico import scores
from app.games.trico.chances import chances_of, chances_of_tie
from app.games.trico.figures import Figures
from app.games.trico.house_rules import CARDS, HOUSE_RULES, KEPT, TricoRules, check_house_rules
from app.games.trico.prompts import Faces, Pick, numbered_faces
from app.games.trico.scores import RoundScore
from app.scoring import Deal, Outcome, Prompt, Script, Seat, Steps, Table, _, _n
from app.scoring.model.cards import Face
from app.scoring.prompts.base import is_whole


def play(table: Table) -> Script:
    """Rounds of three tricks until a player has the target; then the highest total wins.

    A round that is thrown in is dealt again under the same number.
    """
    answer = yield from table.house_rules(
        *HOUSE_RULES, rule="longer-or-shorter-games", check=check_house_rules
    )
    rules = TricoRules(**answer)
    table.goal = _n("to {n} point", "to {n} points", rules.target)
    known = dict(rules.deck or {})
    for number in count(1):
        outcome = yield from table.until_it_counts(play_round, number, rules, known)
        if outcome is not None:
            return outcome
        known = numbered_faces(table.deals[-1].answers.get("cards", ())) | known
    raise AssertionError("a match ends at its target")


def play_round(
    table: Table, number: int, rules: TricoRules, known: Mapping[str, Face]
) -> Steps[Outcome | None]:
    """Three tricks, three cards kept each, and what they score for each player.

    `known` are the cards that this table knows by now, if it taps their symbols. Returns the
    outcome if this round ends the match, None if it goes on.
    """
    deal = table.deal(
        _("Round {number}", number=number),
        value=table.goal,
        subtitle=rules.deck_name,
        subtitle_short=rules.deck_name,
    )
    deal.chances = partial(chances_of, table, deal, rules)
    tell_the_round(deal)
    rounds = yield from ask_round(deal, rules, known)
    target = rules.target
    level = scores.best_at_target(table, [score.points for score in rounds.values()], target)
    decided = scores.break_tie(rounds, level)
    if level and decided is None:
        # Asked before the round is scored, so that until it is settled the round is not over and
        # may still be thrown in.
        deal.chances = partial(chances_of_tie, table, deal, target, rounds, level)
        figures = yield from ask_tie(deal, rounds)
        decided = scores.break_tie(figures, level)
    deal.tallies = {seat: scores.tally_of(score) for seat, score in rounds.items()}
    deal.score_freely(scores.part_of(seat, score) for seat, score in rounds.items())
    if decided is None:
        return None
    winner, step = decided
    return scores.end(table, table.side_of(winner), step, target)


def tell_the_round(deal: Deal) -> None:
    """Tell the table what to do before it counts; three players leave the pile alone in a trick."""
    deal.tell(_("Shuffle all nine. Two cards each, the rest face down."))
    deal.tell(_("Trick 1: reveal together, the highest number wins."))
    if len(deal.seats) == 2:
        deal.tell(
            _(
                "Turn up the top card of the pile: the winner picks one of the three, then the"
                " loser; the third is out."
            )
        )
    else:
        deal.tell(
            _(
                "Pick in the order of the card numbers, highest first; the last player takes what"
                " is left."
            )
        )
    deal.tell(_("Draw one card each. Trick 2 the same way, then play the last card."))


def ask_round(
    deal: Deal, rules: TricoRules, known: Mapping[str, Face]
) -> Steps[dict[Seat, RoundScore]]:
    """Ask for the cards or counts, the way this table chose, and return the score of each seat."""
    cards: dict[str, Any] = {"cards_each": KEPT, "highest": CARDS, "rule": "sets"}
    deck = rules.known_deck
    if deck:
        return ask_hands(
            deal,
            Pick,
            lambda hands: scores.score_round(scores.faces_of(deck, hands)),
            key="saved",
            ask=_("Which three did each keep?"),
            ask_of=lambda seat: _("Which three did {seat} keep?", seat=seat),
            guidance=_("Tap three cards · a second tap takes one back"),
            deck=deck,
            **cards,
        )
    if rules.entry == "symbols":
        return ask_hands(
            deal,
            Faces,
            lambda hands: scores.score_round([[face for face in hand if face] for hand in hands]),
            key="cards",
            saved=_("Cards"),
            **words_about_cards(known),
            **cards,
        )
    # The app sees no cards, so the players block their pairs themselves (rules/en/trico.md#counts).
    return ask_hands(
        deal,
        Figures,
        lambda rows: [scores.counted_round(so_far(row)) for row in rows],
        key="counts",
        ask=_("What did each score?"),
        guidance=_("Leave out pairs that are blocked"),
        saved=_("Counts"),
        columns=scores.COUNTED,
        row_fault=scores.fault_in_counts,
        rule="pairs-and-blocking",
    )


KEPT_WHEN = (
    lambda seat: _("Which card did {seat} keep first?", seat=seat),
    lambda seat: _("Which card did {seat} keep next?", seat=seat),
    lambda seat: _("Which card did {seat} keep last?", seat=seat),
)


def words_about_cards(known: Mapping[str, Face]) -> dict[str, Any]:
    """Return what is asked about cards with symbols, as far as they are `known`."""
    if len(known) == CARDS:
        return {
            "known": known,
            "ask": _("Which cards did they keep?"),
            "ask_of_card": lambda seat, card: KEPT_WHEN[card](seat),
            "guidance": _("All nine cards are known · pencil: correct one"),
        }
    return {
        "known": known,
        "ask": _("What do their cards show?"),
        "ask_of": lambda seat: _("What do {seat}’s cards show?", seat=seat),
        "guidance": _("Tap a number: its card is known")
        if known
        else _("Tap each symbol · a second tap makes it large"),
    }


def ask_hands(
    deal: Deal,
    kind: Callable[..., Prompt],
    score_hands: Callable[[Iterable[Any]], list[RoundScore]],
    **fields: Any,
) -> Steps[dict[Seat, RoundScore]]:
    """Ask for the hands of all players, and return the score of each seat.

    `score_hands` computes it in seat order, also while only the first few are entered.
    """
    hands = yield from deal.ask(
        kind,
        save=_("Save the round"),
        so_far=lambda entered: [
            scores.part_so_far_of(seat, score)
            for seat, score in zip(deal.seats, score_hands(entered or ()), strict=False)
        ],
        seats=deal.seats,
        **fields,
    )
    return dict(zip(hands, score_hands(hands.values()), strict=True))


def so_far(row: Mapping[str, Any]) -> dict[str, int]:
    """Return the figures of a row that is being typed, 0 for each that is missing or wrong."""
    return {key: n if is_whole(n) and n > 0 else 0 for key, n in row.items()}


def ask_tie(deal: Deal, rounds: Mapping[Seat, RoundScore]) -> Steps[dict[Seat, RoundScore]]:
    """Ask for the large symbols and the highest number on the three cards that each player kept.

    Returns, by seat, a round with no more than that. `rounds` are those that were scored: no answer
    may contradict them.
    """
    figures = yield from deal.ask(
        Figures,
        key="tie",
        ask=_("A tie: look at the three cards each kept in this round"),
        guidance=_("Large symbols decide, then the highest card"),
        seats=deal.seats,
        by_seat=False,
        columns=scores.TIE,
        check=partial(scores.check_tie, rounds),
        rule="winning-and-ties",
    )
    return {seat: scores.tied_round(row["large"], row["highest"]) for seat, row in figures.items()}
