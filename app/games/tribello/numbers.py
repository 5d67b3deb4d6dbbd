"""The numbers that the rules page of Tribello takes from its scoring."""

from __future__ import annotations

from app.games.tribello.play import DEALS, DEALS_IN_A_PHASE, PHASES, TRICKS, points


def named_numbers() -> dict[str, int]:
    """What each role aims for, and the least and most it scores, by the page's names."""
    named = {
        "deals": DEALS,
        "deals_in_a_phase": DEALS_IN_A_PHASE,
        "phases": len(PHASES),
        "tricks": TRICKS,
        "game_least": 0,
        "game_most": 0,
    }
    roles = ("dealer", "left", "right")
    for aim, phase in (("target", PHASES[0]), ("nullo", PHASES[-1])):
        for role, target in zip(roles, phase.targets, strict=True):
            worths = [points(taken, target, phase) for taken in (0, TRICKS)]
            named[f"{aim}_{role}"] = target
            named[f"{aim}_{role}_least"], named[f"{aim}_{role}_most"] = min(worths), max(worths)
    for phase in PHASES:
        aim = "nullo" if phase.avoid else "target"
        named["game_least"] += sum(named[f"{aim}_{role}_least"] for role in roles)
        named["game_most"] += sum(named[f"{aim}_{role}_most"] for role in roles)
    return named


NUMBERS = named_numbers()
