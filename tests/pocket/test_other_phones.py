"""What others do in a club while a match is away from it: at the same match, to its link, its
people and itself."""

import re
import subprocess
import sys
from contextlib import closing, contextmanager
from random import Random

import pytest

from app.paths import PROJECT
from app.scoring.model.seats import FORGOTTEN
from app.store import engine_for
from app.store.clubs.clubs import HOME
from app.store.matches import erasure
from app.store.people import people
from testkit.browser.phone import Phone, expect
from testkit.browser.phone import phone_at as other_phone_at
from testkit.play import legal_answer
from testkit.pocket.away import assert_is_whole
from testkit.pocket.site import BUILT

pytestmark = [*BUILT, pytest.mark.long]

SAY = """async ([path, fields]) => {
  const body = new URLSearchParams(fields);
  const answer = await fetch(`/c/home/matches/1/${path}`, { method: "POST", body });
  if (!answer.ok && answer.status !== 410) throw new Error(answer.status); // 410: it was deleted
}"""


@contextmanager
def second_phone(club):
    """Another phone, whose network is well."""
    with other_phone_at(club.process.port) as page:
        other = Phone(page, club.database)
        page.goto("/matches/1")
        other.wait_for_table()
        yield other


def says(phone, path, **fields):
    phone.page.evaluate(SAY, [path, fields])


# --- at the same match


def part(table, club, rng):
    """Let two phones score the next deal, and the one that is away something else."""
    club.network.cut()
    with second_phone(club) as other:
        other.play_on(Random(5), 3)
        there = club.match(1)
    for seed in range(100):
        before = table.match
        answer = legal_answer(before.standing.prompt, Random(seed))
        if answer != there.events[before.last_line].answer:
            break
    table.answer(before.standing.prompt, answer)
    table.wait_until_away()
    table.play_on(rng, 2)
    here = table.match
    club.network.mend()
    table.page.wait_until(lambda: table.page.shell.locator("table.fork").count(), "fork")
    return here, there


@pytest.mark.parametrize("choice", ["Keep both", "Keep the one here"])
def test_of_two_logs_nothing_is_lost(choice, table, club, rng, tmp_path):
    here, there = part(table, club, rng)
    shell = table.page.shell
    shell.locator(".bar").get_by_text(choice).click()
    shell.wait_for_url(re.compile(r"/matches/\d+"))
    if choice == "Keep both":
        assert club.match(2).events == here.events
    assert club.match(1).events == there.events

    # The other log is a file in the history of this phone.
    table.page.goto("/matches/1/log")
    with shell.expect_download() as saved:
        shell.locator(".left-over a").click()
    saved.value.save_as(tmp_path / "left.json")
    table.page.goto("/matches/import")
    shell.set_input_files("[name=file]", tmp_path / "left.json")
    shell.get_by_role("button", name="See what is in it").click()
    shell.get_by_role("button", name="Keep both").click()
    shell.wait_for_url(re.compile(r"/matches/\d+$"))
    assert club.match(table.match_id).events == here.events

    # The next time it goes on from the log of the club.
    table.page.goto("/matches/1")
    table.wait_until_ready()
    club.process.close()
    table.play_on(rng, 2)
    table.wait_until_away()
    after = table.match
    assert after.events[: there.last_line] == there.events
    club.process.start()
    club.network.mend()
    table.wait_until_back()
    assert club.match(1).events == after.events


def test_what_both_have_said_alike_is_there_once(table, club):
    club.network.cut()
    with second_phone(club) as other:
        other.play_on(Random(5), 3)
    table.play_on(Random(5), 4)
    table.wait_until_away()
    here = table.match
    club.network.mend()
    table.wait_until_back()
    assert club.match(1).events == here.events


@pytest.mark.parametrize("path", ["undo", "end"])
def test_what_somebody_has_taken_back_or_ended_meanwhile_is_shown_beside(path, table, club, rng):
    club.network.cut()
    table.play_on(rng, 2)
    table.wait_until_away()
    with second_phone(club) as other:
        says(other, path, after=other.match.last_line)
    club.network.mend()
    table.page.wait_until(lambda: table.page.shell.locator("table.fork").count(), "fork")
    assert club.match(1).events[-1].kind == path


def test_of_a_match_that_was_deleted_a_new_one_is_made(table, club, rng):
    club.network.cut()
    table.play_on(rng, 2)
    table.wait_until_away()
    here = table.match
    with second_phone(club) as other:
        says(other, "delete")
    club.network.mend()
    shell = table.page.shell
    table.page.wait_until(lambda: shell.get_by_text("This match was deleted").count(), "deleted")
    shell.get_by_role("button", name="Save as a new match").click()
    shell.wait_for_url(re.compile(r"/matches/2"))
    assert club.match(2).events == here.events
    table.page.wait_until(lambda: not table.page.evaluate("localStorage.away > '[]'"), "nothing")


# --- the link, and people


def link_of(club) -> str:
    """The link that opens the club."""
    about = ["--database", club.database, "--key-file", club.database.with_name("key")]
    words = [sys.executable, "-m", "app", "link", *about, "--address", club.address]
    printed = subprocess.run(words, cwd=PROJECT, capture_output=True, text=True, check=True).stdout
    return next(word for word in printed.split() if "/k/" in word)


def test_a_link_that_was_closed_is_said_and_the_new_one_lets_the_match_in(table, club, rng):
    club.process.close()
    table.play_on(rng, 2)
    table.wait_until_away()
    club.process.need_links()
    club.process.start()
    expect(table.page.frame.locator(".away")).to_contain_text("This link is closed")
    table.play_on(rng, 1)
    here = table.match
    table.page.shell.context.new_page().goto(link_of(club))
    table.page.wait_until(lambda: club.match(1).last_line == here.last_line, "way in")
    table.wait_until_back()
    assert_is_whole(club, here)


ADD = """async () => {
  const body = new URLSearchParams({ name: "Dorothea" });
  await fetch("/c/home/players", { method: "POST", body });
}"""


def test_who_was_forgotten_meanwhile_stays_it_and_who_is_new_is_asked_about(table, club, rng):
    table.page.evaluate(ADD)
    club.process.close()
    table.play_on(rng, 1)
    table.wait_until_away()
    first = str(table.match.seating.present[0])
    table.page.goto_in_frame("/matches/1/players")
    table.page.frame.fill("#player-1", "Dorotea")
    table.page.frame.locator("label", has_text="From now on").click()
    table.page.frame.get_by_role("button", name="Save names").click()
    table.page.frame.wait_for_url(re.compile(r"/matches/1(\?|$)"))
    table.play_on(rng, 1)
    with closing(engine_for(club.database).connect()) as db:
        (person,) = people.find_people(db, HOME, [first]).values()
        erasure.forget_person(db, HOME, person.id)

    club.process.start()
    club.network.mend()
    question = table.page.shell.locator("#saved a.does")
    expect(question).to_contain_text("Who is Dorotea?")
    table.wait_until_back()
    mark, new, _third = map(str, club.match(1).seating.present)
    assert FORGOTTEN.fullmatch(mark)
    assert new == "Dorotea"
    expect(table.page.shell.locator("body")).not_to_contain_text(first)
    table.page.wait_until(lambda: first not in str(table.kept()), "file without the name")
    question.click()
    table.page.shell.wait_for_url(re.compile("/players/"))
