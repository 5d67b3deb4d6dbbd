"""What a test knows of one game and no other: a module for each, found by the game's key.

`<key>.py` has what its tests share. It can say, all of it optional, what the tests of every game
ask for:

- `EXAMPLES`: what plays the worked examples of its rules page;
- `SECTIONS`, the headings of a page that is settled: it has drawings, our choices and credits;
- `SCORE_COLUMNS`: the columns of its tables, beside usual ones, without literal numbers;
- `GOLDEN`: for a list of `golden.json` the match that shows its numbers;
- `result_of` and `is_last_deal`: in what its chances are counted where that is not points, and
  when they are those of the last deal;
- `EVENING_RULES`: house rules, as a form sends them, of matches at random;
- `ASKED_ON_PAPER` and `PAPER_RULES`: which questions a sheet tells the answers of, and otherwise
  only the points of a deal; and the house rules of a match of which a sheet tells all;
- `BLANKS_ON_TWO_PAGES` and `SHEET_STACKED_FROM`: blank sheets that need two pages, and from how
  many players on a filled one has the players below each other.

`tools/screens/games/<key>.py` names the screens of a game; without it they are those of a match at
random.

`<key>_tally.py` reads its match files without the app (see tests/figures_of_files), to confirm what
the app counts; without it matches of the game are in none of the years that are confirmed. It says

- `tally_of`: goes through the deals of a file and returns a `Tally`;
- `VARIANT_RULES`: the rules that make another game of it, with the usual choices, in the order of
  the key; optional, as are
- `variant_of`: the key itself, where it is another one;
- `IS_WON_TOGETHER`, and `HAS_ONLY_GAINS` where points are no gains or losses and have no sign.

`<key>_numbers.py` says, for a game that is read so, what pages have to show of its numbers:

- `NAME`, and `PLAYED`: the tables of a year, each with how many play, which rules, and how often;
- `name_of_variant`, and `sections_of` somebody who `Played`: title, floor and what tells the words;
- `RATES`, `FLOORS`, `RECORDS` and `in_a_deal`: what is counted again and again, how many matches a
  figure takes where that is not many, titles of records, and how many of a key there are in a deal.

All but the first two are optional.
"""

from importlib import import_module
from pathlib import Path
from types import ModuleType


def of(key: str) -> ModuleType:
    """What the module of a game says: ``of(key).NAME``."""
    return import_module(f"tests.games.{key}")


def modules(about: str) -> dict[str, ModuleType]:
    """The modules ``<key>_<about>.py``, by the key of their game."""
    files = sorted(Path(__file__).parent.glob(f"*_{about}.py"))
    return {
        file.stem.removesuffix(f"_{about}"): import_module(f"tests.games.{file.stem}")
        for file in files
    }
