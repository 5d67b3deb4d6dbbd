"""The pages of a match, as far as links lead."""

from collections import Counter
from urllib.parse import urldefrag

from testkit.home_urls import at_home

MATCH = "/matches/1"

OF_ONE_KIND = 3
"""So many pages of a kind are opened, such as deals or sections of the rules."""


def pages_of(phone):
    """The pages of the match to which links lead from its first one, by their addresses."""
    pages, opened = {}, Counter()
    ahead = [MATCH, f"{MATCH}/rules/now", f"{MATCH}/rules/search?q=deal", f"{MATCH}/rules/settle/"]
    # Whatever is played, one of these is a question of another game.
    ahead += [f"{MATCH}/rules/settle/{ruling}" for ruling in ("trex/stop", "torite/win")]
    for path in ahead:
        kind = kind_of(phone.app, path)
        if path in pages or opened[kind] == OF_ONE_KIND:
            continue
        opened[kind] += 1
        page = phone.open(path)
        if page.response.mimetype == "text/html":
            pages[path] = page
            ahead += [urldefrag(link)[0] for link in page.links if is_of_match(link)]
    return pages


def is_of_match(link):
    is_below = link == MATCH or link.startswith((f"{MATCH}/", f"{MATCH}?"))
    return is_below and not is_printed(link)


def is_printed(link):
    return link.partition("?")[0].endswith(".pdf")


def kind_of(app, path):
    return app.url_map.bind("localhost").match(at_home(path).partition("?")[0])[0]
