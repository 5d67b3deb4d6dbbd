"""A PDF as a response: the paper that is asked for, the file and its name, and why there is none.

In the pocket, which cannot make PDF, the document is shown as a page that the browser prints.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection

from flask import Flask, Response, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app.languages import current_language
from app.paper.pdf import LIBRARIES, NotInstalled, PdfFile, PrintDocument
from app.scoring import _
from app.web.core.access import this_requester
from app.web.core.errors import abort_with, show_error, try_again
from app.web.core.http import set_download_name
from app.web.core.page.assets import file_url
from app.web.core.services import services
from app.worker import Busy, OverBudget

DEFAULT_PAPER = "a4"
MAX_FILE_NAME_LETTERS = 120
DASH = "\N{EN DASH}"
"""Before the players in the name of a file."""

FONTS = '<link rel="stylesheet" href="print/fonts.css"/>\n'
STYLESHEET = re.compile(r'(?<=<link rel="stylesheet" href=")(print/[\w-]+\.css)')
BODY = re.compile("<body[^>]*>")
INLINE = (
    (' style="', ' data-style="'),
    ("<style>", "<template>"),
    ("</style>", "</template>"),
)
"""The lengths that a document sets itself. Our content security policy keeps a browser from reading
them, so `static/js/paper.js` does."""


def init_app(app: Flask) -> None:
    """Say why a document cannot be printed now."""
    app.register_error_handler(Busy, say_busy)
    app.register_error_handler(OverBudget, say_over_budget)
    app.register_error_handler(NotInstalled, say_not_installed)


def requested_paper(papers: Collection[str]) -> str:
    """Return the paper that the query asks for; abort with 400 if it is none of `papers`."""
    paper = request.args.get("paper", DEFAULT_PAPER)
    if paper not in papers:
        abort_with(
            400, _("There is no such paper size. Choose one of: {papers}.", papers=[*papers])
        )
    return paper


def show_pdf(
    key: tuple[object, ...],
    name: str,
    lay_out: Callable[[], PrintDocument],
    ready: PdfFile | None = None,
) -> Response:
    """Return the PDF with this `key`, rendered if it is neither `ready` nor cached, to be saved as
    `name`; in the pocket the document itself.

    Its ETag is the fingerprint of the document: a browser that has the same PDF gets 304 without
    waiting for the renderer.
    """
    queue = services().print_queue
    if queue is None:
        return show_html(lay_out())
    key = (*key, current_language())
    response = Response(mimetype="application/pdf")
    pdf = ready or queue.cached(key)
    # To lay out a document takes milliseconds, to render it most of a second and a place in the
    # queue: what a browser has already is recognised before that.
    document = lay_out() if pdf is None and request.if_none_match else None
    if document and document.fingerprint in request.if_none_match:
        response.set_etag(document.fingerprint)
    else:
        if pdf is None:
            lay_out = (lambda: document) if document else lay_out
            pdf = queue.get_or_render(key, lay_out, this_requester())
        response.data = pdf.content
        response.set_etag(pdf.fingerprint)
    response.cache_control.private = True
    response.cache_control.no_cache = True
    name_pdf(response, name)
    response.make_conditional(request)
    return response


def name_pdf(response: Response, name: str) -> None:
    """Set the name of the file; clients that read only ASCII get the part before the players."""
    name = re.sub(r'[\\/:*?"<>|\x00-\x1f]+', "-", name)
    ascii_name = name.partition(f" {DASH} ")[0].encode("ascii", "ignore").decode()
    whole = name if ascii_name == name else name[:MAX_FILE_NAME_LETTERS].strip()
    set_download_name(response, "inline", f"{whole}.pdf", f"{ascii_name}.pdf")


def say_busy(busy: Busy) -> ResponseReturnValue:
    """503: too many documents are waiting to be rendered."""
    sentence = try_again(busy.after, _("Too much is being printed."))
    return show_error(503, sentence, retry_after=busy.after)


def say_over_budget(over: OverBudget) -> ResponseReturnValue:
    """429: enough was printed for this club, or this address."""
    sentence = try_again(over.after, _("Too much was printed in one minute."))
    return show_error(429, sentence, retry_after=over.after)


def say_not_installed(_error: NotInstalled) -> ResponseReturnValue:
    """503: a library is missing, with the command that installs it."""
    sentence = _(
        "This computer cannot make a PDF yet. Install what is missing: {command}",
        command=f"sudo apt install {LIBRARIES}",
    )
    return show_error(503, sentence)


# A document in the browser


def show_html(document: PrintDocument) -> Response:
    """`document` as a page with a link back and a button that prints it."""
    html = document.html.replace(FONTS, "")
    html = STYLESHEET.sub(lambda link: file_url(link[1]), html)
    for name, inert_name in INLINE:
        html = html.replace(name, inert_name)
    head = render_template("paper/_shown_head.html")
    bar = render_template("paper/_shown_bar.html", title=document.title, back=url_of_link())
    html = html.replace("</head>", f"{head}</head>", 1)
    html = BODY.sub(lambda body: f'{body[0]}{bar}<div class="on-paper">', html, count=1)
    return Response(html.replace("</body>", "</div></body>"))


def url_of_link() -> str:
    """Return the URL of the page that links to this document."""
    values = request.view_args or {}
    if "match_id" in values:
        return url_for("paper.of_match", match_id=values["match_id"])
    if request.endpoint == "almanac.print_year":
        return url_for("year.show_year", year=values["year"])
    if request.endpoint == "decks.print_deck":
        return url_for("decks.show_deck", key=values["key"])
    return url_for("paper.print_index")
