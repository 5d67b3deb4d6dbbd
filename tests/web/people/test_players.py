"""The players of a club: their names are put right once, and every page of every match follows."""

import json
import re
import time
from datetime import date
from urllib.parse import urlencode

import pytest

from app.dates import day_of_match
from app.scoring import Event, Line
from app.store.clubs.clubs import HOME
from app.store.matches import flags, log
from app.web.core.page.pictures import light_theme
from testkit.match import CAST, match_file
from testkit.web.pad import begin_pad, enter_round
from testkit.web.phone import HTMX
from testkit.web.table import new_match

ANNA, BRUNO, CARLA, DINO = CAST
WHIST = [[6, 2, 1], [1, 2, 6]]
ASIDE = "/whole/aside"

every_door = pytest.mark.every_door


def listed(page):
    """The names of the list, in its order, with what is said about each."""
    rows = re.findall(r"<bdi>([^<]*)</bdi></b>\s*<small>(.*?)</small>", page.html, re.DOTALL)
    return [(name, " ".join(re.sub("<[^>]*>", "", about).split())) for name, about in rows]


def names(page):
    return [name for name, _about in listed(page)]


def number_of(phone, name):
    """The number of the person of this name, as the links of the list say it."""
    rows = re.findall("<li>.*?</li>", phone.open("/players").html, re.DOTALL)
    (row,) = (row for row in rows if f"<bdi>{name}</bdi>" in row)
    return int(re.search(r"/players/(\d+)/name", row)[1])


def rename(phone, name, new):
    page = phone.open(f"/players/{number_of(phone, name)}/name")
    return phone.submit(page, "/name", {"name": new})


def merge_page(phone, one, other):
    """The page that shows what it changes to merge one player into another."""
    return phone.open(f"/players/{number_of(phone, one)}/merge?into={number_of(phone, other)}")


def merge(phone, one, other):
    return follow(phone, phone.submit(merge_page(phone, one, other), "/merge"))


def more_about(phone, name):
    return phone.open(f"/players/{number_of(phone, name)}/more")


def forget(phone, name):
    return follow(phone, phone.submit(more_about(phone, name), "/forget"))


def follow(phone, response):
    assert response.status == 303, response.text
    return phone.open(response.goes_to)


@every_door
def test_whoever_sat_down_is_listed_and_who_plays_most_is_first(phone, begin):
    assert phone.open("/players").says("Nobody yet")
    begin("italian_whist")
    begin("italian_whist", [DINO, CARLA, BRUNO])
    assert phone.send("/matches", {"game": "tribello"}).status == 303, "nobody has a name"

    page = phone.open("/players")

    assert [(name, about[:9]) for name, about in listed(page)] == [
        *((BRUNO, "2 matches"), (CARLA, "2 matches")),
        *((ANNA, "1 match ·"), (DINO, "1 match ·")),
    ]
    assert page.says("1 match · last")
    assert phone.open("/more").says("Players")


@every_door
def test_another_name_is_on_every_page_of_every_match_and_back_with_one_tap(phone, begin):
    table = begin("italian_whist").play(*WHIST)
    table.send("/end", {})
    pages = ("", "/sheet", "/log", "/match.csv", "/match.json", "/players")

    page = follow(phone, rename(phone, ANNA, "Änni"))

    assert page.says("Änni is called so in every match.")
    for path in (*(table.path + each for each in pages), "/", "/players"):
        html = phone.client.get(path).data.decode()
        assert ("Änni" in html, "Anna" in html.replace("was Anna", "")) == (True, False), path
    assert table.match.players[0] == ANNA, "the log keeps what was said"

    page = follow(phone, phone.submit(page, "/name/undo"))
    assert page.says("Anna is called as before.")
    assert ANNA in phone.open(table.path).text


@pytest.mark.parametrize(
    ("name", "words"),
    [
        (" BRUNO ", "Bruno is here already. If both are one person, merge them."),
        ("benno", "“benno” is what Bruno was called before: the same, or somebody new?"),
        ("", "This player needs a name."),
        ("\u2800", "This player needs a name."),
        ("é" * 201, "This name has 201 letters; the most is 200."),
        ("#1", "“#1” stands for a seat without a name."),
        ("?#2", "“?#2” stands for a seat without a name."),
        ("BLUE", "“BLUE” stands for a seat without a name."),
        ("Víolet", "“Víolet” stands for a seat without a name."),
        ("Someone", "“Someone” stands for a seat without a name."),
    ],
)
def test_a_name_that_cannot_be_is_refused_and_stays_in_the_form(name, words, phone, begin):
    begin("italian_whist")
    anna, bruno = number_of(phone, ANNA), number_of(phone, BRUNO)
    for before in ("Benno", BRUNO):
        phone.send(f"/players/{bruno}/name", {"name": before})

    refused = phone.send(f"/players/{anna}/name", {"name": name})
    assert refused.refuses(words)
    assert refused.form("/name").typed["name"] == " ".join(name.split())
    assert phone.send("/players", {"name": name}).refuses(words)
    assert {*names(phone.open("/players"))} == {ANNA, BRUNO, CARLA}


@every_door
def test_two_names_become_one_person_once_it_was_seen_what_that_changes(phone, begin):
    begin("italian_whist")
    table = begin("italian_whist", ["Anna K.", BRUNO, CARLA])
    hint = phone.open("/players")
    assert hint.says("Anna and Anna K. never met in a match. One person?")

    page = merge(phone, "Anna K.", ANNA)

    assert page.says("Anna is one person now.")
    assert phone.open(ASIDE).says("merged into Anna · 29 days left")
    assert (ANNA, "2 matches") in [(name, about[:9]) for name, about in listed(page)]
    assert "Anna K." not in phone.open(table.path).text
    refused = phone.send("/matches", new_match("tribello", [ANNA, "anna k.", DINO]))
    assert refused.refuses("anna k. and Anna are one person here, Anna: choose another name.")

    page = follow(phone, phone.submit(page, "/merge/undo"))
    assert page.says("Anna K. stands alone again.")
    assert "Anna K." in phone.open(table.path).text


def changes(page):
    """What a merge changes, row by row: before, before and after."""
    return {row[0]: row[1:] for row in page.rows("before-after")}


@every_door
def test_a_merge_says_what_it_changes_before_and_after(phone, begin):
    """Points are of the game they have played most; what was stopped counts for nobody."""
    for people in ((ANNA, BRUNO, CARLA), (BRUNO, ANNA, CARLA), ("Ann", BRUNO, CARLA)):
        begin("italian_whist", people, upper="1").play([5, 3, 1], [1, 3, 5])
    begin("tribello", ["Ann", BRUNO, CARLA]).play("hearts", [9, 2, 2]).send("/end", {})
    begin("torite", [DINO])
    phone.send("/evenings/1/split", {"match": "3"})

    page = merge_page(phone, "Ann", ANNA)

    assert changes(page) == {
        "Matches": ["2", "2", "4"],
        "Matches won": ["1 of 1", "1 of 2", "2 of 3"],
        "Evenings": ["1", "1", "2"],
        "Best Italian Whist": ["+4", "+4", "+4"],
    }
    month = time.strftime("%B %Y", time.gmtime(time.time() - 6 * 3600))
    assert page.says("in all 4 matches", f"since {month}")
    nothing_won = changes(merge_page(phone, DINO, ANNA))
    assert nothing_won["Matches won"] == ["–", "1 of 2", "1 of 2"]
    assert nothing_won["Best Italian Whist"] == ["–", "+4", "+4"]


@pytest.mark.parametrize(
    ("months", "span"), [(["05"], "May 2024"), (["05", "07"], "May 2024 to July 2024")]
)
def test_a_merge_says_when_somebody_played_who_comes_no_more(months, span, phone, begin):
    begin("torite", [DINO])
    for month in months:
        file = match_file("tribello") | {"started": f"2024-{month}-04T19:00:00+00:00"}
        phone.send("/matches/import", {"text": json.dumps(file), "again": "1"})

    assert merge_page(phone, DINO, ANNA).says(span)


def test_a_merge_says_nothing_of_wins_while_numbers_are_being_counted(phone, begin, db):
    for name in ("Ann", ANNA):
        begin("italian_whist", [name, BRUNO, CARLA], upper="1").play([5, 3, 1], [1, 3, 5])
    db.execute("UPDATE matches SET counted = 0 WHERE number = 1")

    page = merge_page(phone, "Ann", ANNA)

    assert changes(page) == {"Matches": ["1", "1", "2"], "Evenings": ["1", "1", "1"]}
    assert page.says("The numbers of the club are being counted.", "Merge into Anna")


def test_a_merge_counts_a_win_for_whoever_played_more_than_half_of_it(phone, begin):
    """As the page of an evening does: the name was put right in the last deal of three."""
    table = begin("italian_whist", upper="9").play(*[[5, 3, 1], [1, 3, 5]] * 3)
    table.rename(3, Anna="Eva")
    begin("torite", [DINO])

    assert changes(merge_page(phone, DINO, ANNA))["Matches won"] == ["–", "1 of 1", "1 of 1"]


def test_who_sat_in_one_match_by_two_names_has_one_match_more(phone, begin, db):
    for name in (ANNA, "Annika", ANNA):
        begin("italian_whist", [name, BRUNO, CARLA]).play(*WHIST)
    merge(phone, "Annika", ANNA)
    # Files can have such names; the page of a match refuses them.
    line = Line(Event("correction", 2, "players", ["Annika", None, None]))
    log.append(db, HOME, 3, [line], after=3)

    about = dict(listed(phone.open("/players")))

    assert about[ANNA].startswith("3 matches")
    assert about[BRUNO].startswith("3 matches")


def test_who_has_no_match_any_more_is_known_again_with_the_next(phone, begin):
    slip = begin("italian_whist", ["Ana", BRUNO, CARLA])
    slip.rename(0, Ana=ANNA)
    gone = begin("italian_whist", ["Eva", BRUNO, CARLA])
    follow(phone, rename(phone, "Eva", "Eve"))
    gone.send("/delete", {})

    page = phone.open("/players")
    assert {*names(page)} == {ANNA, BRUNO, CARLA}
    assert phone.open(ASIDE).says("Set aside", "Eve was Eva")
    assert page.html.count("<details") == 3
    form = phone.open("/matches/new?game=tribello").html
    assert not re.search('value="(Ana|Eve)"', form)

    begin("italian_whist", ["Eva", BRUNO, CARLA])
    assert "Eve" in phone.open("/matches/3").text
    assert names(phone.open("/players")).count("Eve") == 1


def test_a_name_that_was_a_slip_can_be_the_right_one_after_all(phone, begin):
    table = begin("italian_whist", ["Ana", BRUNO, CARLA])
    table.rename(0, Ana=ANNA)

    refused = rename(phone, ANNA, "Ana")
    assert refused.refuses("Ana is here already. If both are one person, merge them.")
    (link,) = [link for link in refused.links if "into=" in link]
    page = follow(phone, phone.submit(phone.open(link), "/merge"))

    assert page.says("Ana is one person now.")
    assert phone.open(ASIDE).says("merged into Ana")
    assert names(page)[0] != ANNA
    assert "Ana " in table.open().text


def test_two_without_a_match_who_are_one_are_only_set_aside(phone, begin):
    tables = [begin("italian_whist", [name, BRUNO, CARLA]) for name in (ANNA, "Annika")]
    merge(phone, "Annika", ANNA)
    for table in tables:
        table.send("/delete", {})

    page = phone.open("/players")

    assert names(page) == []
    assert page.says("Nobody yet", "What was set aside")
    assert phone.open(ASIDE).says("Annika merged into Anna")


def test_who_played_each_other_or_is_one_already_cannot_be_merged(phone, begin):
    match = begin("italian_whist").match
    anna, bruno = number_of(phone, ANNA), number_of(phone, BRUNO)
    for one, other in ((anna, bruno), (anna, anna), (bruno, 99), (anna, -(2**70)), (anna, 2**70)):
        response = phone.send(f"/players/{one}/merge", {"into": str(other)})
        assert response.status == 409, other
        assert other not in (anna, bruno) or not response.form("/merge").fields
    page = phone.open(f"/players/{anna}/merge?into={bruno}")
    day = date.fromisoformat(day_of_match(match))
    assert page.says(f"They played each other on {day:%-d %B}. Two people.", "See that match")
    assert not page.says("What will change")
    assert not page.form("/merge").fields

    for path in ("/players/99/name", "/players/0/merge", f"/players/{2**70}/more"):
        assert phone.open(path).status == 404, path


@every_door
def test_who_is_hidden_is_offered_no_seat_and_stays_in_every_match(phone, begin):
    table = begin("italian_whist")
    form = "/matches/new?game=italian_whist"
    assert f'value="{ANNA}"' in phone.open(form).html

    page = follow(phone, phone.submit(more_about(phone, ANNA), "/hide"))

    assert page.says("Anna is not offered for a seat any more.")
    page = phone.open(ASIDE)
    assert page.says("hidden from seating")
    assert f'value="{ANNA}"' not in phone.open(form).html
    assert ANNA in phone.open(table.path).text
    assert follow(phone, phone.submit(page, "/show")).says("Anna can be seated again.")
    assert f'value="{ANNA}"' in phone.open(form).html


def test_who_was_entered_by_hand_can_be_seated_with_one_tap(phone, begin):
    page = phone.submit(phone.open("/players"), "/players", {"name": "Zoë"})

    assert follow(phone, page).says("Zoë can be seated now.", "no match yet")
    assert 'value="Zoë"' in phone.open("/matches/new?game=tribello").html
    # Who takes a seat by another spelling is called as they are today.
    table = begin("tribello")
    assert table.rename(Anna="ZOË").status == 303
    assert ("Zoë" in table.open().text, "ZOË" in table.open().text) == (True, False)


@every_door
def test_a_forgotten_name_is_gone_while_the_match_goes_on(phone, begin):
    """Also from a file of before, which is known as the same match."""
    table = begin("italian_whist").play([6, 2, 1])
    before = phone.client.get(f"{table.path}/match.json").data.decode()
    warned = "Anna’s name goes from 1 match now, and from every list", "This cannot be undone."
    assert more_about(phone, ANNA).says(*warned)

    page = forget(phone, ANNA)

    assert page.says("The name is gone from every match.", "1 match · name forgotten, scores kept")
    table.play([1, 2, 6])
    for path in (table.path, f"{table.path}/sheet", f"{table.path}/log", "/", "/players"):
        assert ANNA not in phone.open(path).text, path
    assert "someone" in phone.open(table.path).text
    longer = json.loads(phone.client.get(f"{table.path}/match.json").data)
    assert longer["players"] == ["?#1", BRUNO, CARLA]
    again = phone.send("/matches/import", {"text": json.dumps(longer)})
    assert (again.status, ANNA in again.text) == (409, False)

    known = phone.send("/matches/import", {"text": before})
    assert (known.status, known.says("This match is here already")) == (409, True)


@every_door
def test_before_a_name_is_forgotten_it_is_said_where_it_was_typed_too(phone, begin, db):
    table = begin("italian_whist").play(*WHIST)
    begin("italian_whist", ["Annika", BRUNO, CARLA]).send("/title", {"title": "ANNIKA’s first"})
    begin("italian_whist", ["Eva", BRUNO, CARLA]).send("/title", {"title": "Annabel’s flat"})
    merge(phone, "Annika", ANNA)
    phone.send("/evenings/1", {"title": "", "place": "at Anna's", "note": "Cake by\r\nanna!"})
    flags.flag_deal(db, HOME, table.id, 1, "Anna had 5")

    page = more_about(phone, ANNA)

    assert page.says("The name stands in 4 of them", "at Anna's", "ANNIKA’s first", "Anna had 5")
    assert not page.says("Annabel")
    places = ["/evenings/1", "/evenings/1", "/matches/2/log", "/matches/1/deals/1"]
    assert [link for link in page.links if link in places] == places
    assert "The name stands" not in more_about(phone, "Eva").text


@pytest.mark.every_engine
def test_so_it_is_where_it_stands_on_a_pad_until_that_is_changed(phone):
    pad = begin_pad(phone, "Anna’s rummy", [ANNA, BRUNO], names="Anna deals, 2 x 3", tick="Hana")
    enter_round(pad, 5, 3, note="anna was late")
    enter_round(pad, 5, 3, note="nobody was")

    told = ("Anna’s rummy", "Anna deals", "Set-up of a match", "anna was late", "A note, round 1")
    page = more_about(phone, ANNA)
    assert page.says("The name stands in 3 of them", *told)
    assert not page.says("Hana", "nobody was")
    assert all(phone.open(link).status == 200 for link in page.links if pad.path in link)
    pad.correct(1, "note", "somebody was late")
    page = more_about(phone, ANNA)
    assert page.says("The name stands in 2 of them")
    pad.undo()
    assert more_about(phone, ANNA).says("anna was late")


@pytest.mark.parametrize("kept", ["restore", "again"])
def test_a_file_of_before_brings_no_name_back_after_its_match_was_deleted(kept, phone, begin):
    table = begin("italian_whist").play([6, 2, 1])
    file = phone.client.get(f"{table.path}/match.json").data.decode()
    forget(phone, ANNA)
    if kept == "restore":
        phone.send(f"{table.path}/delete")

    response = phone.send("/matches/import", {"text": file, kept: "1"})

    assert response.status == 303
    assert ANNA not in phone.open("/").text + phone.open(response.goes_to).text
    assert ANNA not in names(phone.open("/players"))


def test_what_a_file_of_before_has_more_is_taken_without_the_name(phone, begin):
    table = begin("italian_whist").play([6, 2, 1])
    file = json.loads(phone.client.get(f"{table.path}/match.json").data)
    forget(phone, ANNA)
    file["deals"][0]["second"] = [1, 2, 6]
    line = {"kind": "entry", "deal": 1, "key": "second", "answer": [1, 2, 6]}
    file["log"]["lines"].append({"at": None, **line})

    shown = phone.send("/matches/import", {"text": json.dumps(file)})
    assert shown.says("The file has 1 more line")
    taken = phone.submit(shown, "/import", {"go_on": "1"})

    assert taken.goes_to == table.path
    assert table.match.players == ("?#1", BRUNO, CARLA)
    assert ANNA not in phone.open("/").text + phone.open(table.path).text


COLUMN = r'<th(?: id="column-\d")? '


def hues(page, beginning=r'<li class="seat-\d">\s*<a '):
    """The hues of the sides on a page, in their order: of a match, or of what begins so."""
    return [int(hue) for hue in re.findall(rf'{beginning}class="hue-(\d)', page.html)]


def discs_of(page):
    """The hue and the letters of each disc on a page."""
    return re.findall(r'class="[^"]*hue-(\d)" aria-hidden="true">([^<]*)<', page.html)


def test_everybody_has_a_colour_of_their_own_wherever_they_sit(phone, begin):
    begin("italian_whist")
    table = begin("italian_whist", [DINO, CARLA, ANNA])

    assert hues(table.open()) == [4, 3, 1]
    assert hues(phone.open("/"), "<li ") == [4, 3, 1]
    assert {*discs_of(phone.open("/players"))} == {("1", "A"), ("2", "B"), ("3", "C"), ("4", "D")}

    table.play(*WHIST)
    table.rename(2, Dino="Eva")
    assert hues(table.open()) == [5, 3, 1], "she is new, and the match knows her colour at once"


@every_door
def test_another_colour_is_in_every_match_at_once_and_back_with_one_tap(phone, begin):
    table = begin("italian_whist").play(*WHIST)
    table.send("/end", {})
    begin("italian_whist", [DINO, ANNA, CARLA])
    path = f"/players/{number_of(phone, ANNA)}/colour"
    page = phone.open(path)
    assert [letter for _hue, letter in discs_of(page)] == [*"ABCD", *4 * [""]]

    page = follow(phone, phone.submit(page, path, {"colour": "4"}))

    assert page.says("Anna has another colour in every match.")
    assert hues(table.open("/sheet"), COLUMN) == [4, 2, 3]
    assert hues(phone.open("/matches/2")) == [4, 3, 2], "Dino sits first there, and keeps it"
    assert hues(phone.open("/"), "<li ") == [4, 3, 2]
    assert phone.open(path).text.count("Anna, Dino") == 1
    picture, theme = table.open("/picture.svg").html, light_theme()
    assert (theme["p1"] in picture, theme["p4"] in picture) == (False, True)

    page = follow(phone, phone.submit(page, path))
    assert page.says("Anna has the colour of before.")
    assert (hues(table.open("/sheet"), COLUMN), hues(phone.open("/matches/2"))) == (
        [1, 2, 3],
        [4, 1, 3],
    )


@pytest.mark.parametrize("colour", ["", "0", "9", "-1", "blue", "9" * 30])
def test_there_are_eight_colours(colour, phone, begin):
    begin("italian_whist")

    page = phone.send("/players/1/colour", {"colour": colour})

    assert page.refuses("The colours are numbered from 1 to 8.")


def test_who_was_merged_has_no_colour_of_their_own_to_choose(phone, begin):
    begin("italian_whist", ["Ann", BRUNO, CARLA])
    begin("italian_whist")
    path = f"/players/{number_of(phone, 'Ann')}/colour"
    merge(phone, "Ann", ANNA)

    assert phone.open(path).status == 404
    assert phone.send(path, {"colour": "4"}).status == 404


def test_a_seat_shows_on_the_form_the_colour_that_it_has_in_the_match(phone, begin):
    begin("italian_whist")
    begin("italian_whist", ["Eva", "Finn", "Gil"])
    whist = new_match("italian_whist", ["Newer", ANNA, "New"], first="2")
    trex = new_match("trex", [ANNA, "Gil", BRUNO, ""], partners="yes")

    def seats(form):
        html = phone.send("/matches/names", form, headers=HTMX).html
        return re.findall(r'class="disc hue-(.)">(\w+)</span><span class="edge hue-(.)"', html)

    assert seats(whist) == [("8", "Ne", "8"), ("1", "A", "1"), ("7", "N", "7")]
    begin("italian_whist", ["New", "Newer", ANNA])
    assert hues(phone.open("/matches/3")) == [7, 8, 1], "who begins has sat down first"
    assert seats(trex) == [("1", "A", "1"), ("6", "G", "6"), ("2", "B", "1"), ("3", "4", "6")]


def test_a_crowd_is_listed_by_first_letters_which_takes_no_square_of_it(phone, begin):
    for n in range(21):
        begin("italian_whist", [f"Ida {n}", f"Ole {n}", f"Noor {n}"])

    page = phone.open("/players")

    assert len(names(page)) == 63
    assert {letter for _hue, letter in discs_of(page)} == {"I", "O", "N"}


def test_more_evenings_and_more_who_were_merged_take_no_more_statements(statements, phone, begin):
    """A list that asked about each of them would be slow where a server keeps the rows."""
    counts = []
    for one, other in (("Ida", "Ada"), ("Noor", "Nora"), ("Ole", "Olaf")):
        for name in (one, other):
            match = begin("italian_whist", [name, BRUNO, CARLA]).play(*WHIST)
            phone.send(f"/evenings/{match.id - 1}/split", {"match": str(match.id)})
        merge(phone, one, other)
        counts.append({})
        for path in ("/players", "/matches/earlier", "/evenings"):
            statements.clear()
            assert phone.open(path).status == 200
            counts[-1][path] = len(statements)

    assert counts[1] == counts[2]
    assert all(counts[1].values())
    assert "/evenings/6" in phone.open("/evenings").links


@every_door
def test_one_person_may_have_two_spellings_rather_than_a_first_name(phone, begin):
    for name in ("Dino K.", "Dino L."):
        begin("italian_whist", [name, "Bruno", "Carla"])
    begin("italian_whist", ["أحمد", "Bruno", "Carla"])
    begin("italian_whist", ["احمد", "Bruno", "Carlos"])
    begin("italian_whist", ["Bruno", "Carla", "Carlos"])

    assert phone.open("/players").says("أحمد and احمد never met in a match. One person?")


@every_door
def test_who_is_likely_the_same_is_offered_first_to_be_merged(phone, begin):
    for _match in range(2):
        begin("italian_whist", ["Anna", "Carla", "Ru"])
    begin("italian_whist", ["Bruno", "Barbro", "Brunella"])
    begin("italian_whist", ["Bru", "Carla", "Brunella"])

    page = phone.open(f"/players/{number_of(phone, 'Bru')}/merge")

    names = re.findall(r"<bdi>([^<]*)</bdi></b><small>", page.html)
    # Brunella sat in a match with them.
    assert names[:2] == ["Bruno", "Ru"], "the likelier first, whoever plays more"
    assert page.says("Likely, by the name", "Everybody else")
    assert page.text.index("Everybody else") < page.text.index("Brunella")


def query_of(form, **tapped):
    """The address to which a form goes that was filled in so, by GET."""
    return urlencode(form | tapped)


@every_door
def test_a_former_name_is_asked_for_at_the_seat_and_can_be_somebody_news(phone, begin):
    old = begin("italian_whist")
    rename(phone, ANNA, "Anna K.")
    typed = new_match("italian_whist", [ANNA, BRUNO, "Anna K."])

    refused = phone.send("/matches", typed)
    assert refused.refuses("Anna was Anna K.’s name: is it the same, or somebody new?")
    assert refused.says("It is Anna K.", "Somebody new")

    same = phone.open(f"/matches/new?{query_of(typed, **{'same.0': 'Anna K.'})}")
    assert same.form("/matches").typed["players.0"] == "Anna K."

    new = phone.open(f"/matches/new?{query_of(typed, **{'new.0': ANNA})}")
    begun = phone.send("/matches", typed | {"new.0": new.form("/matches").typed["new.0"]})
    page = phone.open(begun.goes_to)
    assert page.says(ANNA, "Anna K.")
    assert phone.open(old.path).says("Anna K.")
    assert listed_matches(phone) == {ANNA: 1, BRUNO: 2, "Anna K.": 2, CARLA: 1}
    assert phone.send("/matches", new_match("italian_whist", [ANNA, BRUNO, CARLA])).status == 303


def listed_matches(phone):
    return {name: int(about.split()[0]) for name, about in listed(phone.open("/players"))}


@every_door
def test_under_players_a_former_name_can_be_somebody_news(phone, begin):
    begin("italian_whist")
    rename(phone, ANNA, "Anna K.")
    refused = phone.send("/players", {"name": ANNA})
    assert refused.refuses("“Anna” is what Anna K. was called before: the same, or somebody new?")
    assert "/players/1" in refused.links

    page = follow(phone, phone.send("/players", {"name": ANNA, "new": "yes"}))

    assert page.says("Anna can be seated now.")
    assert {*names(page)} == {ANNA, "Anna K.", BRUNO, CARLA}
    assert phone.send("/matches", new_match("italian_whist", [ANNA, BRUNO, CARLA])).status == 303


@every_door
def test_another_spelling_of_somebody_is_said_at_the_seat_and_hinders_nobody(phone, begin):
    begin("italian_whist", ["أحمد", BRUNO, CARLA])
    typed = new_match("italian_whist", ["احمد", BRUNO, CARLA])

    page = phone.send("/matches/names", typed)

    assert page.says("أحمد plays here already. One person?", "It is أحمد")
    assert phone.send("/matches", typed).status == 303


def test_a_former_name_is_not_taken_for_a_seat_without_a_word(phone, begin):
    begin("italian_whist")
    table = begin("italian_whist", [DINO, BRUNO, CARLA])
    rename(phone, ANNA, "Anna K.")

    refused = phone.submit(table.open("/players"), "/players", {"players.1": ANNA})

    assert refused.refuses("Anna was Anna K.’s name. Write Anna K. for the same")
