"""Lists are read from summaries; a title and a deletion are marks on a match, not on its log."""

from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta

import pytest

from app import store
from app.cli import main
from app.scoring import Event, Line
from app.server.run import open_app
from app.store import HOME
from tests.books import BUGS, OPEN, OVER, RULES, undo
from tests.front_door import CAST

MANY = 300
BY_CAST = store.Summary(is_over=True, values={"players": list(CAST)})

pytestmark = pytest.mark.every_engine


@pytest.fixture
def db(db):
    """A book with the club that plays in these tests."""
    store.ensure_home_club(db)
    return db


def begin(db, summary=OPEN):
    return store.begin_match(db, HOME, "trex", CAST, RULES, summary)


def ids(matches):
    return [match.id for match in matches]


def days_ago(days):
    return (datetime.now(UTC) - timedelta(days=days)).isoformat(timespec="milliseconds")


def change(db, sql, *values):
    """Meddle with the book as no verb does."""
    with db.transaction():
        db.execute(sql, values)


def test_a_line_brings_a_new_summary_and_the_moment_of_the_change(db):
    match_id = begin(db)
    (match,) = store.open_matches(db, HOME)
    assert match.summary == OPEN.values
    assert (match.game, match.title, match.deleted) == ("trex", "", None)

    undo(db, match_id, summary=OVER, at=days_ago(-1))

    assert store.open_matches(db, HOME) == []
    (match,) = store.past_matches(db, HOME, 9)
    assert match.summary == OVER.values
    assert match.changed > match.started


def test_a_summary_is_never_older_than_the_log(db):
    match_id = begin(db)

    with pytest.raises(store.Overtaken):
        undo(db, match_id, after=7, summary=OVER)
    assert store.open_matches(db, HOME)[0].summary == OPEN.values

    undo(db, match_id)
    assert store.open_matches(db, HOME)[0].summary is None

    undo(db, match_id, after=2, summary=OVER)
    store.save_summaries(db, HOME, [(match_id, 1, days_ago(1), OPEN)])
    assert ids(store.past_matches(db, HOME, 9)) == [match_id]


def test_every_open_match_is_listed_the_one_changed_last_first(db):
    begun = [begin(db) for _ in range(30)]
    undo(db, begun[0], summary=OPEN, at=days_ago(-1))

    assert ids(store.open_matches(db, HOME)) == [begun[0], *reversed(begun[1:])]


def test_past_matches_come_page_by_page(db):
    begun = [begin(db, OVER) for _ in range(7)]
    # One that was begun early ends late.
    late = begun.pop(2)
    undo(db, late, summary=OVER, at=days_ago(-1))

    first = store.past_matches(db, HOME, 3)
    second = store.past_matches(db, HOME, 3, before=first[-1].id)
    third = store.past_matches(db, HOME, 3, before=second[-1].id)

    assert ids(first) + ids(second) + ids(third) == [late, *reversed(begun)]


@pytest.mark.parametrize("words", ["ANNA", "nn", "friday", "fri\0day"])
@pytest.mark.parametrize("games", [[], ["trico"], ["trico", "tribello"]])
def test_a_match_is_found_by_a_part_of_a_name_or_a_title(words, games, db):
    match = begin(db, BY_CAST)
    store.set_title(db, HOME, match, "Friday_%")

    assert ids(store.search_matches(db, HOME, words, games, 9)) == [match]
    assert ids(store.search_matches(db, HOME, "nobody", ["trex", *games], 9)) == [match]
    assert store.search_matches(db, HOME, "nobody", games, 9) == []
    assert ids(store.search_matches(db, HOME, "y_%", games, 9)) == [match]
    assert store.search_matches(db, HOME, "i_d", games, 9) == []


def test_what_is_found_comes_page_by_page_the_latest_first(db):
    over = begin(db, BY_CAST)
    waits = begin(db, store.Summary(is_over=False, values={"players": ["Zoë"]}))
    store.set_title(db, HOME, waits, "For Anna")

    assert ids(store.search_matches(db, HOME, "ann", [], 9)) == [waits, over]
    assert ids(store.search_matches(db, HOME, "ann", [], 1)) == [waits]
    assert ids(store.search_matches(db, HOME, "ann", [], 9, before=waits)) == [over]
    assert ids(store.search_matches(db, HOME, "zo", ["tribello"], 9)) == [waits]


def test_the_latest_match_of_a_name_is_found_whether_it_is_over_or_not(db):
    over, waits = begin(db, OVER), begin(db, OPEN)

    assert store.find_same_match(db, HOME, "trex", CAST, [RULES]) == waits
    store.delete_match(db, HOME, waits)
    assert store.find_same_match(db, HOME, "trex", CAST, [RULES]) == over


@pytest.mark.in_a_file
def test_many_matches_that_are_over_cost_a_list_nothing(db):
    """The plan of SQLite looks into an index, and scans and sorts nothing."""
    listed = "SELECT number FROM matches WHERE club = 'home' AND deleted IS NULL AND is_over"
    for query in (
        f"{listed} = 0 ORDER BY changed DESC, number DESC",
        f"{listed} = 1 AND (changed, number) <"
        " (SELECT changed, number FROM matches WHERE club = 'home' AND number = 5)"
        " ORDER BY changed DESC, number DESC LIMIT 12",
        "SELECT 1 FROM matches WHERE club = 'home' AND deleted IS NOT NULL LIMIT 1",
    ):
        plan = " ".join(row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {query}"))
        assert "INDEX matches_" in plan
        assert "TEMP B-TREE" not in plan


WHIST = [
    Event("entry", 0, "rules", {"upper": 3, "lower": -10}),
    Event("entry", 1, "first", [6, 2, 1]),
    Event("entry", 1, "second", [1, 2, 6]),
]


@pytest.fixture
def rebuilt(book, capsys):
    """Run `tricktally rebuild`, and return what it prints."""

    def run():
        assert main(["rebuild", "--database", str(book)]) == 0
        return capsys.readouterr().out

    return run


@pytest.mark.parametrize(
    "damage", ["NULL", "'not JSON'", "'[]'", "'{\"totals\": [9, 9, 9]}'"], ids=str
)
def test_rebuild_makes_what_was_lost_or_wrong_again_from_the_logs(damage, db, rebuilt):
    match_id = store.begin_match(db, HOME, "italian_whist", CAST[:3], WHIST[0])
    store.append(db, HOME, match_id, [Line(event) for event in WHIST[1:]], after=1)
    # A server that looks at what it is given lets nobody write just anything.
    with suppress(*BUGS):
        change(db, f"UPDATE matches SET summary = {damage}, is_over = 0, changed = ''")

    words = rebuilt()

    (match,) = store.past_matches(db, HOME, 9)
    assert match.summary["totals"] == [5, 0, -5]
    assert match.summary["winners"] == [0]
    assert match.changed == store.find_log_head(db, HOME, match_id).at
    assert "1 matches" in words


def test_rebuild_reads_every_match_of_a_game_that_we_know(db, rebuilt):
    store.begin_match(db, HOME, "skat", CAST[:3], RULES)
    for _each in range(MANY):
        store.begin_match(db, HOME, "italian_whist", CAST[:3], WHIST[0])

    assert f"{MANY} matches" in rebuilt()

    *known, unknown = store.open_matches(db, HOME)
    assert unknown.summary is None
    assert all(match.summary for match in known)


@pytest.mark.in_a_file
def test_rebuild_says_if_there_is_no_score_book(book, capsys):
    assert main(["rebuild", "--database", str(book)]) == 1
    assert "there is no" in capsys.readouterr().err
    assert not book.exists()


def test_a_doubt_is_counted_beside_the_log_and_touches_no_line(db):
    match_id = begin(db)
    before = store.find_match(db, HOME, match_id)

    store.flag_deal(db, HOME, match_id, 1, "Look")
    store.flag_deal(db, HOME, match_id, 1, "Look again")
    assert store.find_log_head(db, HOME, match_id).revision == 1
    store.confirm_deal(db, HOME, match_id, 1)
    store.confirm_deal(db, HOME, match_id, 1)
    assert store.find_log_head(db, HOME, match_id).revision == 2
    store.set_title(db, HOME, match_id, "Friday")

    after = store.find_match(db, HOME, match_id)
    (doubt,) = store.list_flags(db, HOME, match_id)
    assert (doubt.deal, doubt.words, doubt.outcome) == (1, "Look", "right")
    assert (before.revision, after.revision) == (0, 3)
    assert after.log == before.log
    assert list(store.damaged_lines(db)) == []


def test_nobody_doubts_a_deal_of_a_match_that_is_not_there(db):
    with pytest.raises(BUGS):
        store.flag_deal(db, HOME, 99, 1)


def test_what_is_deleted_stands_in_no_list_and_comes_back_as_it_was(db):
    one, other = begin(db), begin(db, OVER)
    before = store.find_match(db, HOME, one), store.open_matches(db, HOME)
    for match_id in (one, other):
        store.delete_match(db, HOME, match_id)

    assert store.open_matches(db, HOME) == store.past_matches(db, HOME, 9) == []
    assert store.recent_players(db, HOME, 9) == []
    assert store.find_same_match(db, HOME, "trex", CAST, [RULES]) is None
    assert set(ids(store.deleted_matches(db, HOME))) == {one, other}

    store.restore_match(db, HOME, one)

    assert (store.find_match(db, HOME, one), store.open_matches(db, HOME)) == before


def test_the_moment_of_the_first_deletion_counts(db):
    match_id = begin(db)
    change(db, "UPDATE matches SET deleted = ?", days_ago(29))
    before = store.find_match(db, HOME, match_id).deleted

    store.delete_match(db, HOME, match_id)

    assert store.find_match(db, HOME, match_id).deleted == before


def test_what_was_deleted_a_month_ago_is_removed_for_good_at_start(db, book, tmp_path):
    lately, gone, stays = begin(db), begin(db), begin(db)
    for match_id in (lately, gone, stays):
        store.flag_deal(db, HOME, match_id, 1)
    for match_id, days in ((lately, 29), (gone, 31)):
        change(db, "UPDATE matches SET deleted = ? WHERE number = ?", days_ago(days), match_id)

    open_app(store.engine_for(book), tmp_path / "key", is_open=True)

    with closing(store.engine_for(book).connect()) as db:
        assert store.match_ids(db, HOME) == [lately, stays]
        for table in ("events", "doubts"):
            left = db.execute(f"SELECT match FROM {table} ORDER BY match").fetchall()
            assert left == [(lately,), (stays,)]
