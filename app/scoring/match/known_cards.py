"""The cards of a table that taps symbols: what each saved round teaches about them, and how a card
that was entered wrong is put right in all rounds."""

from __future__ import annotations

from typing import Any

from app.scoring.match.log import Event
from app.scoring.match.match import Match
from app.scoring.model.cards import Face
from app.scoring.prompts import HouseRules, Prompt
from app.scoring.prompts.decks import Deck, NumberedCards


def known_in(match: Match) -> dict[str, Face]:
    """Return the faces of the cards that are known by now at a table that taps their symbols, by
    number as text; empty at any other table.

    What is known stays so: other symbols in a later round hold for that round alone, and where a
    card is really so, its earlier rounds are put right too (`mend`).
    """
    deck, rules = match.game.deck, match.standing.rule_choices
    if deck is None or rules.get(deck.way.key) != deck.way_of_learning:
        return {}
    known = deck.faces_in(rules.get(deck.key))
    for answered in match.standing.answered:
        if isinstance(answered.prompt, NumberedCards):
            deal = match.standing.deals[answered.prompt.deal - 1]
            if deal.scores is not None and not deal.void:
                known = answered.prompt.faces_in(answered.answer) | known
    return known


def mend(match: Match, number: int, face: Face) -> list[Event]:
    """Return the corrections after which the card with this number shows `face` in every round that
    was saved with it, and in what was known of it when the match began."""
    corrections = []
    for answered in match.standing.answered:
        prompt, answer = answered.prompt, answered.answer
        mended = with_face(match.game.deck, prompt, answer, number, face)
        if mended != answer:
            corrections.append(Event("correction", prompt.deal, prompt.key, mended))
    return corrections


def with_face(deck: Deck | None, prompt: Prompt, answer: Any, number: int, face: Face) -> Any:
    """Return an answer in which the card with this number shows `face`."""
    if isinstance(prompt, HouseRules) and deck and deck.key in answer:
        return answer | {deck.key: deck.with_face(answer[deck.key], number, face)}
    return prompt.with_face(answer, number, face) if isinstance(prompt, NumberedCards) else answer
