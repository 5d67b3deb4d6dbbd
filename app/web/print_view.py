"""A page for paper as a browser shows it, where no press is: the browser prints it itself.

The page is the one that a press would print; what a browser has to know beside it stands in
`static/print/shown.css` and `static/js/shown.js`.
"""

from __future__ import annotations

import re

from flask import Response, render_template, request, url_for

from app.paper.pdf import Page
from app.web.core.assets import file_url

FONTS = '<link rel="stylesheet" href="print/fonts.css"/>\n'
STYLESHEET = re.compile(r'(?<=<link rel="stylesheet" href=")(print/[\w-]+\.css)')
BODY = re.compile("<body[^>]*>")
INLINE = (
    (' style="', ' data-style="'),
    ("<style>", "<template>"),
    ("</style>", "</template>"),
)
"""What a page says of its lengths itself. Our policy keeps a browser from reading that, so a script
of ours does."""


def show(page: Page) -> Response:
    """The page with a way back and a button to print it."""
    html = page.html.replace(FONTS, "")
    html = STYLESHEET.sub(lambda link: file_url(link[1]), html)
    for ours, theirs in INLINE:
        html = html.replace(ours, theirs)
    head = render_template("paper/_shown_head.html")
    bar = render_template("paper/_shown_bar.html", title=page.title, back=way_back())
    html = html.replace("</head>", f"{head}</head>", 1)
    html = BODY.sub(lambda body: f'{body[0]}{bar}<div class="on-paper">', html, count=1)
    return Response(html.replace("</body>", "</div></body>"))


def way_back() -> str:
    """Where the links to this page stand."""
    about = request.view_args or {}
    if "match_id" in about:
        return url_for("paper.of_match", match_id=about["match_id"])
    if request.endpoint == "decks.print_deck":
        return url_for("decks.show_deck", key=about["key"])
    return url_for("paper.shelf")
