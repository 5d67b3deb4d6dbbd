"""What the answers of a match say of whom, in whatever order they sit."""

from collections.abc import Sequence
from typing import Any

from app.scoring import Side, Standing


def everyones(standing: Standing) -> dict[tuple[int, str], Any]:
    """What every answer says of whom, by name, so that the order of the seats cannot be seen."""
    seats = [*map(str, standing.table.seats)]
    return {
        (answered.prompt.deal, answered.prompt.key): by_name(
            answered.prompt, answered.answer, seats
        )
        for answered in standing.answered
    }


def by_name(prompt: Any, answer: Any, seats: Sequence[str]) -> Any:
    if answer is None:
        return None
    meaning = prompt.value(answer)
    if prompt.kind == "cards" and prompt.seats:
        meaning = dict(zip(prompt.seats, answer, strict=True))
    if isinstance(meaning, frozenset):
        return sorted(map(str, meaning))
    if prompt.kind == "rules" and meaning.get("sides", "").isupper():
        # Sides that are named go with their players.
        meaning = {**meaning, "sides": sorted(zip(seats, meaning["sides"], strict=True))}
    if isinstance(meaning, dict):
        return {people(key): str(value) for key, value in meaning.items()}
    return str([str(part) for part in meaning] if isinstance(meaning, list) else meaning)


def people(key: Any) -> str:
    """Whom a number is of, in whichever order partners sit."""
    return str(sorted(map(str, key.seats)) if isinstance(key, Side) else key)
