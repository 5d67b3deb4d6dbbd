"""Which language a page is in, and that no phone is ever given the page of another one's."""

import re

import pytest

from app.languages import Languages
from app.paths import TRANSLATIONS
from app.web.core.caches import RenderCache
from app.web.core.services import services
from testkit.web.phone import HTMX
from tests.web.whole_club import addresses, fill_club

every_door = pytest.mark.every_door
FRENCH = {"Accept-Language": "fr-CA, en;q=0.5"}
LANG = re.compile(r'<html lang="([^"]*)" dir="([^"]*)"')


def language_of(page):
    return LANG.search(page.html)[1]


def choose(phone, tag, back="/"):
    return phone.send("/language", {"language": tag, "back": back})


@pytest.mark.parametrize(
    ("accepted", "tag"),
    [
        ("", "en"),
        ("fr", "fr"),
        ("fr-CA", "fr"),
        ("FR-ca;q=0.9, en;q=0.8", "fr"),
        ("en-GB, fr;q=0.9", "en"),
        ("xx, fr;q=0.1", "fr"),
        ("xx", "en"),
        ("*", "en"),
        ("fr;q=0", "en"),
        (";;;,,,=q", "en"),
        ("fr;q=nan", "en"),
        ("../..", "en"),
        ("fr," + "x" * 8_000, "en"),
        (",".join(["fr"] * 1_000), "en"),
        ("\N{LATIN SMALL LETTER E WITH ACUTE}".encode().decode("latin-1"), "en"),
    ],
)
def test_a_page_is_in_the_language_that_the_browser_likes_best_among_ours(phone, accepted, tag):
    page = phone.open("/", headers={"Accept-Language": accepted})

    assert (page.status, language_of(page)) == (200, tag)


@every_door
def test_what_the_phone_has_chosen_goes_before_what_its_browser_likes(phone):
    for tag, other in (("en", FRENCH), ("fr", {"Accept-Language": "en"})):
        assert choose(phone, tag).goes_to == "/"
        assert language_of(phone.open("/", headers=other)) == tag
    choose(phone, "phone")

    assert language_of(phone.open("/", headers=FRENCH)) == "fr"
    assert language_of(phone.open("/")) == "en"


@every_door
def test_a_link_that_asks_for_a_language_is_kept_from_then_on(phone):
    assert language_of(phone.open("/rules/trex?lang=fr")) == "fr"
    assert language_of(phone.open("/")) == "fr"
    for unknown in ("../..", "FR", "", "xx", "fr\0", "phone"):
        page = phone.open("/rules/trex", query_string={"lang": unknown})
        assert (page.status, language_of(page)) == (200, "fr"), unknown


@every_door
def test_each_language_is_offered_as_its_speakers_write_it_and_marked(phone):
    page = phone.open("/language?back=/more")

    offered = [each.value for each in page.form("/language").fields if each.name == "language"]
    assert offered == ["phone", *Languages(TRANSLATIONS)]
    assert "Français" in page.text
    assert 'value="phone" aria-current="true"' in page.html
    choose(phone, "fr")
    assert 'value="fr" lang="fr" aria-current="true"' in phone.open("/language").html
    assert "Français" in phone.open("/more").text


def test_an_unknown_language_is_refused_in_words_and_not_kept(phone):
    for tag in ("", "xx", "FR", "fr ", "../fr", "\0"):
        page = choose(phone, tag)

        assert page.refuses("There is no such language."), tag
        assert "Set-Cookie" not in page.response.headers
    phone.client.set_cookie("language", "../..")
    assert language_of(phone.open("/")) == "en"


def test_where_there_is_one_language_none_is_offered(app, phone, tmp_path):
    services(app).languages = Languages(tmp_path)

    assert "/language" not in phone.open("/more").html


def test_a_phone_that_says_nothing_has_the_language_of_its_club(phone, begin):
    begin("tribello")
    assert phone.send("/c/home/language", {"language": "fr"}).status == 303

    for path in ("/", "/matches/1", "/matches/1/sheet"):
        assert language_of(phone.open(path, headers={"Accept-Language": "xx"})) == "fr", path
        assert language_of(phone.open(path, headers={"Accept-Language": "en"})) == "en", path
    assert phone.send("/c/home/language", {"language": "xx"}).status == 422


def test_a_table_chooses_the_letters_of_its_court_cards_in_every_language(phone, begin):
    table = begin("trex")
    rules = phone.open("/matches/1/rules/trex").html
    assert phone.send("/c/home/language", {"court_cards": "<b>"}).refuses("Choose one of: K Q J, R")
    phone.send("/c/home/language", {"court_cards": "RDV"})

    lettered = phone.open("/matches/1/rules/trex").html
    assert (">K<svg" in rules, ">R<svg" in rules) == (True, False)
    assert (">K<svg" in lettered, ">R<svg" in lettered) == (False, True)
    assert "Roi" not in lettered
    table.answer(0)
    table.answer("queens")
    asked = table.open().html
    assert ("<b>Q</b>" in asked, "<b>D</b>" in asked) == (False, True)


def test_two_phones_in_two_languages_follow_one_match_and_get_no_page_of_the_other(app, phone, rng):
    fill_club(app, phone, rng, ["Anna", "Ben", "Carla", "Dino"])
    both = [{"Accept-Language": "en"}, FRENCH]

    def in_turn(headers):
        return {path: phone.open(path, headers=headers | HTMX).html for path in addresses(app)}

    def alone(headers):
        services(app).render_cache = RenderCache()
        return in_turn(headers)

    first, again = [alone(headers) for headers in both], [in_turn(headers) for headers in both]
    pages = {path for path, html in first[0].items() if "<" in html and "ago" not in html}
    differ = {path for path in pages if first[0][path] != first[1][path]}
    assert len(differ) > len(pages) / 2
    for which in range(2):
        for path in differ:
            assert again[which][path] != first[1 - which][path], path


IN_JORDAN = {"Accept-Language": "ar-JO"}
NUMBERS = re.compile(r'data-numbers="([^"]*)"')


def numbers_of(page):
    return NUMBERS.search(page.html)[1]


@pytest.mark.parametrize(
    ("accepted", "chosen", "numbers"),
    [
        ("ar", "", "0123456789,"),
        ("ar-JO", "", "٠١٢٣٤٥٦٧٨٩٬"),
        ("ar-jo;q=0.9, en-US", "", "0123456789,"),
        ("ar-Arab-JO", "", "٠١٢٣٤٥٦٧٨٩٬"),
        ("ar, en-JO", "", "٠١٢٣٤٥٦٧٨٩٬"),
        ("ar-AE, en-JO", "", "0123456789,"),
        ("ar-AE", "arab", "٠١٢٣٤٥٦٧٨٩٬"),
        ("ar-JO", "latn", "0123456789,"),
        ("en-JO", "arab", "0123456789,"),
        ("ar-JOJOJO", "", "0123456789,"),
    ],
)
def test_digits_are_those_of_the_region_until_the_phone_chooses(phone, accepted, chosen, numbers):
    headers = {"Accept-Language": accepted}
    if chosen:
        phone.send("/language", {"language": "ar"})
        assert phone.send("/language/digits", {"digits": chosen}).goes_to == "/"
        phone.send("/language", {"language": "phone"})

    assert numbers_of(phone.open("/", headers=headers)) == numbers


def test_digits_are_offered_where_a_language_has_two_shapes_of_them(phone):
    offered = phone.open("/language", headers=IN_JORDAN)

    assert [
        each.value for each in offered.form("/language/digits").fields if each.name == "digits"
    ] == [
        "latn",
        "arab",
    ]
    assert 'value="arab" aria-pressed="true"' in offered.html
    assert "/language/digits" not in phone.open("/language").html
    for system in ("", "arab", "arabext", "\0"):
        page = phone.send("/language/digits", {"digits": system})
        assert page.refuses("There are no such digits."), system
        assert "Set-Cookie" not in page.response.headers


def test_what_two_phones_with_other_digits_follow_is_no_page_of_the_other(phone, begin):
    begin("trex")
    for path in ("/matches/1", "/matches/1/sheet", "/matches/1/table", "/offline.js"):
        pages = [
            phone.open(path, headers=HTMX | {"Accept-Language": tag}).html
            for tag in ("ar-JO", "ar-AE", "ar-JO")
        ]
        assert pages[0] == pages[2] != pages[1], path


def test_caches_are_told_what_a_page_depends_on(phone):
    vary = phone.open("/").response.headers["Vary"]

    assert {"Accept-Language", "Cookie"} <= {each.strip() for each in vary.split(",")}


def test_a_pdf_in_another_language_is_another_pdf(phone, begin):
    begin("tribello")
    both = [
        phone.client.get("/matches/1/sheet.pdf", headers={"Accept-Language": tag})
        for tag in ("en", "fr", "en")
    ]

    assert both[0].data == both[2].data != both[1].data
    assert both[0].headers["ETag"] != both[1].headers["ETag"]


def test_every_language_that_is_there_can_be_read():
    folders = [path.parent.name for path in TRANSLATIONS.glob("*/language.toml")]

    assert sorted(Languages(TRANSLATIONS)) == sorted(["en", *folders])


def test_a_phone_keeps_the_page_without_connection_in_its_language(phone):
    """What a browser keeps it asks for anew where the list of it has changed."""
    lists = [
        phone.open("/offline.js", headers={"Accept-Language": tag}).html for tag in ("en", "fr")
    ]
    kept = [re.search(r'"([^"]*/offline[^"]*)"', each)[1] for each in lists]

    assert kept[0] != kept[1]
    assert language_of(phone.open(kept[1], headers=FRENCH)) == "fr"


def test_sentences_of_a_page_in_arabic_are_no_names_that_are_cut_short(app, phone, rng):
    fill_club(app, phone, rng, ["Anna", "Ben", "Cleo", "Dua"])

    page = phone.open("/numbers", headers={"Accept-Language": "ar"})

    assert "النقطة" in page.text
    assert "<bdi class=long" not in page.html


def test_the_words_that_a_page_has_for_its_script_are_in_its_letters_and_not_escaped(phone, begin):
    table = begin("tribello").play("hearts")
    choose(phone, "ar")

    page = table.open()

    assert "{one} {fit} أو {other} {other_fit}" in page.html
    assert r"\u06" not in page.html
