"""The guard at the door: no posts from other sites, and headers that allow only our own files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

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
}
"""What every page says, whoever gives it."""
HEADERS_IN_FRAME = HEADERS | {
    "Content-Security-Policy": f"{POLICY}; frame-ancestors 'self'",
    "X-Frame-Options": "SAMEORIGIN",
}
"""The same for pages that are shown in a frame of ours."""
OF_DOCUMENTS = {
    "Content-Security-Policy",
    "Referrer-Policy",
    "X-Frame-Options",
    "Cross-Origin-Opener-Policy",
    "Permissions-Policy",
}
"""What a browser looks at only where it shows something by itself: on a stylesheet, a script or our
own drawings they would be a third of a kilobyte each for nothing."""
NO_DOCUMENTS = ("text/css", "text/javascript")
DRAWING = "image/svg+xml"


def init_app(app: Flask, headers: Mapping[str, str] = HEADERS) -> None:
    """Refuse posts from other sites and set the `headers` of every response."""
    app.before_request(reject_cross_site_posts)
    app.after_request(set_page_headers)
    app.wsgi_app = SecurityHeaders(app.wsgi_app, headers)  # type: ignore[method-assign]


class SecurityHeaders:
    """Adds its `headers` to whatever is answered, as far as they matter there: no page sets any of
    them itself."""

    def __init__(self, app: Callable[..., Iterable[bytes]], headers: Mapping[str, str]) -> None:
        self.app = app
        self.headers = list(headers.items())
        self.of_files = [header for header in self.headers if header[0] not in OF_DOCUMENTS]

    def __call__(
        self, environ: dict[str, Any], start_response: Callable[..., Any]
    ) -> Iterable[bytes]:
        def begin_answer(status: str, headers: list[tuple[str, str]], *about: Any) -> Any:
            ours = self.of_files if is_file_of_a_page(headers) else self.headers
            return start_response(status, headers + ours, *about)

        return self.app(environ, begin_answer)


def is_file_of_a_page(headers: list[tuple[str, str]]) -> bool:
    """Whether this is never shown by itself: what has words of people in it may be, and is kept by
    nobody."""
    about = dict(headers)
    kind = about.get("Content-Type", "")
    is_kept = about.get("Cache-Control", "").startswith("public")
    return kind.startswith(NO_DOCUMENTS) or (kind.startswith(DRAWING) and is_kept)


def reject_cross_site_posts() -> None:
    """A browser says where a post comes from; one that says nothing is not a browser.

    `Sec-Fetch-Site` is only sent to addresses with HTTPS, `Origin` to all. In a pocket the worker
    in the browser says it.
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
    """A page is asked for anew each time, and a part of it is not taken for the whole."""
    if response.mimetype == "text/html":
        response.headers.setdefault("Cache-Control", "no-store")
        response.vary.add("HX-Request")
    return response
