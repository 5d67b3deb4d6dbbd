"""The keys that open a club or a match, made as the app makes them."""

from app.store.clubs import clubs
from app.store.clubs.clubs import HOME
from app.store.engine import Database
from app.web.core.access import link_token


def key_to(db: Database, secret: bytes, club: str = HOME, match: int | None = None) -> str:
    """The key of a member of a club, or of who may watch a match of it, under a key of all links;
    as a link has it behind `/k/`."""
    kept = clubs.find_club(db, club)
    assert kept is not None, f"there is no club {club}"
    if match is None:
        return link_token(secret, kept, "member", kept.generation)
    generation = clubs.watch_generation(db, club, match)
    assert generation is not None, f"there is no match {match}"
    return link_token(secret, kept, "watcher", generation, match)
