"""The guard at the door: no posts from other sites, and headers that allow only our own files."""

from __future__ import annotations

from flask import Flask, Response, abort, request

POLICY = (
    "default-src 'self'; object-src 'none'; base-uri 'none';"
    " form-action 'self'; frame-ancestors 'none'"
)


def put_on(app: Flask) -> None:
    """Refuse posts from other sites and set the headers of every response."""
    app.before_request(refuse_foreign_posts)
    app.after_request(add_headers)


def refuse_foreign_posts() -> None:
    """A browser says where a post comes from; one that says nothing is not a browser.

    `Sec-Fetch-Site` is only sent to addresses with HTTPS, `Origin` to all.
    """
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    site = request.headers.get("Sec-Fetch-Site")
    origin = request.headers.get("Origin")
    if site not in (None, "same-origin", "none"):
        abort(403)
    if site is None and origin is not None and origin.partition("://")[2] != request.host:
        abort(403)


def add_headers(response: Response) -> Response:
    """The same for every page."""
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "same-origin"
    response.headers["X-Frame-Options"] = "DENY"
    if response.mimetype == "text/html":
        response.headers.setdefault("Cache-Control", "no-store")
        response.vary.add("HX-Request")
    return response
