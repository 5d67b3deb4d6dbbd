"""Everything that is read can be read: the colours of every look, by WCAG 2.2, level AA."""

import re
from pathlib import Path

import pytest

from app.web.core.theme import PAPER

STYLES = sorted((Path(__file__).parent.parent / "static" / "css").rglob("*.css"))
CSS = "\n".join(path.read_text("utf-8") for path in STYLES)

TEXT = 4.5
SHAPE = 3.0  # borders of controls, icons, focus rings
SCANNED = 4.0  # what a camera reads

SUITS = ("spade", "heart", "diamond", "club")
BACKGROUNDS = ("paper", "sheet", "wash", "badwash")
PAIRS = {
    **{(ink, on): TEXT for ink in ("ink", "soft", "bad", "good", "accent") for on in BACKGROUNDS},
    **{(suit, on): TEXT for suit in SUITS for on in BACKGROUNDS},
    ("onfill", "fill"): TEXT,
    ("code-ink", "code-paper"): SCANNED,
    ("heroink", "hero"): TEXT,
    ("herosoft", "hero"): TEXT,
    **{(ink, on): TEXT for ink in ("ink", "soft") for on in ("glow", "back")},
    **{("onp", f"p{seat}"): TEXT for seat in range(1, 9)},
    **{("edge", on): SHAPE for on in ("paper", "sheet", "wash", "back")},
    **{("glowedge", on): SHAPE for on in ("sheet", "glow")},
    **{(f"p{seat}", on): SHAPE for seat in range(1, 9) for on in ("paper", "sheet")},
}
"""What stands on what, and the least contrast it needs."""

every_look = pytest.mark.parametrize("theme", PAPER)


def colours(theme: str) -> dict[str, str]:
    """The colours of a theme, by the names of their tokens."""
    return dict(re.findall(rf"--([\w-]+):[^;]*var\(--{theme}, (#[0-9a-f]{{6}})\)", CSS))


def switches(selector: str) -> dict[str, str]:
    """Which themes a rule turns on (`initial`) and off (nothing)."""
    rule = re.search(rf"{re.escape(selector)} \{{(.*?)\}}", CSS, re.S)
    assert rule, f"no rule for {selector}"
    return dict(re.findall(r"--(light|dark|dim): (\w*);", rule[1]))


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted([luminance(one), luminance(other)])
    return (lighter + 0.05) / (darker + 0.05)


@every_look
def test_every_pair_of_colours_has_enough_contrast(theme):
    named = colours(theme)

    too_little = {
        pair: round(ratio, 2)
        for pair, least in PAIRS.items()
        if (ratio := contrast(named[pair[0]], named[pair[1]])) < least
    }

    assert not too_little


@every_look
def test_every_look_names_every_colour_the_four_suits_four_and_a_code_dark_on_light(theme):
    named = colours(theme)

    assert named.keys() == colours("light").keys()
    assert len({named[suit] for suit in SUITS}) == 4
    assert luminance(named["code-ink"]) < luminance(named["code-paper"])
    assert PAPER[theme] == named["paper"], "a phone paints around the page in it"


@every_look
def test_one_look_is_on_at_a_time_on_a_dark_phone_the_dark_one(theme):
    assert [on for on, value in switches(f"[data-theme={theme}]").items() if value] == [theme]
    assert switches(":root:not([data-theme])").items() <= switches("[data-theme=dark]").items()


def test_colours_are_named_once_and_written_nowhere_else():
    plain = re.sub(r"var\(--(light|dark|dim), #[0-9a-f]{6}\)", "", CSS)

    assert not re.findall(r"#[0-9a-f]{3,8}\b", plain)
