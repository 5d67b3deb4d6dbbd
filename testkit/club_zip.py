"""Whole clubs as one file, written by hand."""

import json
from io import BytesIO
from warnings import catch_warnings
from zipfile import ZIP_DEFLATED, ZipFile

from app import matchfile
from testkit.match import match_file

DECK = {"symbols": ["spade", "heart", "acorn"], "large": ["spade"]}

HOUSE = {str(number): DECK for number in range(1, 10)}

ID = "01234567-89ab-4cde-8f01-23456789abcd"


def club_zip(entries=(), packed=ZIP_DEFLATED, **contents):
    """A file of a club, with these files beside `club.json`, and more or other keys in that."""
    head = {"format": "tricktally-club/1", "club": "Friends", "made": "2026-11-22T20:00:00+00:00"}
    return zip_of(("club.json", json.dumps(head | contents)), *entries, packed=packed)


def zip_of(*named, packed=ZIP_DEFLATED):
    """A zip of these files, each with its name and its text."""
    written = BytesIO()
    with ZipFile(written, "w", packed) as archive, catch_warnings(action="ignore"):
        for name, text in named:
            archive.writestr(name, text)
    return written.getvalue()


def a_match(**about):
    """A match file as text."""
    file = match_file("italian_whist", [{"first": [9, 0, 0], "second": [0, 9, 0]}])
    return json.dumps({"id": ID, "started": "2024-05-04T19:00:00+00:00"} | file | about)


def zip_of_one(**about):
    return club_zip([("matches/1.json", a_match(**about))])


def file_of(match, first_digit):
    """A match as the text of its file; its id begins with this digit."""
    return matchfile.as_text(matchfile.as_file(match, {"id": f"{first_digit}{ID[1:]}"}))


ONE = [("matches/1.json", a_match())]
