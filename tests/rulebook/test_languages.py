"""The rules book in another language beside English: what it says itself, and what holds it.

The language is made up: its words are English ones with an “o” behind them.
"""

import re
import shutil
from concurrent.futures import ThreadPoolExecutor

import pytest

from app import rulebook
from app.games import GAMES, numbers
from app.paths import RULES
from app.rulebook import Rulebooks, SearchEntry
from app.web.rules.rulings import search_entries

WORDS = """
[page]
essentials = "Essentialo"
example = "Exampolo"
ours = "Choiceo"
house = "Rulo <b>"
link = "Linko: {title}"

[glossary]
in_game = ["Ino {game}"]
in_english = "In Englisho"

[glossary.plurals]
o = ["oi"]

[search]
stop_words = "theo ino"
question_words = "whoo"
endings = "oi o"

[search.suits]
"♥" = "hearto"

[terms]
widow = ["talono"]

[rulings]
"trex/double" = ["twiceo"]
"""
ENGLISH = {
    "trex": """# Trex

A summary of the trick.

::: essentials
Four players, {{ deals }} deals.
:::

## Queens

Every queen costs {{ queen }}. See [the widow](glossary#widow).

::: example
| What happened | A · B | Total |
|---|---|---|
| Q♠, doubled by A, to B | +25 · −50 | −25 |
:::

### Level queens

The score stands.

::: house level_queens
They may be replayed.
:::

## Credits

Our own words.
""",
    "tribello": "# Tribello\n\n## Aim\n\nGirls win, see [Trex](trex#queens).\n",
    "glossary": """# Glossary

## G

- **Girls** (banat) – In Trex: the queens.
- **Trick** – One card from each.
- **Widow** – A spare hand.
""",
}
TREX = """# Trexo

A summaryo of the trick and the tricko.

::: essentials
Fouro, {{ deals }}.
:::

## Queeno ♥ {#queens}

Everyo queeno costo {{ queen }}. Seeo [widowo](glossary#widow). Trickoi and tricks.

::: example
| Whato | A · B | Totalo |
|---|---|---|
| Q♠ to B, doublo A | +25 · −50 | −25 |
:::

### Levelo {#level-queens}

Standso.

::: house level_queens
Mayo.
:::

## Credits

Our owno.
"""
GLOSSARY = """# Glossaryo

## Ж {#zh}

- **Girlo** {#girls} (banato) – Ino Trexo: theo queeno.
- **Tricko** {#trick} – Oneo cardo.
"""
NUMBERS = {"trex": {"deals": 20, "queen": 25}}


def rulings(language):
    """A ruling in the words of the language."""
    names = language.rulings.get("trex/double", ())
    title = "Who pays twice?" if language.tag == "en" else "Kto zaplatio?"
    return [
        SearchEntry("trex", title, (title,), "trex", language, other_names=names, slug="double")
    ]


@pytest.fixture
def folder(tmp_path):
    """The rules in English."""
    (tmp_path / "diagrams").mkdir()
    (tmp_path / "en").mkdir()
    shutil.copy(RULES / "en" / "words.toml", tmp_path / "en")
    for key, text in ENGLISH.items():
        (tmp_path / "en" / f"{key}.md").write_text(text, "utf-8")
    return tmp_path


@pytest.fixture
def write(folder):
    """Write files of the language, all of them by default: `write(trex=text)`."""

    def write_files(**files):
        files = files or {"trex": TREX, "glossary": GLOSSARY}
        files = {f"{key}.md": text for key, text in files.items() if key != "words"} | {
            "words.toml": files.get("words", WORDS)
        }
        (folder / "xx").mkdir(exist_ok=True)
        for name, text in files.items():
            (folder / "xx" / name).write_text(text, "utf-8")

    return write_files


@pytest.fixture
def read(folder, write):
    """Write files of the language and read it: `read(trex=text)`."""

    def read_files(**files):
        write(**files)
        english = rulebook.read(folder, NUMBERS, rulings)
        return rulebook.read_beside(english, "xx", folder, NUMBERS, rulings)

    return read_files


def test_a_page_is_the_own_one_of_the_language_or_the_english_one(read):
    book = read()

    assert {key: page.language.tag for key, page in book.items()} == {
        "trex": "xx",
        "glossary": "xx",
        "tribello": "en",
    }
    assert book["trex"].title == "Trexo"
    assert "Fouro, 20." in book["trex"].essentials


def test_the_words_of_a_page_are_those_of_its_language(read):
    trex, tribello = (read()[key].html for key in ("trex", "tribello"))

    for box, title in (("essentials", "Essentialo"), ("example", "Exampolo")):
        assert f'<div class="box {box}" role="group" aria-label="{title}">' in trex
    assert 'aria-label="Rulo &lt;b&gt;"' in trex
    assert 'aria-label="Linko: Levelo"' in trex
    assert 'aria-label="Link to “Aim”"' in tribello


def test_a_heading_has_the_anchor_that_it_says_and_its_words_without_it(read):
    page = read()["trex"]

    assert [section.anchor for section in page.all_sections] == [
        "queens",
        "level-queens",
        "credits",
    ]
    assert [section.title for section in page.sections] == ["Queeno ♥", "Credits"]
    assert "{#" not in page.html
    assert '<h2 id="queens">Queeno ♥ <a class="permalink"' in page.html


def test_a_term_of_the_language_stands_for_the_english_one_and_the_others_are_in_english(read):
    book = read()
    html = book["glossary"].html

    assert [term.name for term in book.terms.values()] == ["Girlo", "Tricko", "Widow"]
    assert book.terms["girls"].game == "trex"
    assert book.terms["girls"].synonyms == ("banato",)
    assert '<li id="girls"><strong>Girlo</strong> (banato) – ' in html
    own, _heading, english = html.partition('<h2 id="in-english">In Englisho ')
    assert '<li id="widow">' not in own
    assert '<ul lang="en" dir="ltr">\n<li id="widow"><strong>Widow</strong> – A spare' in english


def test_words_are_linked_that_are_terms_in_the_language_of_the_page(read):
    book = read()

    def linked(key):
        return re.findall(r'<a class="term" href="rules:glossary#([^"]+)">([^<]+)', book[key].html)

    assert linked("trex") == [("trick", "tricko"), ("trick", "Trickoi")]
    assert linked("tribello") == []


def test_links_of_english_pages_lead_to_the_pages_of_the_language(read):
    assert ("trex", "queens") in read()["tribello"].links


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("{#queens}", "{#dames}", r"{#dames}; they are: queens"),
        (" {#queens}", "", r"“Queeno ♥”, {#queeno}"),
        ("## Queeno ♥ {#queens}", "## Жж", r"“Жж”, {#}"),
        ("## Credits", "", "are missing: credits"),
        ("::: house level_queens", "::: house appeals", "boxes about appeals, and .* level_queens"),
        ("−50", "−75", "row 1 of table 1 of {#queens} has other numbers"),
        ("doublo A", "doublo B", "row 1 of table 1"),
        ("Q♠ to", "Q♥ to", "row 1 of table 1"),
        ("::: example", "::: ours", "in the box 'ours', and in English in 'example'"),
        ("| Q♠ to B, doublo A | +25 · −50 | −25 |\n", "", "has 0 rows, and in English 1"),
        ("glossary#widow", "glossary#nobody", "glossary#nobody"),
        ("{{ queen }}", "{{ king }}", "no number is called"),
        ("::: essentials", "::: essentialo", "opens no box of ours"),
        ("## Credits", "## Queens", r"“Queens”, {#queens-1}"),
    ],
)
def test_a_page_that_is_not_what_the_english_one_is_names_the_file_and_the_place(
    read, old, new, why
):
    assert old in TREX

    with pytest.raises(ValueError, match=rf"^rules/xx/trex\.md: .*{why}"):
        read(trex=TREX.replace(old, new))


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("{#girls}", "{#girlo}", "has the anchor girlo; an entry says"),
        (" {#trick}", "", "has the anchor tricko"),
        ("{#trick}", "{#girls}", "Tricko is there twice"),
        ("– Oneo", "- Oneo", "an entry is"),
    ],
)
def test_an_entry_has_the_anchor_of_an_english_one(read, old, new, why):
    assert old in GLOSSARY

    with pytest.raises(ValueError, match=rf"^rules/xx/glossary\.md: .*{why}"):
        read(glossary=GLOSSARY.replace(old, new))


def test_a_subsection_may_be_missing_unless_something_leads_there(read):
    without = TREX.replace("### Levelo {#level-queens}", "")

    assert read(trex=without)["trex"].section("level-queens") is None
    with pytest.raises(ValueError, match=r"^rules/xx/trex\.md: links to trex#level-queens"):
        read(trex=f"{without}\n[Thereo](#level-queens)")


def test_a_page_that_is_not_in_english_is_refused(read):
    with pytest.raises(ValueError, match=r"^rules/xx/belote\.md: there is no English page"):
        read(belote="# Belote")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("[page", r"Expected '\]'"),
        (WORDS.replace("link =", "lynk ="), r"\[page\] has no lynk, only: essentials"),
        (WORDS.replace('ours = "Choiceo"', ""), r"\[page\] does not say ours"),
        (WORDS.replace("{title}", ""), "has no {title}"),
        (WORDS.replace('"theo ino"', "3"), "stop_words is to be a text in quotes"),
        (WORDS.replace('o = ["oi"]', 'o = "oi"'), "plurals is to be a table of lists"),
        (WORDS.replace("[search.suits]", "[suits]"), "suits is none of its tables"),
        (WORDS.replace("widow =", "widowo ="), "English glossary has the anchor widowo"),
        (WORDS.replace("in_english", "#"), r"words\.toml does not say \[glossary\] in_english"),
    ],
)
def test_words_that_cannot_be_read_name_the_file_and_the_key(read, words, why):
    with pytest.raises(ValueError, match=rf"^rules/xx/(words\.toml|glossary\.md): .*{why}"):
        read(words=words, glossary=GLOSSARY)


def test_a_byte_order_mark_before_a_file_is_nothing(read):
    book = read(words=f"\ufeff{WORDS}", trex=f"\ufeff{TREX}")

    assert book["trex"].title == "Trexo"


# --- the languages of an app -------------------------------------------------------------------


def test_a_language_without_a_folder_has_the_english_pages_and_its_own_rulings(folder):
    books = Rulebooks(folder, NUMBERS, rulings)
    book = books["yy"]

    assert dict(book) == dict(books["en"])
    assert [hit.slug for hit in book.index.search("kto zaplatio").hits][:1] == ["double"]
    assert not [hit for hit in book.index.search("who pays twice").hits if hit.slug]
    assert [hit.anchor for hit in book.index.search("widow").hits] == ["widow", "queens"]


def test_a_language_is_read_once_however_many_ask_at_once(folder, write, monkeypatch):
    books, times = Rulebooks(folder, NUMBERS, rulings), []
    read = rulebook.read_beside
    monkeypatch.setattr(rulebook.rulebook, "read_beside", lambda *of: times.append(of) or read(*of))
    write()

    with ThreadPoolExecutor(8) as readers:
        read_by_all = [*readers.map(lambda _reader: books["xx"], range(40))]

    assert len(times) == 1
    assert {id(book) for book in read_by_all} == {id(books["xx"])}


def test_pages_that_cannot_be_read_are_in_english_and_the_log_says_why(folder, write, caplog):
    write(trex=TREX.replace("{#queens}", "{#dames}"))
    book = Rulebooks(folder, NUMBERS, rulings)["xx"]

    assert {page.language.tag for page in book.values()} == {"en"}
    [record] = caplog.records
    assert record.message.startswith("rules/xx/trex.md: no section")
    assert record.message.endswith("the pages are shown in English")


TAGS = sorted({file.parent.name for file in RULES.glob("*/words.toml")} - {"en"})


@pytest.mark.parametrize("tag", TAGS)
def test_every_language_that_we_have_holds_to_the_english_pages(tag):
    book = rulebook.read_beside(rulebook.read(RULES, numbers()), tag, RULES, numbers())

    ours = {f"{game.key}/{each.slug}" for game in GAMES.values() for each in game.rulings}
    assert {*book.language.rulings} <= ours


# --- search --------------------------------------------------------------------------------------


@pytest.fixture
def found(read):
    """The hits of a search in the language with its pages: `found(query, page)`."""
    index = read().index

    def hits(*asked):
        return [
            (hit.language.tag, hit.slug or f"{hit.page}#{hit.anchor}")
            for hit in index.search(*asked).hits
        ]

    return hits


@pytest.mark.parametrize(
    ("query", "page", "hits"),
    [
        ("queeno", None, [("xx", "trex#queens"), ("xx", "glossary#girls")]),
        ("QUÉENO ♥", None, [("xx", "trex#queens")]),
        ("spare", "trex", [("en", "glossary#widow")]),
        ("girls win", "trex", [("en", "tribello#aim")]),
        ("trex", "tribello", [("en", "tribello#aim"), ("xx", "trex#")]),
        ("standsoi", None, [("xx", "trex#level-queens")]),
        ("hearto", None, [("xx", "trex#queens")]),
        ("♥", None, [("xx", "trex#queens")]),
        ("banato", None, [("xx", "glossary#girls")]),
        ("twiceo", None, [("xx", "double")]),
        ("kto zaplatio", None, [("xx", "double")]),
        ("aim", None, [("en", "tribello#aim")]),
        ("talono", None, [("en", "glossary#widow")]),
        ("theo talono", None, [("en", "glossary#widow")]),
        ("spare hand", None, [("en", "glossary#widow")]),
    ],
)
def test_a_search_finds_what_is_in_the_language_and_what_is_in_english_only(
    found, query, page, hits
):
    assert found(query, page)[: len(hits) or None] == hits


def test_what_the_language_has_is_not_found_in_english_too(found):
    assert found("replayed") == []
    assert ("en", "trex#queens") not in found("queen")


@pytest.fixture(scope="module")
def french():
    """The search of our French, which has the page of Trex and a glossary of its words."""
    return Rulebooks(RULES, numbers(), search_entries)["fr"].index


@pytest.mark.parametrize(
    ("query", "hit"),
    [
        ("échange", "glossary#swap"),
        ("pli", "glossary#trick"),
        ("le donneur donne", "glossary#dealer"),
        ("royaumes", "glossary#kingdom"),
        ("roi de cœur", "trex#king-of-hearts"),
        ("roi de coeur", "glossary#king-of-hearts"),
        ("dois-je fournir", "follow"),
        ("demander une redonne", "glossary#appeal"),
        ("doublée", "double"),
        ("ma propre carte doublée", "trex#you-took-your-own-doubled-card"),
        ("qui paie une carte doublée", "trex#what-a-doubled-card-costs"),
        ("combien de plis faut-il avoir", "trex#how-many-tricks-must-a-player-have"),
        ("7 de cœur", "trex#the-7-of-hearts"),
        ("talon", "widow"),
        ("who draws from the widow", "tribello#swapping-cards"),
    ],
)
def test_french_words_find_rulings_and_english_pages(french, query, hit):
    found = french.search(query)

    assert hit in [each.slug or f"{each.page}#{each.anchor}" for each in found.hits[:4]]
    assert found.read_as == ()


@pytest.fixture(scope="module")
def arabic():
    """The search of our Arabic, with whatever pages it has."""
    return Rulebooks(RULES, numbers(), search_entries)["ar"].index


@pytest.mark.parametrize(
    ("query", "hit"),
    [
        ("الشايب", "trex#king-of-hearts"),
        ("مين بياخد ختيار الكبة", "trex#king-of-hearts"),
        ("كم اللطش", "trex#slaps"),
        ("أكلات", "trex#slaps"),
        ("لمّات", "trex#slaps"),
        ("الشايب مدبل", "trex#doubling"),
        ("دبل البنات", "trex#doubling"),
        ("والبنات", "trex#queens"),
        ("بكم الديناري", "trex#diamonds"),
        ("السبعة الكبه", "trex#the-7-of-hearts"),
        ("مملكة مين", "trex#who-owns-the-next-kingdom"),
        ("مين ببلش", "trex#who-deals-who-cuts-who-leads"),
        ("كومبلكس", "trex#complex"),
        ("شراكة", "trex#playing-with-partners"),
        ("تريكس", "trex#trex-the-layout"),
        ("تركس", "trex#trex-the-layout"),
        ("نعيد التوزيع", "redeal"),
        ("متى منوقف", "stop"),
        ("شو بنزل", "layout"),
        ("ختيار الكبة مين بياخده", "trex#king-of-hearts"),
        ("شايب الهاص كم عليه", "trex#king-of-hearts"),
        ("تاكل الأكلات", "trex#slaps"),
        ("بكم الأكلة", "trex#slaps"),
        ("لمّات كم اللمة", "trex#slaps"),
        ("منو يبدي", "trex#who-deals-who-cuts-who-leads"),
        ("شنو يصير بالبنات المدبلة", "trex#doubled-cards-and-sides"),
        ("خويي أكل بنتي المدبلة", "trex#you-took-your-own-doubled-card"),
        ("عندي أربع اثنينات", "redeal"),
        ("الجاك", "trex#what-may-i-play"),
        ("أباصي", "trex#must-i-play"),
    ],
)
def test_what_a_table_says_in_its_dialect_finds_the_section(arabic, query, hit):
    found = arabic.search(query, "trex")

    assert hit in [each.slug or f"{each.page}#{each.anchor}" for each in found.hits[:4]]
    assert found.read_as == ()


@pytest.fixture(scope="module")
def indexes():
    """The searches of our languages, by their tags."""
    books = Rulebooks(RULES, numbers(), search_entries)
    return {tag: books[tag].index for tag in ("en", *TAGS)}


CALLED = [
    ("en", "king-of-hearts", "sheikh khityar"),
    ("en", "queens", "girls banat femmes"),
    ("en", "diamonds", "dinari carreau"),
    ("en", "slaps", "lutoosh slap collections"),
    ("en", "trex-the-layout", "trix Trex"),
    ("en", "complex", "kompleks"),
    ("fr", "king-of-hearts", "cheikh"),
    ("fr", "queens", "femmes dame banat"),
    ("fr", "diamonds", "dinari carreaux"),
    ("fr", "slaps", "levée plis slaps lutoosh collections"),
    ("fr", "trex-the-layout", "trix trex"),
    ("fr", "complex", "komplex"),
    ("ar", "king-of-hearts", "الشايب شايب ختيار والختيار الشيخ كنج"),
    ("ar", "queens", "بنات البنات كوين بنت"),
    ("ar", "diamonds", "ديمن كارو الديناري دينار"),
    ("ar", "slaps", "أكلات الأكلة لمّة اللمّات لطش اللطوش slaps lutoosh collections"),
    ("ar", "trex-the-layout", "تركس تريكس التريكس"),
    ("ar", "complex", "كومبلكس كمبلكس"),
]


@pytest.mark.parametrize(("tag", "section", "names"), CALLED)
def test_a_name_of_a_contract_finds_its_section_first_in_a_match(indexes, tag, section, names):
    for name in names.split():
        hit = indexes[tag].search(name, "trex").hits[0]

        assert (hit.page, hit.anchor) == ("trex", section), name


@pytest.mark.parametrize(
    ("tag", "query", "heading"),
    [
        *(("ar", f"{who} يبدي", "who-deals-who-cuts-who-leads") for who in ("منو", "مين", "من")),
        ("ar", "لمن البدء", "who-deals-who-cuts-who-leads"),
        ("ar", "هل أبدأ بالكبة", "may-i-lead-a-heart"),
        ("en", "who leads", "who-deals-who-cuts-who-leads"),
        ("en", "may I lead", "may-i-lead-a-heart"),
        ("fr", "qui entame", "who-deals-who-cuts-who-leads"),
        ("fr", "puis-je entamer", "may-i-lead-a-heart"),
    ],
)
def test_a_question_finds_first_the_heading_that_asks_the_same(indexes, tag, query, heading):
    hit = indexes[tag].search(query, "trex").hits[0]

    assert (hit.page, hit.anchor) == ("trex", heading)


def test_a_hit_keeps_the_spaces_at_which_no_line_breaks(french):
    hits = {hit.anchor: hit for hit in french.search("fait-elle encore 0").hits}
    hit = hits["does-it-still-come-to-0"]

    assert hit.title.endswith("\N{NARROW NO-BREAK SPACE}?")
    assert "personne\N{NARROW NO-BREAK SPACE}:" in f"{hit.sentence} {hit.lead}"


ARABIC = """
[page]
essentials = "الأساس"
example = "مثال"
ours = "اختيارنا"
house = "قاعدة"
link = "رابط «{title}»"

[search]
stop_words = "في من على"
question_words = "هل كم"
beginnings = "ال وال بال لل"
glued = "و ب"
endings = "ات ين ة"

[search.letters]
"ى" = "ي"
"ة" = "ه"

[search.ranks]
K = "شيخ"

[search.suits]
"♥" = "الكبة"

[terms]
girls = ["البنات", "الملكات"]
widow = ["ورقة الأرملة"]
"""
ARABIC_GLOSSARY = """# معجم

## ب {#ba}

- **بنت، بنات** {#girls} (ملكة؛ بنوتة) – البنات الأربع.
- **الصفوف كلها، صف، صفوف** {#widow} (rows, row) – ورقة في يد.

## ل {#lam}

- **لطش، لطوش** {#trick} (أكلة، أكلات) – ورقة من كل لاعب.
"""
ARABIC_PAGE = """# تركس

في اللعبة أربعة لاعبين.

## البنات {#queens}

كل بِنتٍ تكلّف {{ queen }}. شيخ الكبـــة لا يُدبَّل على المستوى ٧.

::: example
| ماذا | A · B | المجموع |
|---|---|---|
| Q♠ إلى B، دبّلها A | +٢٥ · −٥٠ | −٢٥ |
:::

::: house level_queens
تعاد.
:::

## النهاية {#credits}

كلامنا نحن.
"""


@pytest.mark.parametrize(
    ("query", "anchor"),
    [
        *((word, "queens") for word in ("البنات", "بنات", "والبنات", "البِنَات", "الـــبنات")),
        *((word, "queens") for word in ("وبنات", "وكبة", "الملكات", "بملكات")),
        *((word, "queens") for word in ("الكبه", "كبة", "الكبة", "K♥", "مستوي", "مستوى", "7", "٧")),
        *((word, "") for word in ("اربعة", "أربعه", "إربعة", "لاعب")),
        ("نهايه", "credits"),
    ],
)
def test_letters_that_are_written_in_several_ways_are_one_to_the_search(read, query, anchor):
    book = read(words=ARABIC, trex=ARABIC_PAGE)
    found = book.index.search(query)

    assert (found.hits[0].page, found.hits[0].anchor) == ("trex", anchor)
    assert found.read_as == ()


@pytest.mark.parametrize(
    ("words", "linked"),
    [
        ("كل لطش واللطوش كلها", "لطش"),
        ("اللطوش الباقية", "اللطوش"),
        ("تُلعب واللطوش تُعدّ", "واللطوش"),
        ("بلطش واحد", "بلطش"),
        ("للبنات حساب", "للبنات"),
        ("صفوف", "صفوف"),
        ("الصف الأول", "الصف"),
        ("الصفوف كلها هنا", "الصفوف كلها"),
        ("في وصف واحد", ""),
        ("صفّ من رجال، ولطشات", "ولطشات"),
        ("ملكة", ""),
    ],
)
def test_a_term_is_linked_with_what_is_written_before_it_without_a_space(read, words, linked):
    words_of_language = ARABIC.replace(
        "[search]", '[glossary]\nin_english = "E"\n[glossary.plurals]\n"" = ["ات"]\n\n[search]', 1
    )
    page = ARABIC_PAGE.replace("كلامنا نحن.", words)
    book = read(words=words_of_language, trex=page, glossary=ARABIC_GLOSSARY)

    credits = book["trex"].section("credits").html
    assert "".join(re.findall(r'class="term" href="rules:glossary#\w+">([^<]+)', credits)) == linked


def test_a_term_has_its_names_between_commas_of_its_script_and_is_found_by_those_of_its_words(read):
    words = ARABIC.replace("[search]", '[glossary]\nin_english = "E"\n\n[search]', 1)
    book = read(words=words, trex=ARABIC_PAGE, glossary=ARABIC_GLOSSARY)

    assert book.terms["girls"].names == ("بنت", "بنات", "ملكة", "بنوتة")
    assert book.terms["widow"].synonyms == ("rows", "row")
    assert "الملكات" not in book["glossary"].html
    hits = {query: book.index.search(query).hits for query in ("الملكات", "بنوتة", "ملكات")}
    assert {query: f"{found[0].page}#{found[0].anchor}" for query, found in hits.items()} == {
        **dict.fromkeys(hits, "glossary#girls")
    }


def test_an_english_term_is_found_by_a_name_with_letters_that_are_written_in_several_ways(read):
    index = read(words=ARABIC, trex=ARABIC_PAGE).index

    for query in ("الارمله", "أرملة", "وأرملة"):
        hit = index.search(query).hits[0]
        assert (hit.page, hit.anchor, hit.language.tag) == ("glossary", "widow", "en"), query


def test_a_stop_word_that_no_page_says_is_no_unknown_word(read):
    index = read(words=ARABIC, trex=ARABIC_PAGE).index

    assert index.search("من البنات").is_known
    assert not index.search("قط البنات").is_known


def test_a_word_is_marked_whole_with_its_vowels(read):
    hit = read(words=ARABIC, trex=ARABIC_PAGE).index.search("شيخ الكبه").hits[0]

    assert "<mark>شيخ</mark> <mark>الكبـــة</mark> لا يُدبَّل" in hit.sentence
