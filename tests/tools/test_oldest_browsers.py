"""What `make check` finds that the oldest browsers do not have."""

import pytest

from tools.oldest_browsers import DATA, OLDEST, READ, Reader, used

pytestmark = pytest.mark.skipif(not DATA.exists(), reason="npm has not fetched what browsers have")


@pytest.mark.parametrize(
    ("suffix", "text", "new"),
    [
        (".js", "fetch(page, { signal: AbortSignal.timeout(9) });", ["AbortSignal.timeout"]),
        (".js", "const last = rows.toSorted();", ["toSorted"]),
        (".js", "form.requestSubmit(key);", ["requestSubmit"]),
        (".js", "const rest = name.split(/(?<=a)b/);", ["lookbehind"]),
        (".js", "const rest = structuredClone(rows.findLast(Boolean)); // toSorted()", []),
        (".css", "  height: 90dvh;", ["dvh"]),
        (".css", "  color: color-mix(in srgb, red, blue);", ["color-mix()"]),
        (".css", "@media (width > 400px) {", ["@media range"]),
        (".css", ".row:has(b), .row:open {", [":open"]),
        (".css", "  display: grid;", []),
        (".html", '<div popover="auto">', ["popover="]),
        (".html", '<input autocomplete="off" enterkeyhint="go">', []),
    ],
)
def test_what_is_newer_than_the_oldest_browsers_is_found(suffix, text, new):
    assert [what for _line, what in READ[suffix](Reader(OLDEST), text)] == new


def test_what_is_used_is_told_with_its_place():
    assert any(place.startswith("static/css/") for place in used()["dvh"])
