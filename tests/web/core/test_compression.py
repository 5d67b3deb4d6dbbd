"""What is sent is packed, for who can unpack it."""

import gzip

import brotli
import pytest

from testkit.web.phone import HTMX

UNPACK = {"br": brotli.decompress, "gzip": gzip.decompress}
FILES = ("/icons.svg", "/joined/app.css", "/joined/match.js", "/static/vendor/htmx.min.js")


@pytest.mark.parametrize("path", FILES)
@pytest.mark.parametrize("accepted", ["br, gzip", "gzip", "gzip;q=1, br;q=0"])
def test_a_file_is_packed_as_the_browser_wants_it_and_is_the_same(path, accepted, phone):
    plain = phone.open(path, headers={"Accept-Encoding": "identity"}).response
    packed = [phone.open(path, headers={"Accept-Encoding": accepted}).response for _ in range(2)]

    encoding = "br" if accepted.startswith("br") else "gzip"
    for response in packed:
        assert response.headers["Content-Encoding"] == encoding
        assert response.headers["Vary"] == "Accept-Encoding"
        assert UNPACK[encoding](response.data) == plain.data
        assert len(response.data) < len(plain.data) / 2
        assert response.headers["Content-Length"] == str(len(response.data))
    assert "Content-Encoding" not in plain.headers


@pytest.mark.parametrize("path", [FILES[-1], "/rules/trex"])
def test_a_browser_that_has_a_file_or_a_rules_page_is_told_so(path, phone):
    packed = {"Accept-Encoding": "gzip"}
    tag = phone.open(path, headers=packed).response.headers["ETag"]

    again = phone.open(path, headers={**packed, "If-None-Match": tag}).response
    assert (again.status_code, again.data) == (304, b"")


def test_a_page_is_packed_too(phone, begin):
    page = phone.open(begin("trex").path, headers={"Accept-Encoding": "br"}).response

    assert page.headers["Content-Encoding"] == "br"
    assert b"<!doctype html>" in brotli.decompress(page.data).lower()


@pytest.mark.parametrize(("encoding", "library"), [("br", brotli), ("gzip", gzip)])
def test_what_fifty_phones_fetch_after_an_answer_is_packed_once(
    begin, monkeypatch, encoding, library
):
    table = begin("tribello").play("hearts")
    packed, pack = list[bytes](), library.compress

    def compress(body, *options, **more):
        packed.append(body)
        return pack(body, *options, **more)

    monkeypatch.setattr(library, "compress", compress)

    pages = [
        table.phone.open(table.path, headers={**HTMX, "Accept-Encoding": encoding}).response
        for _phone in range(50)
    ]

    assert {page.headers["Content-Encoding"] for page in pages} == {encoding}
    assert {UNPACK[encoding](page.data) for page in pages} == {*packed}
    assert len(packed) == 1


def test_pages_of_one_address_that_differ_are_packed_each(begin):
    table = begin("tribello")
    packed = {**HTMX, "Accept-Encoding": "br"}

    before = table.phone.open(table.path, headers=packed).response
    table.play("hearts")
    after = table.phone.open(table.path, headers=packed).response

    assert brotli.decompress(before.data) != brotli.decompress(after.data)
