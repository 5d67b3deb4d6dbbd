"""Players of one match who are called alike, since two of them or all were forgotten: no page
fails, and nothing that is entered for one counts for another."""

import pytest

from app.games import GAMES
from app.matchfile.bg_stats import as_play
from app.store.clubs.clubs import HOME
from app.store.matches import erasure
from app.store.people import people
from testkit.match import CAST, TEN_NAMES
from testkit.play import Played, legal_answer, play_at_random
from testkit.web.table import fields_for, keep
from tests.web.pages_of_match import pages_of

NEW = ["Emil", "Fritz", "Gerda"]
OF_A_CLUB = ("/", "/evenings", "/evenings/1", "/players", "/numbers", "/matches/earlier", "/more")
FILES = ("/match.json", "/match.csv", "/sheet.pdf", "/blank.pdf")


def forget(db, number):
    """Forget the first people of the club."""
    for person in people.list_people(db, HOME)[:number]:
        erasure.forget_person(db, HOME, person.id)


@pytest.fixture
def forgotten(app, db, rng, render_here):
    """A match of a game, over or not, whose players were forgotten: the first `number` of them."""

    def play(game, number, *, over):
        if over:
            played = play_at_random(GAMES[game], rng, players=max(GAMES[game].players))
        else:
            played = Played(GAMES[game], TEN_NAMES[: max(GAMES[game].players)])
            for _each in range(9):
                if played.standing.prompt:
                    played.answer(legal_answer(played.standing.prompt, rng))
        table = keep(app, played)
        forget(db, number)
        return table

    return play


@pytest.mark.parametrize(
    ("number", "over"), [(2, False), (4, True)], ids=["two in play", "all of one that is over"]
)
@pytest.mark.parametrize("game", GAMES)
def test_every_page_and_file_is_there(game, over, number, forgotten):
    table = forgotten(game, number, over=over)
    phone = table.phone
    assert [str(seat) for seat in table.standing.table.players].count("someone") == min(
        number, len(table.standing.table.players)
    )

    assert {page.status for page in pages_of(phone).values()} <= {200, 422}
    assert {path: phone.open(path).status for path in OF_A_CLUB} == dict.fromkeys(OF_A_CLUB, 200)
    assert {path: table.open(path).status for path in FILES} == dict.fromkeys(FILES, 200)


@pytest.mark.parametrize("number", [2, 4], ids=["two", "all"])
@pytest.mark.parametrize("game", GAMES)
def test_every_answer_is_corrected_for_the_seat_that_it_is_about(game, number, forgotten, rng):
    table = forgotten(game, number, over=True)
    questions = [(one.prompt, one.answer) for one in table.standing.answered]
    for prompt, _answer in rng.sample(questions, min(5, len(questions))):
        answered = table.standing.answer_to(prompt.deal, prompt.key)
        if answered is None:
            continue
        other = legal_answer(answered.prompt, rng)
        fields = fields_for(answered.prompt, other)
        path = f"/deals/{prompt.deal}/{prompt.key}"
        assert table.send(f"{path}/preview", fields).status == 200
        saved = table.send(path, fields | {"save": "1"})
        assert saved.status in (200, 303), (fields, saved.text)
        if saved.status == 303:
            assert (table.events[-1].kind, table.events[-1].key) == ("correction", prompt.key)
            assert table.undo().status == 303


@pytest.mark.parametrize("game", [key for key in GAMES if max(GAMES[key].players) > 2])
def test_another_order_is_seen_saved_and_undone(game, forgotten, rng):
    table = forgotten(game, 4, over=True)
    before = table.standing
    order = [1, 2, 0, *range(3, len(before.table.players))]
    fields = {f"seats.{place}": str(seat) for place, seat in enumerate(order)}

    assert table.send("/seats", fields).status == 200
    assert table.send("/seats", fields | {"save": "1"}).status == 303

    after = table.match
    assert [*after.seating.starting_seats] == order
    assert table.undo().status == 303
    assert table.standing.totals == before.totals


def test_who_was_forgotten_in_one_match_is_nobody_of_another(app, db, begin):
    first, second = (begin("italian_whist", names, upper="9") for names in (CAST[:3], NEW))
    for table in (first, second):
        table.play([9, 0, 0], [0, 4, 5])
    forget(db, 6)

    known = [
        {one["sourcePlayerId"] for one in as_play(it.match)["players"]} for it in (first, second)
    ]
    assert not known[0] & known[1]
