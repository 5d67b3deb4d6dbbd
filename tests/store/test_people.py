"""People beside the log: whose a name is, who sat where, and what becomes of that."""

import re
from itertools import pairwise

import pytest

from app.scoring import Event, Line, _
from app.scoring.model.seats import hues_of
from app.store.clubs.clubs import HOME
from app.store.engine import now
from app.store.matches import deletion, erasure, lists, log, matches
from app.store.matches.log import Overtaken, Summary
from app.store.people import colours, merging, naming, people, seatings
from app.store.people.people import NameTaken, NoSuchPerson, SatTogether, canonical_people, group_of
from testkit.match import CAST
from tests.books import OVER, RULES, begin

pytestmark = pytest.mark.every_engine
ANNA, BRUNO, CARLA, DINO = CAST


def person(db, name):
    """Whose a name is."""
    return people.find_people(db, HOME, [name])[name.casefold()]


def matches_by_name(db):
    """Everybody with a match, by name, and how many they have."""
    found = people.list_people(db, HOME)
    return {one.name: one.matches for one in found if one.matches and one.merged_into is None}


def players(db, match_id):
    """What the first players of a match are called on its page."""
    record = matches.find_match(db, HOME, match_id)
    return [*matches.with_names_of_today(db, HOME, [record])[0].players]


def first_players(db, *match_ids):
    return [players(db, match_id)[0] for match_id in match_ids]


def sit_down(db, *names, **about):
    """Begin a match of these people, and of the cast where nobody else is named."""
    return begin(db, players=[*names, *CAST[len(names) :]], **about)


def append(db, match_id, event, **about):
    """Write a line into a match as it stands."""
    after = matches.find_match(db, HOME, match_id).last_line
    log.append(db, HOME, match_id, [Line(event)], after=after, **about)


def change_names(db, match_id, deal, *names, **about):
    """Somebody plays for another from a deal on; None, or nothing, where nobody does."""
    names = [*names, *[None] * (len(CAST) - len(names))]
    append(db, match_id, Event("correction", deal, "players", names), **about)


def merge(db, one, other):
    """Make one person of two, by their names. Returns the ids of both."""
    ids = person(db, one).id, person(db, other).id
    merging.merge_people(db, HOME, *ids)
    return ids


def seats(db, match_id):
    """The name, the seat and the first deal of whoever sits, or sat, in a match."""
    found = seatings.seats_of_matches(db, HOME, [match_id]).get(match_id, [])
    return [(one.person.name if one.person else None, one.seat, one.deal) for one in found]


def hues(db, match_id=1):
    """The hue of each seat of a match, as it began."""
    (record,) = matches.with_names_of_today(db, HOME, matches.find_matches(db, HOME, [match_id]))
    return hues_of(record.players, record.colours)


HUES = {
    "no colours": ("ABCD", {}, [1, 2, 3, 4]),
    "their own, and what is left": ("ABCD", {"A": 7, "B": 3, "D": 5}, [7, 3, 1, 5]),
    "who sits first keeps it, the next takes the nearest": (
        *("ABCD", {"A": 3, "B": 3, "C": 2, "D": 8}, [3, 2, 1, 8]),
    ),
    "there is none above the last": ("BA", {"A": 8, "B": 8}, [8, 7]),
    "who is called by a hue has it": (["#3", "A", "#1", "B"], {"A": 3, "B": 4}, [3, 2, 1, 4]),
    "forgotten": (["?#1", "A"], {"A": 1}, [2, 1]),
    "nobody sits there": (["A", _("Dummy")], {"A": 2}, [2, 1]),
}


@pytest.mark.parametrize(("names", "colours", "expected"), HUES.values(), ids=HUES.keys())
def test_everybody_at_a_table_has_a_hue_of_their_own(names, colours, expected):
    assert hues_of([*names], colours) == expected


def test_people_have_the_colours_in_the_order_in_which_they_came(db):
    begin(db)
    begin(db, players=["E", "F", "G", "H"])
    begin(db, players=["I", DINO, "Anna", "E"])

    assert [hues(db, match_id) for match_id in (1, 2, 3)] == [
        [1, 2, 3, 4],
        [5, 6, 7, 8],
        # The ninth has that of the first, and sits before her.
        [1, 4, 2, 5],
    ]
    names = ["I", "new", "anna", "newer"]
    assert colours.colours_of_names(db, HOME, names) == {"I": 1, "new": 2, "anna": 1, "newer": 3}


def test_a_colour_that_is_chosen_is_in_every_match_and_whoever_is_merged_has_it(db):
    begin(db)
    begin(db, players=["E", BRUNO])
    revision = matches.find_match(db, HOME, 1).revision

    colours.choose_colour(db, HOME, person(db, ANNA).id, 6)
    assert hues(db) == [6, 2, 3, 4]
    assert matches.find_match(db, HOME, 1).revision == revision + 1

    merging.merge_people(db, HOME, person(db, "E").id, person(db, ANNA).id)
    assert hues(db, 2) == [6, 2]
    colours.choose_colour(db, HOME, person(db, ANNA).id, 0)
    assert (hues(db), hues(db, 2)) == ([1, 2, 3, 4], [1, 2])


@pytest.mark.parametrize("spelling", ["Anna", "ANNA", "anna", "Ａｎｎａ", "A\u200bnna"])
def test_the_same_name_belongs_to_the_same_person_however_it_is_spelt(spelling, db):
    begin(db)
    begin(db, players=[DINO, spelling, BRUNO, CARLA])

    assert matches_by_name(db) == dict.fromkeys(CAST, 2)
    assert players(db, 2)[1] == ANNA


@pytest.mark.parametrize(
    ("said", "shown", "somebody"),
    [
        (["#1", "#2", "#3", "#4"], ["#1", "#2", "#3", "#4"], []),
        (["Rust", "Pine", "Violet", "Blue"], ["#2", "#3", "#4", "#1"], []),
        (["?#1", "?#2", "?#4", "?#3"], ["?#1", "?#2", "?#4", "?#3"], []),
        (["Blue", "Rust", CARLA, "Violet"], *[["Blue", "Rust", CARLA, "Violet"]] * 2),
    ],
    ids=["none was given", "old names of hues", "forgotten", "called like a hue"],
)
def test_a_seat_without_a_name_is_nobodys(said, shown, somebody, db):
    begin(db, players=said)

    assert matches_by_name(db).keys() - {""} == {*somebody}
    assert players(db, 1) == shown


def test_who_plays_for_another_sits_there_from_that_deal_on(db):
    begin(db)

    change_names(db, 1, 3, None, "Eva")
    sat = [(ANNA, 0, 0), (BRUNO, 1, 0), ("Eva", 1, 3), (CARLA, 2, 0), (DINO, 3, 0)]
    assert seats(db, 1) == sat
    assert matches_by_name(db)["Eva"] == 1

    append(db, 1, Event("undo"))
    assert seats(db, 1) == [(name, seat, 0) for seat, name in enumerate(CAST)]
    assert "Eva" not in matches_by_name(db)
    append(db, 1, Event("redo"))
    assert seats(db, 1) == sat


def test_in_another_order_everybody_sits_where_they_say(db):
    begin(db)
    append(db, 1, Event("correction", 0, "seats", {"order": [1, 0, 2, 3], "answers": {}}))

    assert seats(db, 1)[:2] == [(BRUNO, 0, 0), (ANNA, 1, 0)]


def test_a_deleted_match_is_nobodys_until_it_is_back(db):
    begin(db)
    deletion.delete_match(db, HOME, 1)
    assert matches_by_name(db) == {}

    deletion.restore_match(db, HOME, 1)
    assert matches_by_name(db) == dict.fromkeys(CAST, 1)


def test_who_is_renamed_is_called_so_everywhere_and_no_log_changes(db):
    begin(db)
    change_names(db, 1, 3, None, None, None, "Eva")
    said = matches.find_match(db, HOME, 1)

    naming.rename_person(db, HOME, person(db, ANNA).id, "Änni")

    now = matches.find_match(db, HOME, 1)
    assert (now.players, now.log) == (said.players, said.log)
    assert now.revision == said.revision + 1, "an open page learns of it"
    assert players(db, 1) == ["Änni", *CAST[1:]]
    begin(db)
    assert first_players(db, 2) == ["Änni"], "who says the old name means the same person"

    naming.undo_rename(db, HOME, person(db, ANNA).id)
    assert players(db, 1) == CAST
    assert people.add_person(db, HOME, "Änni").id != person(db, ANNA).id


def test_a_list_says_who_sits_there_now_by_the_names_of_today(db):
    summary = Summary(is_over=False, values={"players": [*CAST]})
    begin(db, summary)
    change_names(db, 1, 3, None, "Eva")
    lists.save_summaries(db, HOME, [(1, 2, "", summary)])
    naming.rename_person(db, HOME, person(db, "Eva").id, "Eve")

    (listed,) = lists.latest_matches(db, HOME, 9)

    assert listed.summary["players"] == [ANNA, "Eve", CARLA, DINO]


def test_nobody_is_called_like_somebody_else(db):
    begin(db)

    with pytest.raises(NameTaken) as taken:
        naming.rename_person(db, HOME, person(db, ANNA).id, " BRUNO")
    assert taken.value.person.name == BRUNO
    with pytest.raises(NameTaken):
        people.add_person(db, HOME, "bruno")
    naming.rename_person(db, HOME, person(db, ANNA).id, "anna")
    assert first_players(db, 1) == ["anna"]


def test_two_who_are_one_are_merged_and_parted_again(db):
    begin(db)
    sit_down(db, "Annika")

    annika, anna = merge(db, "Annika", ANNA)

    assert players(db, 2) == CAST
    assert person(db, "Annika") == person(db, ANNA)
    sit_down(db, "annika")
    assert players(db, 3) == CAST
    naming.rename_person(db, HOME, anna, "Ann")
    assert first_players(db, 1, 2, 3) == ["Ann"] * 3

    merging.unmerge_person(db, HOME, annika)
    assert first_players(db, 1, 2, 3) == ["Ann", "Annika", "Annika"]


def test_the_last_of_many_who_were_merged_one_into_another_stands_for_all(db):
    first, *_between, last = chain = [people.add_person(db, HOME, f"P{n}").id for n in range(6)]
    for one, other in pairwise(chain):
        merging.merge_people(db, HOME, one, other)

    for some in ([first], chain, chain[2:4]):
        canonical = canonical_people(db, HOME, some)
        assert {one: head.id for one, head in canonical.items()} == dict.fromkeys(some, last)
    assert group_of(db, HOME, last) == group_of(db, HOME, last, first) == chain
    assert group_of(db, HOME, chain[2]) == chain[:3]


@pytest.mark.parametrize(("names", "own"), [(["ANNIKA"], ANNA), (["Ann", "annika"], "Ann")])
def test_whoever_bears_the_name_of_who_is_parted_again_gets_their_own_back(names, own, db):
    begin(db)
    sit_down(db, "Annika")
    annika, anna = merge(db, "Annika", ANNA)
    for name in names:
        naming.rename_person(db, HOME, anna, name)
    assert first_players(db, 1, 2) == [names[-1]] * 2

    merging.unmerge_person(db, HOME, annika)

    assert first_players(db, 1, 2) == [own, "Annika"]


def test_who_sat_in_one_match_or_is_one_already_is_never_merged(db):
    begin(db)
    sit_down(db, "Annika", "Eva")
    anna, bruno, annika, eva = (person(db, name).id for name in (ANNA, BRUNO, "Annika", "Eva"))

    with pytest.raises(SatTogether) as together:
        merging.merge_people(db, HOME, anna, bruno)
    assert together.value.match_id == 1
    merging.merge_people(db, HOME, annika, anna)
    merging.merge_people(db, HOME, eva, bruno)
    for one, other in ((anna, bruno), (anna, anna), (annika, anna), (anna, annika), (anna, 99)):
        with pytest.raises((SatTogether, NoSuchPerson)):
            merging.merge_people(db, HOME, one, other)
    assert merging.match_together(db, HOME, anna, bruno) == 2


def test_a_name_that_a_file_brings_is_somebodys_who_is_here(db):
    begin(db)
    anna = person(db, ANNA).id
    names = ["Annie", BRUNO, "Ida", DINO]
    lines = [Line(Event("correction", 0, "players", names))]
    meant = {"Annie": anna, "Ida": 99, BRUNO: anna}
    with pytest.raises(Overtaken):
        log.append(db, HOME, 1, lines, after=7, people=meant)
    assert len(people.list_people(db, HOME)) == len(CAST), "nothing of it is written"

    match = matches.save_match(db, HOME, "trex", names, now(), [Line(RULES)], people=meant)

    assert players(db, match) == [ANNA, BRUNO, "Ida", DINO]
    (annie,) = (one.id for one in people.list_people(db, HOME) if one.name == "Annie")
    merging.unmerge_person(db, HOME, annie)
    assert players(db, match) == names
    change_names(db, 1, 0, *CAST[:3], "Dinah", people={"Dinah": person(db, DINO).id})
    assert seats(db, 1)[-1][0] == DINO


def test_where_a_file_seats_one_person_twice_the_names_stay_as_they_were_said(db):
    begin(db)
    sit_down(db, "Annika")
    merge(db, "Annika", ANNA)

    sit_down(db, ANNA, "Annika")

    assert players(db, 3) == [ANNA, "Annika", CARLA, DINO]
    assert seats(db, 3) == [(ANNA, 0, 0), (None, 1, 0), (CARLA, 2, 0), (DINO, 3, 0)]


TABLES = ("clubs", "matches", "events", "decks", "doubts", "evenings")
CHANGED = {
    "clubs": {"next_person", "version"},
    "matches": {"players", "summary", "asides"},
    "events": {"answer", "checksum"},
}


def rows(db):
    """Every row of the tables in which something was said, by column, without what may change when
    a name is forgotten; and all that stands anywhere, as text."""
    kept, everything = {}, []
    for table in (*TABLES, "people", "names", "seatings", "erasures"):
        cursor = db.execute(f"SELECT * FROM {table}")
        columns = [column[0] for column in cursor.description]
        found = [dict(zip(columns, map(str, row), strict=True)) for row in cursor.fetchall()]
        everything += found
        if table in TABLES:
            said = {*columns} - CHANGED.get(table, set())
            kept[table] = sorted([row[column] for column in sorted(said)] for row in found)
    return kept, str(everything)


@pytest.fixture
def renamed_often(db):
    """Four matches in which Anna's name stands in every way that it can."""
    begin(db, OVER)
    change_names(db, 1, 3, None, "Eva")
    sit_down(db, BRUNO, "ANNA")
    deletion.delete_match(db, HOME, 2)
    sit_down(db, "Eva", lines=4)
    change_names(db, 3, 1, ANNA)
    append(db, 3, Event("undo"))
    sit_down(db, "Annika")
    merge(db, "Annika", ANNA)
    return db


def test_a_name_that_is_forgotten_stands_nowhere_and_all_else_is_as_it_was(renamed_often):
    db = renamed_often
    before, _text = rows(db)

    erasure.forget_person(db, HOME, person(db, ANNA).id)

    after, text = rows(db)
    assert not re.search("ann", text, re.IGNORECASE)
    assert after == before
    assert list(log.damaged_lines(db)) == []
    shown = [players(db, match) for match in (1, 3, 4)]
    assert shown == [[name, *CAST[1:]] for name in ("?#1", "Eva", "?#1")]
    assert matches.find_match(db, HOME, 2).players == (BRUNO, "?#2", CARLA, DINO)
    (renaming,) = [e for e in matches.find_match(db, HOME, 3).events if e.key == "players"]
    assert renaming.answer == ["?#1", None, None, None]
    assert matches_by_name(db) == {"": 1, "Eva": 2, BRUNO: 3, CARLA: 3, DINO: 3}


def test_forgetting_goes_on_where_it_was_interrupted(renamed_often, monkeypatch):
    db = renamed_often
    monkeypatch.setattr(erasure, "PART", 1)
    anna = person(db, ANNA).id
    erasure.begin_forgetting(db, HOME, anna)
    assert erasure.forget_part(db, HOME, anna)

    assert first_players(db, 4) == ["?#1"], "on its page before it is out of its log"
    begin(db)
    erasure.finish_forgetting(db)

    assert "Annika" not in rows(db)[1]
    assert players(db, 5) == CAST, "who comes with that name now is somebody new"
    assert list(log.damaged_lines(db)) == []


def test_what_was_damaged_before_is_seen_to_be_afterwards(db):
    begin(db, lines=4)
    with db.transaction():
        db.execute("UPDATE events SET deal = 7 WHERE line = 3")
    damaged = list(log.damaged_lines(db))

    erasure.forget_person(db, HOME, person(db, ANNA).id)

    assert list(log.damaged_lines(db)) == damaged != []


def test_an_answer_that_was_on_its_way_does_not_bring_a_name_back(db):
    begin(db)
    then = matches.find_match(db, HOME, 1)
    erasure.forget_person(db, HOME, person(db, ANNA).id)

    with pytest.raises(Overtaken):
        change_names(db, 1, 1, ANNA, "Eva", revision=then.revision)

    assert ANNA not in rows(db)[1]


def test_who_sat_where_is_made_again_from_logs_that_an_older_version_wrote(db):
    begin(db)
    change_names(db, 1, 3, None, "Eva")
    kept = seats(db, 1), matches_by_name(db), matches.find_match(db, HOME, 1).evening
    with db.transaction():
        for table in ("seatings", "names", "people", "evenings"):
            db.execute(f"DELETE FROM {table}")
        db.execute("UPDATE clubs SET next_evening = 1, next_person = 1")
        db.execute("UPDATE matches SET seated = 0, evening = NULL, day = ''")

    assert [seatings.backfill_seatings(db), seatings.backfill_seatings(db)] == [1, 0]
    assert (seats(db, 1), matches_by_name(db), matches.find_match(db, HOME, 1).evening) == kept


def test_a_name_of_any_letters_fits(db):
    for letter in ("𐍈", "ﬃ", "ﷺ", "ΐ", "ｶ"):
        sit_down(db, letter * 200)

    assert len(matches_by_name(db)) == 5 + 3


def test_somebody_renamed_who_comes_back_to_the_seat_has_it_in_all_deals_of_theirs(db):
    begin(db)
    anna = person(db, ANNA).id
    naming.rename_person(db, HOME, anna, "Anni")
    change_names(db, 1, 3, "Eva")
    change_names(db, 1, 6, "Anni")

    assert [seat for seat in seats(db, 1) if seat[1] == 0] == [
        *(("Anni", 0, 0), ("Eva", 0, 3), ("Anni", 0, 6))
    ]
    naming.rename_person(db, HOME, anna, "Ann")
    assert first_players(db, 1) == ["Ann"]


def test_a_list_says_a_mark_for_who_was_forgotten_and_no_summary_keeps_a_name(db):
    begin(db, Summary(is_over=False, values={"players": [*CAST]}))
    erasure.forget_person(db, HOME, person(db, ANNA).id)

    (listed,) = lists.open_matches(db, HOME)

    assert listed.summary["players"] == ["?#1", BRUNO, CARLA, DINO]
    assert ANNA not in rows(db)[1]


def test_two_who_had_one_seat_after_another_have_marks_of_their_own(db):
    begin(db)
    change_names(db, 1, 3, "Eva")
    for name in (ANNA, "Eva"):
        erasure.forget_person(db, HOME, person(db, name).id)

    assert players(db, 1) == ["?#1", *CAST[1:]]
    record = matches.find_match(db, HOME, 1)
    assert (record.players[0], record.events[-1].answer[0]) == ("?#1", "?#2")


def test_who_sat_together_in_a_deleted_match_is_parted_there_too(db):
    begin(db)
    sit_down(db, "Annika")
    sit_down(db, ANNA, "Annika")
    deletion.delete_match(db, HOME, 3)
    annika, _anna = merge(db, "Annika", ANNA)
    deletion.restore_match(db, HOME, 3)
    assert seats(db, 3)[1] == (None, 1, 0)

    merging.unmerge_person(db, HOME, annika)

    assert seats(db, 3)[1] == ("Annika", 1, 0)


def test_a_damaged_log_keeps_nobody_from_being_forgotten(db):
    begin(db)
    begin(db)
    with db.transaction():
        db.execute("UPDATE matches SET players = '[\"Anna' WHERE number = 1")

    erasure.forget_person(db, HOME, person(db, ANNA).id)

    assert first_players(db, 2) == ["?#1"]


def test_who_was_only_in_a_deleted_match_can_be_entered_by_hand(db):
    begin(db)
    deletion.delete_match(db, HOME, 1)
    anna = person(db, ANNA)

    assert people.add_person(db, HOME, " ANNA").id == anna.id
    with pytest.raises(NameTaken):
        people.add_person(db, HOME, ANNA)


def test_a_match_that_an_older_process_began_gets_its_people_and_evening_with_an_answer(db):
    begin(db)
    with db.transaction():
        db.execute("DELETE FROM seatings")
        db.execute("UPDATE people SET matches = 0")
        db.execute("UPDATE matches SET seated = 0, evening = NULL, day = ''")

    append(db, 1, Event("entry", 1, "owner", 0))

    assert matches.find_match(db, HOME, 1).evening == 1
    assert [one.last for one in people.list_people(db, HOME)].count("") == 0
    assert matches_by_name(db) == dict.fromkeys(CAST, 1)


def test_a_former_name_can_be_somebody_news_and_the_old_matches_stay_as_they_were(db):
    begin(db)
    begin(db, players=[BRUNO, "anna"])
    deletion.delete_match(db, HOME, 2)
    before = person(db, ANNA).id
    assert naming.former_owner(db, HOME, ANNA) is None
    naming.rename_person(db, HOME, before, "Anna K.")
    assert naming.former_owner(db, HOME, "anna").id == before

    naming.free_name(db, HOME, ANNA)
    begin(db)
    change_names(db, 1, 3, None, "Eva")
    deletion.restore_match(db, HOME, 2)

    assert first_players(db, 1, 3) == ["Anna K.", ANNA]
    assert players(db, 2)[1] == "Anna K."
    new = person(db, ANNA).id
    assert new != before
    assert {it.id: it.matches for it in people.list_people(db, HOME) if "Anna" in it.name} == {
        before: 2,
        new: 1,
    }
    naming.free_name(db, HOME, ANNA)
    naming.undo_rename(db, HOME, before)
    assert first_players(db, 1, 3) == ["Anna K.", ANNA]


@pytest.mark.parametrize("who", ["Anna K.", ANNA])
def test_one_of_two_who_had_a_name_one_after_another_is_forgotten_alone(db, who):
    begin(db)
    naming.rename_person(db, HOME, person(db, ANNA).id, "Anna K.")
    naming.free_name(db, HOME, ANNA)
    begin(db)

    erasure.forget_person(db, HOME, person(db, who).id)

    assert first_players(db, 1, 2) == (["?#1", ANNA] if who != ANNA else ["Anna K.", "?#1"])
