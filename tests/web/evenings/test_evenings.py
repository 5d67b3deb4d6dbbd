"""An evening: who was ahead of whom over all its matches, and what people say of it."""

import re
from dataclasses import replace
from datetime import timedelta
from xml.etree import ElementTree

import pytest

from app.dates import parse_moment
from app.games import GAMES
from app.letters import graphemes
from app.scoring.game import normalise_name
from app.store.clubs import clubs
from app.store.clubs.clubs import HOME
from app.store.matches import matches
from app.web.evenings import page as evening_page
from app.web.evenings.chart import panel_widths
from testkit.match import CAST
from testkit.play import keep_in, play_at_random
from testkit.web.table import keep
from tests.books import meddle

ANNA, BRUNO, CARLA, DINO = CAST
SVG = "{http://www.w3.org/2000/svg}"
PEOPLE = {f"var(--p{hue})" for hue in range(1, 9)}
HIDE = 'aria-label="Hide awards"'

every_door = pytest.mark.every_door


def of_each(page):
    """What the result says of each player after the name, cell by cell; who leads is first."""
    return {row[0].split(" ", 1)[1]: row[1:] for row in page.rows("result")}


def play(app, rng, people, game="tribello", mishaps=0.05):
    """A whole match of these people, who sit in this order. Returns the place of each."""
    played = play_at_random(GAMES[game], rng, players=len(people), rules={}, mishaps=mishaps)
    match = replace(played.match, players=people)
    keep_in(app.config["DATABASE"], match)
    ranks = match.standing.result.ranks
    return {str(seat): rank.place for rank in ranks for seat in rank.side.seats}


@every_door
def test_who_finished_in_front_of_whom_is_counted_over_all_matches(app, phone, begin, rng):
    """By whoever's place is better, whatever was played."""
    groups = ([ANNA, BRUNO, CARLA], [BRUNO, ANNA, DINO], [DINO, CARLA, ANNA], [CARLA, BRUNO, DINO])
    places = [play(app, rng, people) for people in groups]
    begin("tribello", [ANNA, BRUNO, CARLA]).play("hearts", [9, 2, 2])

    page = phone.open("/evenings/1")

    rows = of_each(page)
    balances = []
    for name, (*cells, total) in rows.items():
        met = [(of[name], other) for of in places if name in of for other in of.values()]
        ahead = sum(mine < other for mine, other in met)
        balance = ahead - sum(mine > other for mine, other in met)
        meetings = len(met) - sum(name in of for of in places)
        assert total == f"{ahead} of {meetings} {signed(balance)}"
        assert [cell.split()[0] for cell in cells] == [
            str(of[name]) if name in of else "·" for of in places
        ]
        balances.append((balance, ahead))
    assert {*rows} == {*CAST}
    assert balances == sorted(balances, reverse=True)
    assert page.says("Its matches", "Tribello")
    assert "/evenings" in phone.open("/").links


def signed(number):
    return f"+{number}" if number > 0 else str(number).replace("-", "−")


def test_more_matches_of_an_evening_take_no_more_statements(statements, app, phone, rng):
    """However long they are: each was put right much later."""
    counts = []
    for _each in range(3):
        play(app, rng, [ANNA, BRUNO, CARLA])
        meddle(app.config["DATABASE"], "UPDATE matches SET changed = ?", "2100-01-01T00:00Z")
        statements.clear()
        assert phone.open("/evenings/1").status == 200
        counts.append(len(statements))

    assert counts[1] == counts[2] > 0


def test_matches_played_together_or_stopped_or_not_over_count_for_nobody(phone, begin):
    begin("tribello", [ANNA, BRUNO, CARLA]).play("hearts", [9, 2, 2]).send("/end", {})
    begin("torite", CAST)

    assert 'class="result"' not in phone.open("/evenings/1").html
    assert phone.open("/evenings").says("2 matches")


@pytest.mark.parametrize(("deal", "who"), [(2, "Eva"), (11, ANNA), (7, None)])
def test_a_seat_counts_for_whoever_played_more_than_half_of_its_deals(deal, who, app, phone, rng):
    play(app, rng, [ANNA, BRUNO, CARLA], mishaps=0)
    match = phone.open("/matches/1/players")
    names = {"players.0": "Eva", "from": str(deal)}
    assert phone.submit(match, "/players", names).status == 303

    expected = {BRUNO, CARLA} | ({who} if who else set())
    assert of_each(phone.open("/evenings/1")).keys() == expected


def finish(begin, *people):
    """A match of Italian Whist, which these people finish in this order."""
    return begin("italian_whist", people, upper="1").play([5, 3, 1], [1, 3, 5])


A_B, B_A = (ANNA, BRUNO, CARLA), (BRUNO, ANNA, CARLA)
LEADS = {
    "none": ([], ""),
    "one match": ([A_B], ""),
    "one leads": ([A_B, (ANNA, CARLA, BRUNO)], "Anna leads the evening ahead in 4 of 4"),
    "two lead": ([A_B, B_A], "Anna and Bruno lead each ahead in 3 of 4"),
    "over four matches": (
        [A_B, (DINO, CARLA, BRUNO), (BRUNO, ANNA, DINO), (ANNA, CARLA, DINO)],
        "Anna leads the evening ahead in 5 of 6 meetings",
    ),
    "all are level": ([A_B, (BRUNO, CARLA, ANNA), (CARLA, ANNA, BRUNO)], ""),
}


@pytest.mark.parametrize(("orders", "words"), LEADS.values(), ids=LEADS.keys())
def test_the_start_page_says_who_leads_the_evening(orders, words, phone, begin):
    begin("tribello")
    for people in orders:
        finish(begin, *people)

    page = phone.open("/")

    assert ("lead" in page.text) == bool(words)
    assert page.says(words)
    assert ("/evenings/1" in page.links) == bool(words)


LISTED = {
    "two lead": ([A_B, B_A], "Anna and Bruno led: ahead in 3 of 4"),
    "all are level": ([A_B, (BRUNO, CARLA, ANNA), (CARLA, ANNA, BRUNO)], "3 matches, all level"),
}


@pytest.mark.parametrize(("orders", "words"), LISTED.values(), ids=LISTED.keys())
def test_the_list_of_evenings_says_who_led_how_often_or_that_all_were_level(
    orders, words, phone, begin
):
    for people in orders:
        finish(begin, *people)

    assert phone.open("/evenings").says(words)


@pytest.fixture(params=["written", "still to be written"])
def put_right_late(request, app, phone, begin, db, rng):
    """Two matches that the same player won, whose name was put right from the last deal of the
    first on; who that is. What the matches say may be written, or is left to the next upgrade."""
    people = [ANNA, BRUNO, CARLA]
    places = play(app, rng, people)
    winner = min(people, key=places.get)
    match = phone.open("/matches/1/players")
    names = {f"players.{people.index(winner)}": "Eva", "from": "11"}
    assert phone.submit(match, "/players", names).status == 303
    finish(begin, winner, *(name for name in people if name != winner))
    if request.param != "written":
        db.execute("UPDATE matches SET counted = 0, facts = 0, variant = ''")
        db.execute("DELETE FROM facts")
        db.execute("DELETE FROM sums")
    return winner


def test_lists_and_the_start_page_say_of_an_evening_what_its_page_says(put_right_late, phone):
    winner = put_right_late

    assert of_each(phone.open("/evenings/1"))[winner][-1].startswith("4 of 4")
    assert phone.open("/evenings").says(f"{winner} led: ahead in 4 of 4")
    assert phone.open("/").says(f"{winner} leads the evening", "ahead in 4 of 4")


def test_leaders_with_more_meetings_than_others_are_not_said_to_have_had_as_many(phone, begin):
    finish(begin, ANNA, CARLA, "Eva")
    for other in (DINO, "Gil"):
        begin("italian_whist", [BRUNO, other, "Fred"], upper="1").play([4, 4, 1], [1, 1, 7])

    page, (_picture, words) = phone.open("/evenings/1"), picture_of(phone)

    rows = of_each(page)
    assert (rows[ANNA][-1], rows[BRUNO][-1]) == ("2 of 2 +2", "2 of 4 +2")
    assert "the evening: each ahead in 2 meetings" in words
    assert phone.open("/").says("Anna and Bruno lead", "each ahead in 2 meetings")
    assert phone.open("/evenings").says("Anna and Bruno led: ahead in 2 of 2 and 2 of 4")


def test_the_start_page_shows_a_few_earlier_evenings(phone, begin):
    for people in ((ANNA, BRUNO, CARLA), (BRUNO, ANNA, CARLA), (CARLA, BRUNO, ANNA)):
        finish(begin, *people)
    assert not phone.open("/").says("Earlier evenings")
    phone.send("/evenings/1/split", {"match": "2"})
    phone.send("/evenings/1", {"title": "Ben’s new flat"})
    phone.send("/evenings/2/split", {"match": "3"})

    page = phone.open("/")

    assert page.says("Earlier evenings", "Ben’s new flat", "Anna led", "Bruno led: ahead in 2 of 2")
    assert [link for link in page.links if re.fullmatch(r"/evenings/\d", link)] == [
        *("/evenings/2", "/evenings/1")
    ]


@every_door
def test_an_evening_has_a_title_a_place_and_a_note(app, phone, rng):
    play(app, rng, [ANNA, BRUNO, CARLA])
    words = {"title": "Ben’s new flat", "place": "Harbour Street 4", "note": "Knafeh.\r\n🎂"}

    page = phone.open(phone.send("/evenings/1", words).goes_to)

    assert page.says("Ben’s new flat", "Harbour Street 4", "Knafeh. 🎂")
    assert phone.open("/evenings").says("Ben’s new flat")


IS_OPEN = re.compile("<dialog[^>]* open")


def test_what_is_refused_is_kept_in_the_open_sheet_and_the_page_stays(app, phone, rng):
    play(app, rng, [ANNA, BRUNO, CARLA])
    for key, most in (("place", 200), ("note", 1000), ("title", 200)):
        fields = {"title": "", "awards": "0", "names": "1", key: "x" * (most + 1)}
        page = phone.send("/evenings/1", fields)
        assert page.refuses(f"This {key} has {most + 1:,} letters; the most is {most:,}.")
        assert fields[key] in page.html

    typed = page.form("/evenings/1").typed
    assert (typed["title"], typed["names"]) == ("x" * 201, "1")
    assert typed.get("awards", "0") == "0"
    assert "x" * 201 not in re.search("<h1.*?</h1>", page.html, re.DOTALL)[0]
    pages = page, phone.open("/evenings/1?about=1"), phone.open("/evenings/1")
    assert [bool(IS_OPEN.search(page.html)) for page in pages] == [True, True, False]
    assert "x" * 201 not in pages[-1].html, "nothing of it is kept"


def test_each_award_has_its_symbol_drawn_in_its_place_as_the_file_of_all_others_has_none(
    app, phone, rng
):
    play(app, rng, [ANNA, BRUNO, CARLA])

    awards = phone.open("/evenings/1").html.partition('<ul class="list awards">')[2]

    rows = awards.partition("</ul>")[0].split("<li")[1:]
    assert rows
    assert all(re.search(r'<svg class="symbol" viewBox="0 0 24 24"[^>]*><g ', row) for row in rows)


def test_awards_are_hidden_and_come_back_by_their_key_undo_or_the_switch(app, phone, rng):
    play(app, rng, [ANNA, BRUNO, CARLA])

    def has_awards():
        return HIDE in phone.open("/evenings/1").html

    hidden = phone.open(phone.submit(phone.open("/evenings/1"), "/awards").goes_to)
    assert hidden.says("The awards are hidden. Undo")
    assert not has_awards()
    undone = phone.open(phone.submit(hidden, "/awards").goes_to)
    assert undone.says("The awards are back.")
    assert HIDE in undone.html
    # A form without switches changes none.
    for fields, there in (({"awards": "0"}, False), ({}, False), ({"awards": ["0", "1"]}, True)):
        phone.send("/evenings/1", {"title": "Knafeh", **fields})
        assert has_awards() == there


def test_times_are_those_of_the_phone_that_began(phone, db):
    phone.send("/matches", {"game": "tribello", "utc_offset": "120", "once": "0123456789ab"})
    began = parse_moment(matches.find_match(db, HOME, 1).started)

    assert phone.open("/evenings/1").says(f"{began + timedelta(hours=2):%H:%M}")


def test_what_is_put_right_on_another_day_makes_no_evening_longer(app, phone, begin, db, rng):
    finish(begin, ANNA, BRUNO, CARLA).rename(0, Anna="Ann")
    play(app, rng, [ANNA, BRUNO, CARLA])
    first, second, third = (f"2020-11-20T{hour}:00:00.000+00:00" for hour in (18, 20, 22))
    next_day = "2020-11-21T13:30:00.000+00:00"
    with db.atomic():
        for about in ((first, next_day, 1), (second, third, 2)):
            sql = "UPDATE matches SET started = ?, changed = ?, utc_offset = 0 WHERE number = ?"
            db.execute(sql, about)
        db.execute("UPDATE matches SET day = '2020-11-20'")
        db.execute("UPDATE events SET at = CASE WHEN match = 1 THEN ? ELSE ? END", (second, third))
        last = "SELECT max(line) FROM events WHERE match = 1"
        db.execute(f"UPDATE events SET at = ? WHERE match = 1 AND line = ({last})", [next_day])

    page = phone.open("/evenings/1")

    assert page.says("18:00 to 22:00")
    assert page.says("Tribello · 22:00", "Italian Whist · 20 November 2020")
    assert 'aria-label="Again Tribello"' in page.html


def panels_in(page):
    """The panels of the chart, each with the hues of its lines and its words."""
    drawn = re.search(r'<svg class="by-match mirrored".*?</svg>(?=</div>)', page.html, re.DOTALL)
    return [
        (
            {path.get("stroke") for path in panel.iter(f"{SVG}path")} & PEOPLE,
            "".join(panel.itertext()).split(),
        )
        for panel in ElementTree.fromstring(drawn[0]).findall(f"{SVG}svg")
    ]


def test_each_match_has_a_panel_with_the_lines_of_its_players_and_its_numbers(app, phone, rng):
    games = ([ANNA, BRUNO, CARLA], [DINO, CARLA, ANNA])
    played = [play(app, rng, people, mishaps=0) for people in games]
    keep(app, play_at_random(GAMES["torite"], rng))

    page = phone.open("/evenings/1")

    *panels, (no_lines, _verdict) = panels_in(page)
    for places, (hues, words) in zip(played, panels, strict=True):
        assert len(hues) == 3
        assert {name[0] for name, place in places.items() if place == 1} <= {*words}
    assert len(panels[0][0] | panels[1][0]) == 4, "everybody has one hue all evening"
    assert no_lines == set()
    assert page.says("The evening, match by match", "As a table", "deal Anna Bruno Carla 1")


@pytest.mark.parametrize(
    ("minutes", "room", "widths"),
    [
        ([30, 60, 10], 200, [55, 111, 34]),
        ([1, 1], 68, [34, 34]),
        ([90], 292, [292]),
        ([360, 1, 1], 300, [232, 34, 34]),
    ],
)
def test_a_panel_is_as_wide_as_its_match_took_time_and_never_too_narrow(minutes, room, widths):
    assert [round(width) for width in panel_widths(minutes, room, 34)] == widths


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_an_evening_of_any_game_tells_what_it_brought(game, app, phone, rng):
    # Who won one of two different matches has perhaps lost the other as clearly.
    match = play_at_random(game, rng)
    for _match in range(2):
        keep(app, match)

    page = phone.open("/evenings/1")

    assert page.status == 200
    assert page.says("Its matches")
    assert (len(page.rows("result")[0]) == 1) == game.wins_together, "one cell over all columns"
    assert phone.open("/evenings").says("2 matches" if game.wins_together else "led")


def test_of_a_very_long_evening_the_first_matches_have_a_column_and_all_count(
    app, phone, rng, monkeypatch
):
    for _match in range(3):
        play(app, rng, [ANNA, BRUNO, CARLA])
    monkeypatch.setattr(evening_page, "MOST_REPLAYED", 1)

    page = phone.open("/evenings/1")

    assert page.says("2 more matches count in it.")
    assert {len(row) for row in page.rows("result")} == {3}
    assert all(row[-1].split()[2] == "6" for row in page.rows("result")), "meetings of all three"
    monkeypatch.setattr(evening_page, "MOST_MATCHES", 2)
    assert all(row[-1].split()[2] == "4" for row in phone.open("/evenings/1").rows("result"))


def picture_of(phone):
    """The picture of the first evening, and its words."""
    page = phone.open("/evenings/1/picture.svg")
    assert (page.status, page.response.mimetype) == (200, "image/svg+xml")
    picture = ElementTree.fromstring(page.html)
    return picture, " ".join("".join(text.itertext()) for text in picture.iter(f"{SVG}text"))


@every_door
def test_words_of_a_picture_run_as_those_of_its_reader_do(app, phone, rng):
    keep(app, play_at_random(GAMES["trex"], rng, mishaps=0))
    arabic = {"headers": {"Accept-Language": "ar-JO"}}
    of_evening = phone.open("/evenings/1/picture.svg", **arabic).html
    of_match = phone.open("/matches/1/picture.svg", **arabic).html

    for picture in (of_evening, of_match):
        texts = [
            "".join(text.itertext()).strip()
            for text in ElementTree.fromstring(picture).iter(f"{SVG}text")
        ]
        arabic_words = [text for text in texts if " " in text and re.search("[ا-ي]", text)]
        assert len(arabic_words) >= 2
        assert [text[0] + text[-1] for text in arabic_words] == ["\u2067\u2069"] * len(arabic_words)


def test_the_picture_has_the_result_and_the_text_says_the_same(app, phone, rng):
    places = play(app, rng, [ANNA, BRUNO, CARLA], "trico")
    keep(app, play_at_random(GAMES["torite"], rng))
    phone.send("/evenings/1", {"title": "Ben’s new flat"})

    picture, words = picture_of(phone)
    page = phone.open("/evenings/1")

    (leader,) = (name for name, place in places.items() if place == 1)
    text = re.search('data-words="([^"]*)"', page.html)[1].splitlines()
    assert (picture.get("width"), picture.get("height")) == ("1080", "1350")
    assert f"{leader} led" in words
    assert f"{leader} led the evening: ahead in 2 of 2 meetings" in text
    for told in ("Ben’s new flat", *places, "2 of 2", "Trico"):
        assert told in words
        assert told in "".join(text)
    assert f"{leader}: 2 of 2" in text
    # Neither stylesheet nor script, and nothing that leads anywhere.
    html = phone.open("/evenings/1/picture.svg").html.replace(SVG[1:-1], "")
    assert not re.search(r"localhost|https?:|/evenings|href|var\(|style=|class=\"\"", html)


def test_without_names_the_picture_and_the_text_have_initials(app, phone, rng):
    play(app, rng, [ANNA, BRUNO, CARLA])
    keep(app, play_at_random(GAMES["trex"], rng, players=4))

    phone.send("/evenings/1", {"names": "0"})

    _picture, words = picture_of(phone)
    everything = phone.open("/evenings/1/picture.svg").html
    everything += re.search('data-words="([^"]*)"', phone.open("/evenings/1").html)[1]
    assert {"A", "B", "C", "D"} <= {*words.split()}
    assert not any(name in everything for name in CAST)


def test_of_many_players_the_first_have_a_row_and_the_others_are_counted(app, phone, rng):
    for people in (["Ida", "Noor", "Ole"], ["Pia", "Quin", "Rosa"], ["Sam", "Tom", "Ida"]):
        play(app, rng, people)

    picture, words = picture_of(phone)

    assert "and 3 more" in words
    assert (
        sum(text.text in ("0 of 2", "1 of 2", "2 of 2") for text in picture.iter(f"{SVG}text")) == 5
    )


def test_of_many_who_led_two_are_named_and_the_others_counted(app, phone, rng):
    pairs = [["Ida", "Noor"], ["Ole", "Pia"], ["Quin", "Rosa"], ["Sam", "Tom"]]
    first = [min(places, key=places.get) for it in pairs if (places := play(app, rng, it, "trico"))]

    _picture, words = picture_of(phone)

    assert f"{first[0]}, {first[1]} and 2 more led" in words
    assert "the evening: each ahead in 1 of 1 meeting" in words


@pytest.mark.parametrize(("names", "who"), [("1", "Anna and Bruno"), ("0", "A and B")])
def test_an_evening_that_nobody_led_says_who_played_and_how_each_match_ended(
    names, who, begin, phone, db
):
    rounds = [8, 4], ["KH", "7S"], [4, 8], ["5D", "9C"]
    for answers in (rounds, ([7, 5],)):
        begin("torite", [ANNA, BRUNO]).play(*answers)
    phone.send("/evenings/1", {"names": names})
    clubs.rename_club(db, HOME, "Friday")

    picture, words = picture_of(phone)

    lines = ["".join(text.itertext()) for text in picture.iter(f"{SVG}text")]
    assert (lines[1:3], lines[-1]) == (["2 matches", who], "Friday · 2 matches")
    assert "Won together with 16" in words
    assert "Lost together" in words


@every_door
def test_strange_names_fit_into_the_picture_of_an_evening(app, phone, rng):
    names = ["W" * 200, "محمد عبد الرحمن " * 12, "<b>Bo</b> & " * 16]
    for _match in range(2):
        play(app, rng, [normalise_name(name) for name in names])
    phone.send("/evenings/1", {"title": "<" * 200})

    picture, _words = picture_of(phone)

    lines = ["".join(text.itertext()) for text in picture.iter(f"{SVG}text")]
    assert max(len(graphemes(line)) for line in lines) <= 80
    assert phone.open("/evenings/1").status == 200


def test_there_is_no_picture_before_a_match_is_over(phone, begin):
    begin("tribello", [ANNA, BRUNO, CARLA]).play("hearts", [9, 2, 2])

    assert phone.open("/evenings/1/picture.svg").status == 404
    assert not phone.open("/evenings/1").says("Share the picture")


@every_door
def test_the_last_match_is_begun_again_from_the_page_and_undo_leads_back_there(app, phone, rng):
    play(app, rng, [ANNA, BRUNO, CARLA])
    play(app, rng, [DINO, ANNA, BRUNO], "italian_whist")

    begun = phone.open(phone.submit(phone.open("/evenings/1"), "/again").goes_to)

    assert begun.says("Italian Whist", DINO)
    back = phone.submit(begun, "/take-back").goes_to
    assert back.startswith("/evenings/1?")
    assert phone.open(back).says("Undone: the new match is gone", "Share the picture")
