"""What a phone reads before it puts the app on its home screen."""

import json
import re
import struct
from urllib.parse import urljoin

from tools.pocket import manifest
from tools.pocket.words import SHELL

MANIFEST = json.loads((SHELL / "manifest.webmanifest").read_text())
PAGE = (SHELL / "index.html").read_text()
FOLDER = "https://example.org/cards/pocket/"
BY_THE_BUILD = manifest.shell_icons()


def size_of(name: str) -> str:
    """The width and height of a PNG, as its head says them."""
    content = BY_THE_BUILD[name]
    assert content.startswith(b"\x89PNG")
    return "{}x{}".format(*struct.unpack(">II", content[16:24]))


def test_it_has_a_name_and_stays_in_its_folder():
    assert MANIFEST["name"] == MANIFEST["short_name"] == "Tricktally"
    assert MANIFEST["display"] == "standalone"
    for name in ("id", "start_url", "scope"):
        assert urljoin(FOLDER, MANIFEST[name]) == FOLDER
    assert 'rel="manifest" href="./manifest.webmanifest"' in PAGE


def test_every_picture_is_there_and_as_large_as_it_says():
    pictures = [*MANIFEST["icons"], *MANIFEST["screenshots"]]
    stated = {picture["src"]: picture["sizes"] for picture in pictures}

    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in MANIFEST["icons"]}
    assert any(icon.get("purpose") == "maskable" for icon in MANIFEST["icons"])
    assert stated.pop("shell/icon.svg") == "any"
    assert {name: size_of(name) for name in stated} == stated
    for name in re.findall(r'(?:href|src)="\./(shell/(?:icon|phone)[^"]*)"', PAGE):
        assert name in BY_THE_BUILD


def test_a_file_can_be_shared_with_it_and_is_posted_into_its_folder():
    target = MANIFEST["share_target"]

    assert urljoin(FOLDER, target["action"]) == f"{FOLDER}shared"
    assert (target["method"], target["enctype"]) == ("POST", "multipart/form-data")
    assert [file["name"] for file in target["params"]["files"]] == ["match"]
    assert '"shared"' in (SHELL / "sw.js").read_text()
