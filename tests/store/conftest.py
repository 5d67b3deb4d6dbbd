"""What the tests of the store share."""

import pytest

from app.store.clubs import clubs


@pytest.fixture
def db(db):
    """A database with the club that plays in these tests."""
    clubs.ensure_home_club(db)
    return db
