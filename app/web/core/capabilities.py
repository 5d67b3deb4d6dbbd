"""What can be done here beside keeping the score: that depends on the door.

A server lets other phones in, lets them follow a match, and prints. A book that lies on the phone
itself has nobody to let in; printing it leaves to the browser, and its matches it sends on.
Templates ask with `can`, and nothing else differs in them.
"""

from __future__ import annotations

from typing import Literal

from flask import Flask, current_app

Ability = Literal["invite", "follow", "pdf", "install", "send"]
"""To let others in by links and codes; to let them follow by streams; to make a PDF; to be put
on the home screen of the phone that keeps the matches; to send matches on to a server, and take
some from there."""


def prepare(app: Flask, *abilities: Ability) -> None:
    """Say what can be done here, and let templates ask."""
    kept = frozenset(abilities)
    app.extensions["abilities"] = kept
    app.jinja_env.globals["can"] = kept.__contains__
    # Nowhere, unless the door offers the pocket edition.
    app.jinja_env.globals["pocket_url"] = str


def can(ability: Ability) -> bool:
    """Whether this can be done here."""
    return ability in current_app.extensions["abilities"]
