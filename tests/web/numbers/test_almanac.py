"""The club's year on paper: what stands on it, how many pages it has, and how it is printed."""

import re
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from itertools import cycle, pairwise
from random import Random

import pytest
from flask import g

from app.cli import main
from app.games import GAMES
from app.ops import print_sheet
from app.store import engine_for
from app.store.clubs import clubs
from app.store.clubs.clubs import HOME
from app.web.numbers.almanac import PlayedTogether, lay_out_year
from testkit.match import CAST
from testkit.play import keep_in, play_at_random
from testkit.printed import MILLIMETRES, WHOLE, Leaves, Pdf, needs_pango, shared_renderer

ANNA, BRUNO, CARLA, DINO = CAST
CROWD = [*CAST, "محمد", "Christoph-Alexander von und zu", *(f"Guest {n}" for n in range(8))]
LEAST_TYPE = 9 * 96 / 72
"""In pixels."""
MARGIN = 36 * MILLIMETRES


def year_of(app, matches, people):
    """The almanac of a year in which so many of a crowd played so many matches, twelve an
    evening."""
    rng = Random(matches)
    pool = [
        play_at_random(game, rng, players=players, mishaps=0).match
        for game in GAMES.values()
        for players in game.players
    ]
    for n, match in zip(range(matches), cycle(pool), strict=False):
        names = rng.sample(CROWD[:people], len(match.players))
        began = datetime(2020, 1, 1 + n // 12, 12, n % 12, tzinfo=UTC)
        keep_in(app.config["DATABASE"], replace(match, players=names), began)
    engine = engine_for(app.config["DATABASE"])
    with app.test_request_context(), closing(engine.connect()) as db:
        g.club_id, g.club, g.db = HOME, clubs.find_club(db, HOME), db
        document = lay_out_year("2020")
        del g.db
    return document


@needs_pango
def test_a_year_is_printed_from_its_page(phone, play_on, render_here):
    for day in ("2020-02-01", "2020-02-01", "2020-02-02", "2020-05-03"):
        play_on(day, ANNA, BRUNO, CARLA)
    play_on("2019-12-31", CARLA, DINO, BRUNO)

    assert "/numbers/almanac/2020.pdf" in phone.open("/numbers").links
    pdf = Pdf(phone.open("/numbers/almanac/2020.pdf").response.data)
    assert pdf.sizes == {WHOLE["a4"]}
    assert pdf.is_tagged
    assert "3evenings 4matches 4deals 1 hat the table" in pdf.text
    assert "Anna +4 +4 Bruno −4 +4 Carla −4 −4" in pdf.text
    assert "Saturday 1 February Anna led, ahead in 4 of 4 meetings." in pdf.text
    assert DINO not in pdf.text, "who played in another year"
    for year in ("2018", "2021", "20200", "202", "x"):
        assert phone.open(f"/numbers/almanac/{year}.pdf").status == 404


@needs_pango
@pytest.mark.parametrize(
    ("matches", "people", "pages"), [(1, 4, 1), (48, 10, 1), (60, len(CROWD), 2)]
)
def test_it_fills_a_page_and_a_second_one_if_more_than_ten_have_met(
    app, caplog, matches, people, pages
):
    leaves = Leaves(year_of(app, matches, people))

    assert len(leaves.leaves) == pages
    assert not caplog.records, "CSS that is ignored, or letters without a shape"
    words = [box for leaf in leaves.leaves for box in leaf.inside() if box.text.strip()]
    assert not [box.text for box in words if box.style["font_size"] < LEAST_TYPE - 0.01]
    edges = (MARGIN - 0.1, WHOLE["a4"][0] - MARGIN + 0.1)
    assert not [box.text for box in words if box.left < edges[0] or box.right > edges[1]]
    assert "The evening of the year" in leaves.leaves[0].words


@pytest.mark.parametrize("won", [1, 4, 5, 9, 10, 13])
def test_matches_won_together_are_strokes_side_by_side_the_fifth_across_four(won, app):
    with app.test_request_context():
        tally = PlayedTogether(GAMES["torite"], "4", won, 20, 0).tally
    starts = re.findall(r"M(\d+) (?:2v16|15L(\d+) 5)", tally)
    width = int(re.search(r'width="(\d+)"', tally)[1])
    upright = [int(left) for left, end in starts if not end]
    across = [(int(left), int(end)) for left, end in starts if end]

    assert len(starts) == won
    assert len(across) == won // 5
    assert {b - a for a, b in pairwise(upright)} <= {6, 12}
    for left, end in across:
        assert len([it for it in upright if left < it < end]) == 4
    assert max(upright + [end for _left, end in across]) < width
    assert f"won: {won}" in tally


@pytest.fixture
def command(app, tmp_path, monkeypatch, capfd):
    """Run the command; returns its exit status and what it says."""
    monkeypatch.setattr(print_sheet, "PdfRenderer", shared_renderer)

    def run(*words, out=tmp_path / "year.pdf"):
        status = main(["almanac", *words, "-o", str(out), "--database", app.config["DATABASE"]])
        return status, capfd.readouterr().err

    return run


@needs_pango
def test_the_command_prints_what_a_member_sees(app, phone, play_on, command, render_here, tmp_path):
    play_on("2020-02-01", ANNA, BRUNO, CARLA)

    assert command("2020", "--club", HOME) == (0, "")
    printed = Pdf((tmp_path / "year.pdf").read_bytes())
    on_phone = Pdf(phone.open("/numbers/almanac/2020.pdf").response.data)
    assert printed.identifier == on_phone.identifier
    assert command("2020", "--club", HOME, out=tmp_path / "no" / "year.pdf") == (
        1,
        f"tricktally: cannot write {tmp_path}/no/year.pdf: No such file or directory\n",
    )


def test_the_command_says_what_there_is(app, db, play_on, command):
    for day in ("2019-02-01", "2020-02-01"):
        play_on(day, ANNA, BRUNO, CARLA)

    assert command("2021") == (
        1,
        "tricktally: Home has played no match to its end in 2021; years with some: 2019, 2020\n",
    )
    other = clubs.create_club(db, "Other").id
    ids = f"the clubs here: home (Home), {other} (Other)\n"
    assert command("2020") == (1, f"tricktally: name one with --club; {ids}")
    assert command("2020", "--club", "x") == (1, f"tricktally: there is no club 'x'; {ids}")
    assert command("2020", "--club", other)[1].endswith("in 2020; years with some: none\n")
    db.execute("UPDATE matches SET counted = 0")
    assert "are not counted yet: run `tricktally rebuild" in command("2020", "--club", HOME)[1]
