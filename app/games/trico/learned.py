"""The cards of a table that taps symbols: what each saved round teaches about them, and how a card
that was entered wrong is put right in all rounds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from app.games.trico.prompts import Deck, Face, Faces, is_same_face
from app.scoring import Deal, Event, Match
from app.scoring.prompts import HouseRules


def learned_in(deal: Deal) -> dict[str, Face]:
    """Return the faces of the cards that a saved round teaches, by number as text: of those that
    were entered with their numbers."""
    faces = [face for hand in deal.answers.get("cards", ()) for face in hand]
    return {
        str(face["number"]): {"symbols": face["symbols"], "large": face.get("large", [])}
        for face in faces
        if "number" in face
    }


def known_cards(deals: Iterable[Deal], start: Mapping[str, Face] | None) -> dict[str, Face]:
    """Return the faces of the cards that are known after these deals, by number as text.

    `start` are those known before. What is known stays so: other symbols in a later round hold for
    that round alone, and where a card is really so, its earlier rounds are put right too (`mend`).
    """
    known = dict(start or {})
    for deal in deals:
        if deal.scores is not None and not deal.void:
            known = learned_in(deal) | known
    return known


def known_in(match: Match) -> dict[str, Face]:
    """Return the faces of the cards that are known by now at a table that taps their symbols, by
    number as text; empty at any other table."""
    rules = match.standing.house_rules
    if rules is None:
        return {}
    deck = deck_rule(rules[0])
    if deck is None or rules[0].value(rules[1])[deck.way.key] != deck.way_of_learning:
        return {}
    return known_cards(match.standing.deals, rules[1].get(deck.key))


def deck_rule(rules: HouseRules) -> Deck | None:
    """Return the house rule that is a deck, None if there is none."""
    return next((rule for rule, _default in rules.rules if isinstance(rule, Deck)), None)


def mend(match: Match, number: int, face: Face) -> list[Event]:
    """Return the corrections after which the card with this number shows `face` in every round that
    was saved with it, and in what was known of it when the match began."""
    corrections = []
    for answered in match.standing.answered:
        prompt, answer = answered.prompt, answered.answer
        if isinstance(prompt, HouseRules):
            mended = mended_rules(prompt, answer, number, face)
        elif isinstance(prompt, Faces):
            mended = [[with_face(kept, number, face) for kept in hand] for hand in answer]
        else:
            continue
        if mended != answer:
            corrections.append(Event("correction", prompt.deal, prompt.key, mended))
    return corrections


def mended_rules(prompt: HouseRules, answer: dict[str, Any], number: int, face: Face) -> Any:
    """Return the house rules with `face` for this card, if they know the card."""
    deck = deck_rule(prompt)
    faces = answer.get(deck.key) if deck else None
    if not deck or not faces or str(number) not in faces:
        return answer
    return answer | {deck.key: faces | {str(number): changed(faces[str(number)], face)}}


def with_face(kept: Face, number: int, face: Face) -> Face:
    """Return a card as it was kept, with `face` if it has this number."""
    return changed(kept, face) if kept.get("number") == number else kept


def changed(old: Face, face: Face) -> Face:
    """Return `old` with the symbols of `face`, and as it is if it shows them already."""
    return old if is_same_face(old, face) else old | {k: face[k] for k in ("symbols", "large")}
