"""The look of the pages: which there are, how one is chosen, and that nobody is led astray."""

import json

import pytest

from app.web.core.page.theme import PAPER, THEMES

every_door = pytest.mark.every_door


def choose(phone, theme, back="/"):
    return phone.send("/look", {"theme": theme, "back": back})


@every_door
def test_a_page_looks_as_the_phone_until_something_else_is_chosen_and_again_then(phone):
    for _time in range(2):
        page = phone.open("/")
        assert "data-theme" not in page.html
        for paper in (PAPER["light"], PAPER["dark"]):
            assert f'name="theme-color" content="{paper}" media=' in page.html
        choose(phone, "dim")
        choose(phone, "phone")


@every_door
def test_every_page_has_the_look_that_was_chosen_and_marks_it_in_its_menu(phone, table):
    for theme, paper in PAPER.items():
        choose(phone, theme)

        for page in (phone.open("/"), table.open(), table.open("/log"), phone.open("/rules/trex")):
            assert f'data-theme="{theme}"' in page.html
            assert f'name="theme-color" content="{paper}">' in page.html
        menu = phone.open("/more")
        assert f'value="{theme}" aria-pressed="true"' in menu.html
        offered = [each.value for each in menu.form("/look").fields if each.name == "theme"]
        assert offered == list(THEMES)


@every_door
def test_an_unknown_look_is_refused_in_words_and_not_kept_and_passed_over_in_a_cookie(phone):
    for theme in ("", "pink", "Light", "dark ", '"><script>', "\0"):
        page = choose(phone, theme)

        assert page.refuses("There is no such theme."), theme
        assert "Set-Cookie" not in page.response.headers
        phone.client.set_cookie("look", theme)
        page = phone.open("/")
        assert (page.status, "data-theme" in page.html) == (200, False)


@every_door
def test_one_comes_back_to_where_one_was(phone, begin):
    begin("tribello")
    for address in ("/more", "/more?a=1", "/matches/1/more?from=sheet"):
        page = phone.submit(phone.open(address), "/look", {"theme": "dark"})

        assert (page.status, page.goes_to) == (303, address)


def test_nobody_is_led_to_another_site(phone):
    for back in (
        *("", "rules", "//evil.example", "/\\evil.example", "\\\\evil.example", "///evil.example"),
        *("https://evil.example/", "javascript:alert(1)", "/\t/evil.example", "/\n//evil.example"),
        *(" //evil.example", "/rules\r\nSet-Cookie: a=b", "/\N{FULLWIDTH SOLIDUS}evil.example"),
    ):
        assert choose(phone, "dark", back).goes_to == "/", back


def test_a_page_that_answers_a_form_has_no_menu(begin):
    """It has no address that one could come back to."""
    page = begin("tribello").play("hearts").send("/entries", {"tricks.0": "9"})

    assert page.status == 422
    assert not page.has_form("/look")


def test_the_look_is_kept_for_a_year_and_only_for_us(phone):
    cookie = choose(phone, "dim").response.headers["Set-Cookie"]

    assert {"Max-Age=31536000", "HttpOnly", "SameSite=Lax", "Path=/"} <= set(cookie.split("; "))


def test_the_start_page_can_be_put_on_the_home_screen_and_no_match_fetches_icons(phone, begin):
    start, match = phone.open("/").html, begin("tribello").open().html
    for words in ('rel="manifest"', 'rel="apple-touch-icon"'):
        assert words in start
        assert words not in match

    response = phone.client.get("/static/manifest.webmanifest")
    assert response.mimetype == "application/manifest+json"
    manifest = json.loads(response.data)
    assert manifest["theme_color"] == PAPER["light"]
    assert manifest["display"] == "standalone"
    of_apple = {"src": "icons/180.png", "sizes": "180x180", "type": "image/png"}
    for icon in [*manifest["icons"], of_apple]:
        found = phone.client.get(f"/static/{icon['src']}")
        assert (found.status_code, found.mimetype) == (200, icon["type"])
        if icon["type"] == "image/png":
            assert found.data.startswith(b"\x89PNG")
            width, height = found.data[16:20], found.data[20:24]
            assert f"{int.from_bytes(width)}x{int.from_bytes(height)}" == icon["sizes"]
