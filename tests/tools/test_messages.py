"""`make messages` collects and keeps every word; `make check` names what is wrong with one."""

import os
import re
import subprocess
import sys
import tomllib
from gettext import GNUTranslations

import pytest

from app.paths import PROJECT
from tools.messages.__main__ import main
from tools.messages.languages import Plural

FILES = {
    "app/scoring/deals.py": '_("{name} deals"), _n("{n} trick", "{n} tricks", 3), _("Deal")',
    "app/web/start.py": '_("Club"), _("Deal"), _("{share}% of all")',
    "app/games/trex/play.py": '_("Queens"), _("Points"), _("Deal")',
    "app/games/oh_hell/play.py": '_("Bid"), _("Points"), _(key)',
    "app/games/oh_hell/blank.html": '<th>{{ _("Trump") }}</th>',
    "templates/numbers/year.html": '<p title="{{ _("Year") }}">{{ _n("{n} day", "{n} days", n) }}',
    "templates/print/sheet.html": '{{ _("Sheet") }} {{ _("Bid") }} {{ _("Year") }}',
    "templates/match/picture.svg": '<text>{{ _("Won by <b>{name}</b>", name=name) }}</text>',
    "tools/pocket/shell/index.html": '<h1>{{ _("Opening") }}</h1>',
}
AREAS = {
    "table": ["{name} deals", "{n} trick", "Deal", "Points", "Won by <b>{name}</b>", "Bid"],
    "club": ["Club", "{share}% of all"],
    "numbers": ["Year", "{n} day"],
    "trex": ["Queens"],
    "oh_hell": ["Trump"],
    "paper": ["Sheet"],
    "pocket": ["Opening"],
}
FRENCH = {
    "{name} deals": "{name} donne",
    "{n} trick": ("{n} pli", "{n} plis"),
    "Queens": "Dames",
    "Won by <b>{name}</b>": "Gagne : <b>{name}</b>",
}


@pytest.fixture
def root(tmp_path, monkeypatch):
    """A checkout with some words in it."""
    for path, content in FILES.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(content)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run(root, capsys, monkeypatch):
    """Run a command there; returns its status and what it printed."""

    def run(*words):
        monkeypatch.setattr(sys, "argv", ["messages", "--root", str(root), *words])
        status = main()
        told = capsys.readouterr()
        return status, told.out + told.err

    return run


@pytest.fixture
def french(root, run):
    """The folder of French, with some words in it."""
    assert run("--language", "fr")[0] == 0
    folder = root / "translations/fr"
    for path in folder.glob("*.po"):
        text = path.read_text()
        for english, words in FRENCH.items():
            if isinstance(words, str):
                text = text.replace(f'"{english}"\nmsgstr ""', f'"{english}"\nmsgstr "{words}"')
            else:
                for form, each in enumerate(words):
                    start, found, end = text.partition(f'msgid "{english}"\n')
                    end = end.replace(f'[{form}] ""', f'[{form}] "{each}"', 1)
                    text = start + found + end
        path.write_text(text)
    return folder


def shown(folder):
    """What the app shows of a language."""
    with (folder / "messages.mo").open("rb") as file:
        words = GNUTranslations(file)
    return {
        english: words.gettext(english)
        if isinstance(FRENCH[english], str)
        else tuple(words.ngettext(english, english + "s", n) for n in (0, 2))
        for english in FRENCH
    }


def line_of(path, start):
    lines = path.read_text("utf-8", "replace").splitlines()
    return next(n for n, line in enumerate(lines, 1) if line.startswith(start))


def test_each_message_stands_once_in_the_most_general_area_that_says_it(root, run):
    run("--language", "fr")

    files = {path.stem: path.read_text() for path in root.glob("translations/fr/*.po")}
    found = {area: text for area, text in files.items() if text.count('msgid "') > 1}
    assert found.keys() == AREAS.keys()
    for area, messages in AREAS.items():
        for message in messages:
            holding = [name for name in files if f'msgid "{message}"\n' in files[name]]
            assert holding == [area], message
    pot = (root / "translations/messages.pot").read_text()
    assert pot.count("msgid ") == 1 + sum(map(len, AREAS.values()))
    assert '#: app/games/trex/play.py app/scoring/deals.py\nmsgid "Points"' not in pot
    assert '#: app/games/oh_hell/play.py app/games/trex/play.py\nmsgid "Points"' in pot


def test_a_message_says_what_its_words_mean(root, run):
    run()

    pot = (root / "translations/messages.pot").read_text()
    about = pot.partition('msgid "{n} trick"')[0].rpartition("\n\n")[2]
    assert about.startswith("#. Trick: ")


def test_a_message_is_marked_by_the_parts_that_it_has_and_by_no_others(root, run):
    run()

    pot = (root / "translations/messages.pot").read_text()
    assert '#, python-brace-format\nmsgid "{share}% of all"' in pot


def test_writing_it_twice_changes_nothing(french, root, run):
    run()
    before = {path: path.read_bytes() for path in root.rglob("translations/**/*.*")}

    assert run()[0] == 0

    assert {path: path.read_bytes() for path in root.rglob("translations/**/*.*")} == before
    assert "donne" in (french / "table.po").read_text()


def test_a_message_that_moves_to_another_area_keeps_its_translation(french, root, run):
    (root / "app/games/oh_hell/play.py").write_text('_("Bid"), _("Queens")')
    run()

    assert 'msgid "Queens"\nmsgstr "Dames"' in (french / "table.po").read_text()
    assert "Queens" not in (french / "trex.po").read_text()


def test_what_is_said_no_longer_is_kept_and_comes_back(french, root, run):
    (root / "app/games/trex/play.py").write_text("")
    run()
    assert '#~ msgid "Queens"\n#~ msgstr "Dames"' in (french / "trex.po").read_text()
    run("compile")
    assert shown(french)["Queens"] == "Queens"

    (root / "app/games/oh_hell/play.py").write_text('_("Queens")')
    run()

    assert 'msgid "Queens"\nmsgstr "Dames"' in (french / "oh_hell.po").read_text()
    assert not (french / "trex.po").exists()


def test_of_two_translations_that_which_is_in_use_stays(french, root, run):
    for name in ("club.po", "paper.po", "trex.po"):
        with (french / name).open("a") as file:
            file.write('\n#~ msgid "Queens"\n#~ msgstr "Reines"\n')

    assert run()[0] == 0

    assert 'msgid "Queens"\nmsgstr "Dames"' in (french / "trex.po").read_text()


def test_a_text_that_gets_a_plural_is_translated_anew(french, root, run):
    (root / "app/games/trex/play.py").write_text('_n("Queens", "{n} queens", 2)')
    run()

    assert 'msgid_plural "{n} queens"\nmsgstr[0] ""\n' in (french / "trex.po").read_text()
    assert run("check")[0] == 0


def test_remarks_stay_and_what_is_marked_as_unsure_is_not_shown(french, run):
    file = french / "trex.po"
    unsure = file.read_text().replace('msgid "Queens"', '# or femmes?\n#, fuzzy\nmsgid "Queens"')
    file.write_text(unsure)
    run()
    run("compile")

    assert "# or femmes?\n" in file.read_text()
    assert "#, fuzzy\n" in file.read_text()
    assert shown(french)["Queens"] == "Queens"


def test_all_that_is_right_is_shown_and_counted(french, run):
    run("compile")

    assert shown(french) == FRENCH
    assert run("check") == (0, "fr: 4 of 14 messages\n")


def test_it_is_compiled_anew_only_where_something_has_changed(french, run):
    run("compile")
    compiled = french / "messages.mo"
    before = compiled.stat().st_mtime_ns
    run("compile")
    assert compiled.stat().st_mtime_ns == before

    for path in (french, *french.iterdir()):
        os.utime(path, (0, 0))  # because a moment on this disk is longer than the test
    (french / "trex.po").unlink()
    run("compile")

    assert shown(french) == FRENCH | {"Queens": "Queens"}


@pytest.mark.parametrize("target", ["run", "screens", "exports", "bench"])
def test_whatever_shows_the_app_compiles_first_what_is_new(target):
    new = "translations/messages.pot"
    words = ["make", "--dry-run", "--no-print-directory", f"--what-if={new}", target]
    told = subprocess.run(words, cwd=PROJECT, capture_output=True, text=True, check=True).stdout

    compiled, _word, shown_after = told.partition("-m tools.messages compile")
    assert shown_after
    assert "tricktally serve" not in compiled
    assert f"-m tools.{target}" not in compiled


BROKEN = {
    "a part that is missing": ("{name} donne", "donne", "missing: {name} in “donne”"),
    "a part too many": ("{name} donne", "{name} {x} donne", "too many: {x} in “{name} {x} donne”"),
    "the same part twice": ("{name} donne", "{name}, {name}", "too many: {name} in"),
    "a part by another name": (
        "{name} donne",
        "{nom} donne",
        "too many: {nom}, missing: {name} in “{nom} donne”",
    ),
    "a part that is read into": ("{name} donne", "{name.x}", "too many: {name.x}, missing"),
    "a brace": ("{name} donne", "{name} } donne", "braces that do not fit ("),
    "an element that is missing": (": <b>{name}</b>", ": {name}", "missing: <b> </b> in"),
    "another element": (
        ": <b>{name}</b>",
        ": <i>{name}</i>",
        "too many: <i> </i>, missing: <b> </b>",
    ),
    "a script": ("Dames", "<script>", "too many: <script> in"),
    "a sign of markup": ("Dames", "Dames <", "too many: < in"),
    "a quotation mark": ("Dames", '\\"Dames\\"', 'too many: " in'),
    "a form that is missing": ("{n} plis", "", "form 1, for 2–199 …: is missing"),
    "a part of a form": (
        "{n} plis",
        "{m} plis",
        "form 1, for 2–199 …: too many: {m} in “{m} plis”",
    ),
    "a form too many": (
        'msgstr[1] "{n} plis"',
        'msgstr[1] "{n} plis"\nmsgstr[2] "{n} plis"',
        "it has the forms 0, 1, 2, wanted are 0 to 1",
    ),
    "a form too few": ('\nmsgstr[1] "{n} plis"', "", "it has the forms 0, wanted are 0 to 1"),
    "forms without a plural": (
        'msgstr "Dames"',
        'msgstr[0] "Dames"\nmsgstr[1] "Dames"',
        "it has the forms 0, 1, wanted are none, because it is no plural",
    ),
    "a string without an end": ('"Dames"', '"Dames', 'no line of a PO file: msgstr "Dames'),
    "an unknown escape": ("Dames", "Dam\\es", 'no line of a PO file: msgstr "Dam\\es"'),
    "an unknown word": ('msgstr "Dames"', 'msgstring "Dames"', "no line of a PO file: msgstring"),
    "letters of another encoding": ("Dames", "D\udce2mes", "letters that are not UTF-8"),
    "two of one message": (
        'msgid "Queens"',
        'msgid "Queens"\nmsgstr "Reines"\n\nmsgid "Queens"',
        "“Queens” stands in trex.po:",
    ),
}


@pytest.mark.parametrize(("right", "wrong", "what"), BROKEN.values(), ids=BROKEN)
def test_a_broken_translation_is_named_by_file_and_line_and_english_is_shown(
    french, run, right, wrong, what
):
    file = next(path for path in french.glob("*.po") if right in path.read_text())
    text = file.read_text().replace(right, wrong, 1)
    file.write_bytes(text.encode("utf-8", "surrogateescape"))

    status, told = run("check")
    run("compile")

    assert status == 1
    [fault] = [line for line in told.splitlines() if not line.startswith("fr: 3 of 14")]
    path, line, message = fault.split(":", 2)
    assert path == f"translations/fr/{file.name}"
    assert message.strip().startswith(what)
    broken = [key for key, words in shown(french).items() if words != FRENCH[key]]
    assert len(broken) == 1
    lines = file.read_text("utf-8", "replace").splitlines()
    assert broken[0] in "\n".join(lines[int(line) - 2 : int(line)])
    english = "Queens" if broken[0] == "Queens" else broken[0]
    assert shown(french)[english] in (english, ("{n} tricks", "{n} tricks"))


HEADERS = {
    "another language": (
        "Language: fr",
        "Language: de",
        "1: the header is of de, in the folder of fr",
        {*FRENCH} - {"Queens"},
    ),
    "no language": (
        "Language: fr\\n",
        "",
        "1: the header is of no language",
        {*FRENCH} - {"Queens"},
    ),
    "another rule of plurals": (
        "plural=(n > 1)",
        "plural=(n != 1)",
        "1: the header has the plurals “nplurals=2; plural=(n != 1);”, language.toml “nplurals=2;",
        {"{n} trick"},
    ),
    "a byte order mark": ("# fr", "\ufeff# fr", "1: a byte order mark (BOM): save", set()),
}


@pytest.mark.parametrize(("right", "wrong", "what", "lost"), HEADERS.values(), ids=HEADERS)
def test_a_file_with_a_wrong_header_is_named_and_what_it_would_spoil_is_in_english(
    french, run, right, wrong, what, lost
):
    file = french / "table.po"
    file.write_text(file.read_text().replace(right, wrong, 1))

    status, told = run("check")
    run("compile")

    assert status == 1
    assert f"translations/fr/table.po:{what}" in told
    assert {key for key, words in shown(french).items() if words != FRENCH[key]} == lost


def test_two_of_one_message_are_found_in_two_files(french, run):
    file = french / "club.po"
    file.write_text(file.read_text() + '\nmsgid "Queens"\nmsgstr "Reines"\n')

    status, told = run("check")
    run("compile")

    line = line_of(file, 'msgid "Queens"')
    assert status == 1
    there = line_of(french / "trex.po", 'msgid "Queens"')
    assert f"translations/fr/trex.po:{there}: “Queens” stands in club.po:{line} too" in told
    assert shown(french)["Queens"] == "Queens"


@pytest.mark.parametrize(
    ("right", "wrong"), [("# fr", "\ufeff# fr"), ('"Dames"', '"Dames'), (": fr", ": de")]
)
def test_a_file_that_cannot_be_read_is_not_written_over(french, run, right, wrong):
    file = french / "trex.po"
    file.write_text(file.read_text().replace(right, wrong))
    before = {path: path.read_bytes() for path in french.iterdir()}

    status, told = run()

    assert status == 1
    assert "translations/fr/trex.po:" in told
    assert {path: path.read_bytes() for path in french.iterdir()} == before


TOML = {
    "no TOML": ("whole = false", "whole = no", ":12: Invalid value"),
    "no rule": ("plural = ", "plurals = ", ":1: missing or wrong: plural"),
    "no name": ("name = ", "title = ", ":1: missing or wrong: name"),
    "no plural": ("(n > 1)", "n >", ":1: "),
    "a form beyond": ("(n > 1)", "n", ":1: 2 forms, and form 2 for 2"),
}


@pytest.mark.parametrize(("right", "wrong", "what"), TOML.values(), ids=TOML)
def test_a_language_that_says_nothing_of_use_of_itself_is_left_out_and_named(
    french, run, right, wrong, what
):
    run("compile")
    file = french / "language.toml"
    file.write_text(file.read_text().replace(right, wrong))

    for command in ("check", "merge", "compile"):
        status, told = run(command)
        assert status == (command != "compile")
        assert f"translations/fr/language.toml{what}" in told
    assert not (french / "messages.mo").exists()


def test_nothing_may_be_missing_in_a_language_that_is_whole(french, root, run):
    file = french / "language.toml"
    file.write_text(file.read_text().replace("whole = false", "whole = true"))

    status, told = run("check")

    assert status == 1
    line = line_of(french / "club.po", 'msgid "Club"')
    assert f"translations/fr/club.po:{line}: not translated, though this language is whole" in told
    assert told.count("not translated, though") == 10

    (root / "app/web/start.py").write_text('_("Club"), _("Evening")')
    assert "translations/fr/language.toml:1: 1 messages are not in it: run" in run("check")[1]


def test_a_template_that_is_not_what_the_code_says_is_named(french, root, run):
    (root / "app/web/start.py").write_text('_("Evening"), _("Deal")')

    status, told = run("check")

    assert status == 1
    line = line_of(root / "translations/messages.pot", 'msgid "Club"')
    again = "run `make messages`"
    assert f"translations/messages.pot:{line}: the app says this no longer: {again}\n" in told
    assert f"app/web/start.py:1: “Evening” is not in messages.pot: {again}\n" in told
    line = line_of(french / "club.po", 'msgid "Club"')
    assert f"translations/fr/club.po:{line}: the app says this no longer: {again}\n" in told


def test_two_plurals_of_one_text_are_refused(root, run):
    (root / "app/web/start.py").write_text('_n("{n} trick", "{n} of them", 3)')

    assert run() == (
        1,
        "*** app/web/start.py: “{n} trick” has two plurals: “{n} tricks” and “{n} of them”\n",
    )


ARABIC = {0: 0, 1: 1, 2: 2, 3: 3, 10: 3, 11: 4, 99: 4, 100: 5, 103: 3}
BEGUN = {
    "pt": ("pt", "Português", "ltr", ".", {0: 0, 1: 0, 2: 1}),
    "pt_br": ("pt-BR", "Português (Brasil)", "ltr", ".", {0: 0, 1: 0, 2: 1}),
    "fr": ("fr", "Français", "ltr", "\u202f", {0: 0, 1: 0, 2: 1, 1_000_000: 1}),
    "de": ("de", "Deutsch", "ltr", ".", {0: 1, 1: 0, 2: 1}),
    "ar": ("ar", "العربية", "rtl", ",", ARABIC),
    "pl": ("pl", "Polski", "ltr", "\xa0", {0: 2, 1: 0, 2: 1, 5: 2, 12: 2, 22: 1}),
    "ja": ("ja", "日本語", "ltr", ",", {0: 0, 1: 0, 2: 0}),
}


@pytest.mark.parametrize(("tag", "begun"), BEGUN.items(), ids=BEGUN)
def test_a_language_begins_with_what_is_known_of_it(root, run, tag, begun):
    written, name, direction, group, forms = begun

    assert run("--language", tag)[0] == 0

    about = tomllib.loads((root / "translations" / written / "language.toml").read_text())
    assert (about["name"], about["direction"]) == (name, direction)
    assert about["numbers"]["group"] == group
    plural = Plural(about["plural"])
    assert {n: plural.form(n) for n in forms} == forms
    assert plural.count == len({*map(plural.form, range(200))})


@pytest.mark.parametrize("tag", ["en", "en-GB", "xx", "../fr", "fr/..", "p" * 9000, "🂡", "fr-x-y"])
def test_what_is_no_language_is_refused_and_nothing_is_written(root, run, tag):
    status, told = run("--language", tag)

    assert status == 1
    assert told.startswith("*** ")
    assert not [*root.glob("translations/*/")]


def test_a_page_shows_a_language_to_who_translates_it(french, root, run):
    file = french / "table.po"
    file.write_text(file.read_text().replace("{name} donne", "donne <script>"))
    status, told = run()
    assert (status, told) == (0, "fr: 3 of 14 messages, shown in build/messages/fr.html\n")

    page = (root / "build/messages/fr.html").read_text()
    states = re.findall(r'<tr class="(\w+)">.*?dir="ltr">(.+?)</p>', page, re.DOTALL)
    assert {english for state, english in states if state == "done"} == {
        *("{n} trick", "Queens", "Won by &lt;b&gt;{name}&lt;/b&gt;"),
    }
    assert [english for state, english in states if state == "wrong"] == ["{name} deals"]
    assert len(states) == 14
    for shown_there in (
        '<td>0–1</td>\n<td lang="fr" dir="ltr">{n} pli</td>',
        '<td>2–199 …</td>\n<td lang="fr" dir="ltr">{n} plis</td>',
        "<summary>table: 2 of 6</summary>",
        "<summary>club: 0 of 2</summary>",
        "<p>Trick: ",
        "<small>app/games/trex/play.py</small>",
        "missing: {name} in “donne &lt;script&gt;”",
    ):
        assert shown_there in page
    assert page.index("table: 2") < page.index("club: 0") < page.index("oh_hell: 0")


def test_two_languages_that_nobody_speaks_show_what_was_never_translated(root, run):
    (root / "app/scoring/cards.py").write_text(
        '_("{n} × {suit}"), _("K♥ & 10♠"), _("Take the Q♠ of <b>{name}</b> &amp; 3 more.")'
    )

    assert run("pseudo") == (0, "")

    accents, arabic = (root / "build/pseudo" / tag for tag in ("en-XA", "ar-XB"))
    assert shown(accents) == {
        "{name} deals": "⟦{name} ďéâļššš⟧",
        "{n} trick": ("⟦{n} ţŕîçķššš⟧", "⟦{n} ţŕîçķššš⟧"),
        "Queens": "⟦Qûééńššš⟧",
        "Won by <b>{name}</b>": "⟦Ŵöńń ƀŷŷ <b>{name}</b>⟧",
    }
    with (accents / "messages.mo").open("rb") as file:
        words = GNUTranslations(file)
    assert words.ngettext("{n} trick", "{n} tricks", 1) == "⟦{n} ţŕîçķķķ⟧"
    with (arabic / "messages.mo").open("rb") as file:
        words = GNUTranslations(file)
    assert words.gettext("{n} × {suit}") == "{n} × {suit}"
    assert words.gettext("K♥ & 10♠") == "K♥ & 10♠"
    taken = words.gettext("Take the Q♠ of <b>{name}</b> &amp; 3 more.")
    assert taken == "⟦تاخيي تهيي Q♠ وفف <b>{name}</b> &amp; 3 موريي.⟧"
    about = [tomllib.loads((folder / "language.toml").read_text()) for folder in (accents, arabic)]
    assert [each["direction"] for each in about] == ["ltr", "rtl"]
