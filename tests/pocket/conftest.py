"""A pocket as its worker asks it; the built folder, and a browser that was at its host once."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

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
