"""A language is its folder: how it writes numbers, lists and cards, and what a broken one costs."""

from datetime import date

import pytest

from app.dates import write_day, write_month
from app.languages import (
    ENGLISH,
    Languages,
    current_language,
    in_region,
    override,
    plain,
    with_digits,
)
from app.scoring import Signed, Table, _, _n, say
from app.scoring.model.seats import label_of
from app.scoring.model.text import PlainNumber, and_list, or_list

PLURAL = 'plural = "nplurals=2; plural=(n > 1);"'
FRENCH = f"""
name = "Français"
direction = "ltr"
{PLURAL}
court_cards = "R D V"
[numbers]
group = "."
decimal = ","
"""
ARABIC = f"""
name = "العربية"
direction = "rtl"
{PLURAL}
[numbers]
group = "٬"
decimal = "٫"
digits = "٠١٢٣٤٥٦٧٨٩"
"""


@pytest.fixture
def languages(tmp_path):
    """Two languages without a single translated text."""
    for tag, about in {"fr": FRENCH, "ar": ARABIC}.items():
        (tmp_path / tag).mkdir()
        (tmp_path / tag / "language.toml").write_text(about, "utf-8")
    return Languages(tmp_path)


@pytest.mark.parametrize(
    ("number", "en", "fr", "ar"),
    [
        (0, "0", "0", "٠"),
        (1250, "1,250", "1.250", "١٬٢٥٠"),
        (-1250, "−1,250", "−1.250", "−١٬٢٥٠"),
        (Signed(0), "0", "0", "٠"),
        (Signed(75), "+75", "+75", "+٧٥"),
        (Signed(-1234567), "−1,234,567", "−1.234.567", "−١٬٢٣٤٬٥٦٧"),
        (PlainNumber(75), "75", "75", "٧٥"),
    ],
)
def test_a_number_has_the_digits_and_the_marks_of_its_language(languages, number, en, fr, ar):
    for tag, words in {"en": en, "fr": fr, "ar": ar}.items():
        assert say(number, languages[tag]) == words
        assert say(_("{n}", n=number), languages[tag]) == words


@pytest.mark.parametrize(
    ("names", "conjunction", "en", "fr"),
    [
        (["A"], and_list, "A", "A"),
        (["A", "B"], and_list, "A and B", "A et B"),
        (["A", "B", "C"], and_list, "A, B and C", "A, B et C"),
        (["A", "B", "C"], or_list, "A, B or C", "A, B ou C"),
        (["{0}", "{x}"], or_list, "{0} or {x}", "{0} ou {x}"),
    ],
)
def test_a_list_is_joined_as_its_language_does_it(languages, names, conjunction, en, fr):
    assert say(conjunction(names)) == en
    assert say(conjunction(names), languages["fr"]) == fr


def test_names_in_a_list_of_the_other_direction_are_isolated(languages):
    with override(languages["ar"]):
        words = plain(and_list(["Ana", "Ben"]))

    assert words == "\u2068Ana\u2069 و\u2068Ben\u2069"


def test_what_has_no_translation_is_in_english_whole(languages):
    for n, words in {1: "1 trick", 2: "2 tricks"}.items():
        assert say(_n("{n} trick", "{n} tricks", n), languages["fr"]) == words


def test_court_cards_have_the_letters_that_a_club_chooses(languages):
    lettered = languages.with_court_cards(languages["fr"], "RDV")
    card = _("K♥ and {card}, not King", card="Q♠")

    assert languages.court_cards == ["KQJ", "RDV"]
    for language, words in (
        (ENGLISH, "K♥ and Q♠, not King"),
        (languages["fr"], "K♥ and Q♠, not King"),
        (lettered, "R♥ and D♠, not King"),
    ):
        with override(language):
            assert plain(card) == words
    assert languages.with_court_cards(ENGLISH, "XYZ") is ENGLISH
    assert languages.with_court_cards(languages["fr"], "RDV") is lettered


def test_the_language_is_that_of_the_block_and_english_outside(languages):
    assert current_language() is ENGLISH
    with override(languages["fr"]), override(languages["ar"]):
        assert current_language() is languages["ar"]
    assert current_language() is ENGLISH


@pytest.mark.parametrize(
    "about",
    [
        "",
        "name =",
        FRENCH.replace('"ltr"', '"up"'),
        FRENCH.replace('name = "Français"', ""),
        FRENCH.replace('"R D V"', '"R D"'),
        FRENCH.replace(PLURAL, ""),
        FRENCH + 'digits = "012"',
        FRENCH + '[other_numbers]\ndigits = "0000000000"',
        FRENCH + "[other_numbers]",
        "other_numbers = 5\n" + FRENCH,
        "numbers = 5\n" + FRENCH.partition("[numbers]")[0],
    ],
)
def test_a_broken_language_is_left_out_and_the_log_says_which(tmp_path, caplog, about):
    (tmp_path / "xx").mkdir()
    (tmp_path / "xx" / "language.toml").write_text(about, "utf-8")

    assert [*Languages(tmp_path)] == ["en"]
    assert "language.toml" in caplog.text


def test_a_folder_that_is_not_named_by_a_language_is_left_out(tmp_path, caplog):
    for name in ("French", "fr_CA", "..fr", "f"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "language.toml").write_text(FRENCH, "utf-8")

    assert [*Languages(tmp_path)] == ["en"]
    assert "named by its language" in caplog.text


def test_a_name_is_said_as_it_is_in_every_language(languages):
    seats = Table(["Ana", "", "Ben", "Cleo"]).seats
    for language in languages.values():
        with override(language):
            assert plain(seats[0]) == str(label_of("Ana"))


TWO_SHAPES = """
[other_numbers]
system = "arab"
group = "٬"
decimal = "٫"
percent = "٪"
digits = "٠١٢٣٤٥٦٧٨٩"
regions = "JO EG"
"""


@pytest.fixture
def arabic(tmp_path):
    """A language with two shapes of numbers, that of 123 first."""
    (tmp_path / "ar").mkdir()
    about = ARABIC.partition("[numbers]")[0] + TWO_SHAPES
    (tmp_path / "ar" / "language.toml").write_text(f"{about}\n[numbers]\n", "utf-8")
    return Languages(tmp_path)["ar"]


@pytest.mark.parametrize(
    ("region", "chosen", "number", "month"),
    [
        ("", "", "−1,250", "نوفمبر 2026"),
        ("JO", "", "−١٬٢٥٠", "تشرين الثاني ٢٠٢٦"),
        ("JO", "latn", "−1,250", "تشرين الثاني 2026"),
        ("EG", "", "−١٬٢٥٠", "نوفمبر ٢٠٢٦"),
        ("LB", "", "−1,250", "تشرين الثاني 2026"),
        ("LB", "arab", "−١٬٢٥٠", "تشرين الثاني ٢٠٢٦"),
        ("MA", "", "−1,250", "نونبر 2026"),
        ("XX", "arabext", "−1,250", "نوفمبر 2026"),
        ("../x", "", "−1,250", "نوفمبر 2026"),
    ],
)
def test_digits_and_months_are_those_of_the_region_unless_others_are_chosen(
    arabic, region, chosen, number, month
):
    here = with_digits(in_region(arabic, region), chosen)

    assert here.number(-1250) == number
    assert write_month(date(2026, 11, 1), here) == month
    assert write_day(date(2026, 11, 1), here).endswith(month)
    assert here is with_digits(in_region(arabic, region), chosen)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (_("Σ 0, 4 players, 100 %"), "Σ ٠, ٤ players, ١٠٠ ٪"),
        (_("{n} of 2", n=1), "١ of ٢"),
        (_("Who holds the 7♥ and the 10♦?"), "Who holds the 7♥ and the 10♦?"),
        (_("A4, UTF-8 and “tricktally/1”"), "A4, UTF-8 and “tricktally/1”"),
        (_('<a href="#2">2</a> &#39;'), '<a href="#2">٢</a> &#39;'),
        (_("{deal2}", deal2=2), "٢"),
    ],
)
def test_digits_in_a_message_are_turned_and_those_of_names_and_cards_stay(arabic, text, words):
    assert say(text, with_digits(arabic, "arab")) == words
    assert say(text, with_digits(arabic, "latn")) == say(text)


def test_a_number_alone_keeps_its_sign_before_it_where_words_run_from_right_to_left(arabic):
    with override(with_digits(arabic, "arab")):
        assert plain(Signed(-75)) == "\u2068−٧٥\u2069"
        assert plain(75) == "٧٥"
        assert plain(_("{name} {n}", name="Ana", n=Signed(5))) == "\u2068Ana\u2069 \u2068+٥\u2069"
