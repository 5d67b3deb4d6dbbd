"""What anybody can send takes no more than linear time, at the largest size that is let in."""

import multiprocessing
import resource
from pathlib import Path

import pytest

from app.scoring.game import LONGEST_NAME
from app.scoring.model.spelling import MAX_LETTERS_READ, normalise_name
from app.server.wsgi import request_log
from app.web.core.http import LARGEST_POST
from testkit.linear_work import OUR_OWN, all_work, expressions

STOP = 60
"""Seconds of the processor for what takes a few, and took minutes where it was the square."""


def do_all(folder: Path, at_work: Path) -> None:
    """Do all pieces of work at the largest size; the one at hand is named in a file."""
    resource.setrlimit(resource.RLIMIT_CPU, (STOP, STOP))
    with all_work(folder) as works:
        for work in works:
            at_work.write_text(work.name)
            work.prepare(work.largest)()


def test_nothing_takes_more_than_linear_time(tmp_path):
    at_work = tmp_path / "at work"
    # A fork, since all that it needs is imported here already.
    process = multiprocessing.get_context("fork").Process(target=do_all, args=(tmp_path, at_work))
    process.start()
    process.join()

    assert process.exitcode == 0, f"ended at {at_work.read_text()}"


def test_what_is_let_off_is_there_and_a_name_that_is_far_too_long_is_still_too_long():
    assert OUR_OWN.keys() <= expressions().keys()
    assert LONGEST_NAME < len(normalise_name("a" * LARGEST_POST)) <= MAX_LETTERS_READ


DEEP = "/c/a" + 60 * "/x"


@pytest.mark.parametrize(
    ("path", "written"),
    [
        ("/k/secret", "/k/…"),
        ("//k//secret", "/k/…"),
        ("/K/secret", "/k/…"),
        (f"{DEEP}/k/secret", f"{DEEP}/k/…"),
        (300 * "/" + "k/secret", 200 * "/" + "…"),
        (190 * "a" + "/k/secret", 190 * "a" + "/k/…"),
    ],
)
def test_a_key_is_in_no_line_of_the_log(path, written):
    assert request_log.format_request({"PATH_INFO": path}, "200", 0).split()[2] == written


def test_a_key_is_in_nothing_that_a_library_tells_but_a_folder_is():
    for told in (
        *("GET http://host/k/secret", "GET /k/secret", "GET http:////k//secret", "'///k/secret'"),
        *("at http:///host/k/secret", "http://host:80//k/secret"),
    ):
        assert "secret" not in request_log.TOKEN_IN_TEXT.sub("/k/…", told)
    folder = 'File "/home/k/app.py", line 3'
    assert request_log.TOKEN_IN_TEXT.sub("/k/…", folder) == folder
