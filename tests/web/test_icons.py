"""The symbols as a browser gets them: one file, fetched once, for all that a page draws."""

import re

from app import symbols

USED = re.compile(r'<use href="([^"#]+)#([\w-]+)"')


def test_a_page_draws_from_one_file_that_has_what_it_names(begin):
    page = begin("trex").play(0, "queens").open()
    used = USED.findall(page.html)

    assert len({address for address, _name in used}) == 1
    assert {name for _address, name in used} <= symbols.symbols().keys()


def test_the_file_comes_compressed_and_is_kept_for_good_as_its_address_changes_with_it(phone):
    address = USED.search(phone.open("/").html)[1]
    response = phone.client.get(address)
    assert response.mimetype == "image/svg+xml"
    assert "immutable" in response.headers["Cache-Control"]
    assert response.get_data(as_text=True) == symbols.sprite()

    response = phone.client.get("/icons.svg", headers={"Accept-Encoding": "gzip"})
    assert response.headers["Content-Encoding"] == "gzip"
    assert len(response.data) < 5_000


def test_what_carries_meaning_says_it_and_what_points_is_mirrored(phone):
    with phone.app.test_request_context("/"):
        icon = phone.app.jinja_env.globals["icon"]

        assert '<span class="hidden">Undo</span>' in icon("undo", "Undo")
        assert 'class="symbol mirrored"' in icon("undo")
        assert 'class="symbol heart"' in icon("heart")
        assert 'class="symbol"' in icon("settle")
