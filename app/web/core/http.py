"""Requests and responses beyond Flask's: cross-site posts (CSRF) are rejected, security headers let
a browser load only our own files; headers of htmx, names of downloads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any
from urllib.parse import quote

from flask import Flask, Response, abort, request

POLICY = "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'"
HEADERS = {
    "Content-Security-Policy": f"{POLICY}; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    # No other site opens a window that can reach into ours, or shows a file of ours as its own.
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    # All that a card table needs of a phone is that its screen stays on.
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    # Says to our scripts that nobody else has answered, such as a proxy or a hotel's network.
    "X-Tricktally": "1",
}
"""Of every page."""
HEADERS_IN_FRAME = HEADERS | {
    "Content-Security-Policy": f"{POLICY}; frame-ancestors 'self'",
    "X-Frame-Options": "SAMEORIGIN",
}
"""Of pages that are shown in a frame of ours."""
DOCUMENT_HEADERS = {
    "Content-Security-Policy",
    "Referrer-Policy",
    "X-Frame-Options",
    "Cross-Origin-Opener-Policy",
    "Permissions-Policy",
    "X-Tricktally",
}
"""Headers that a browser reads only of what it shows by itself: on a stylesheet, a script or our
icons they would be a third of a kilobyte each for nothing."""
LARGEST_POST = 64 * 1024
"""In bytes."""
SAFE_IN_QUERY = "/?:@!$&'()*+,;=-._~%"
SAFE_IN_HEADER = "!#$&+^`|~"
"""What needs no escape in the name of a download, beside letters and digits (RFC 8187)."""
NOT_DOCUMENTS = ("text/css", "text/javascript", "image/svg+xml")


def init_app(app: Flask, headers: Mapping[str, str] = HEADERS) -> None:
    """Reject cross-site posts and add the `headers` to every response."""
    app.before_request(reject_cross_site_posts)
    app.after_request(set_page_headers)
    app.wsgi_app = SecurityHeaders(app.wsgi_app, headers)  # type: ignore[method-assign]


class SecurityHeaders:
    """Middleware that adds its `headers` to responses, as far as they matter there, and escapes
    what a query may not hold."""

    def __init__(self, app: Callable[..., Iterable[bytes]], headers: Mapping[str, str]) -> None:
        self.app = app
        self.headers = list(headers.items())
        self.file_headers = [header for header in self.headers if header[0] not in DOCUMENT_HEADERS]

    def __call__(
        self, environ: dict[str, Any], start_response: Callable[..., Any]
    ) -> Iterable[bytes]:
        query = environ.get("QUERY_STRING", "")
        if not query.isascii():  # as no browser sends it
            environ["QUERY_STRING"] = quote(query.encode("latin-1"), SAFE_IN_QUERY)

        def begin_response(status: str, headers: list[tuple[str, str]], *exc_info: Any) -> Any:
            ours = self.file_headers if is_file_of_a_page(headers) else self.headers
            return start_response(status, headers + ours, *exc_info)

        return self.app(environ, begin_response)


def is_file_of_a_page(headers: list[tuple[str, str]]) -> bool:
    """Whether a response is never shown by itself: stylesheets, scripts and our icons, which are
    cached. The picture of a match may be, which holds names that people typed, and a service worker
    obeys the policy that it came with: neither is cached."""
    sent = dict(headers)
    is_cached = sent.get("Cache-Control", "").startswith("public")
    return is_cached and sent.get("Content-Type", "").startswith(NOT_DOCUMENTS)


def reject_cross_site_posts() -> None:
    """Check for CSRF: abort with 403 if a browser says that a post comes from another site.

    It says so in `Sec-Fetch-Site`, which is only sent over HTTPS, or in `Origin`. A client that
    sends neither is no browser, and has no cookie that a user did not give it. Forms need no token:
    they stay open for hours and are sent again after bad wifi.
    """
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    site = request.headers.get("Sec-Fetch-Site")
    origin = request.headers.get("Origin")
    if site not in (None, "same-origin", "none"):
        abort(403)
    if site is None and origin is not None and origin != request.host_url.rstrip("/"):
        abort(403)


def set_page_headers(response: Response) -> Response:
    """Let no cache keep a page, or take a part of it for the whole."""
    if response.mimetype == "text/html":
        response.headers.setdefault("Cache-Control", "no-store")
        response.vary.add("HX-Request")
    return response


def wants_partial() -> bool:
    """Whether htmx asks for a part of the page; for its history it wants the whole."""
    return "HX-Request" in request.headers and "HX-History-Restore-Request" not in request.headers


def wants_json() -> bool:
    """Whether a script of ours asks, which reads JSON and no page."""
    return request.accept_mimetypes.best == "application/json"


def set_download_name(response: Response, kind: str, name: str, plain: str) -> None:
    """Set Content-Disposition: `inline` or `attachment`, and the name of the file.

    A browser that reads only ASCII there takes the `plain` name.
    """
    response.headers.set("Content-Disposition", kind, filename=plain)
    if plain != name:
        encoded = f"; filename*=UTF-8''{quote(name, safe=SAFE_IN_HEADER)}"
        response.headers["Content-Disposition"] += encoded
