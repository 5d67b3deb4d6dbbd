"""A pocket as its worker asks it; the built folder, a browser that was at its host once, and a
phone at a club whose server can be lost."""

import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from testkit.browser.phone import TRIBELLO
from testkit.pocket.away import AwayPhone, Club, phone_at
from testkit.pocket.site import Site, installed_at
from tests.pocket.door import Door


@pytest.fixture
def pocket(tmp_path: Path) -> Door:
    """An empty pocket."""
    return Door(tmp_path)


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, int]:
    """The profile of a browser that was at the host of this port once, and kept everything."""
    site = installed_at(tmp_path_factory.mktemp("pocket") / "profile")
    return site.profile, site.port


@pytest.fixture
def site(installed: tuple[Path, int], tmp_path: Path) -> Iterator[Site]:
    """The folder on a host, and a browser that was there before."""
    kept, port = installed
    with Site(Path(shutil.copytree(kept, tmp_path / "profile", symlinks=True)), port) as site:
        yield site


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    """A server with one club that can be lost."""
    club = Club(tmp_path)
    yield club
    club.close()


@pytest.fixture
def phone(club: Club, tmp_path: Path) -> Iterator[AwayPhone]:
    """A phone at this club."""
    with phone_at(club, tmp_path / "profile") as phone:
        yield phone


@pytest.fixture
def table(phone: AwayPhone) -> AwayPhone:
    """A match of Tribello whose first deal is scored."""
    phone.begin(*TRIBELLO)
    phone.wait_until_ready()
    phone.play_deals(random.Random(1), 1)
    return phone
