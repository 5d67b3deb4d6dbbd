"""The shell of the pocket edition speaks the language of the phone before Python has started."""

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import expect

from app.paths import STATIC
from testkit.browser.phone import a_browser, chromium
from testkit.pocket.site import hosted
from testkit.servers import free_port
from tools.messages import languages
from tools.messages.catalogues import Entry, text_of
from tools.messages.folder import open_folder
from tools.messages.merge import header_of
from tools.pocket import manifest
from tools.pocket.words import NOTICES, PAGE, SHELL, pages_of, shell_languages

LOAD = NOTICES["load"]
WORDS = {
    "fr": {LOAD.what.template: "Tricktally n’a pas démarré", "Try again": "Réessayer"},
    "ar": {LOAD.what.template: "لم يبدأ", "Where matches are kept": "أين تُحفظ"},
}


@pytest.fixture(scope="module")
def translations(tmp_path_factory) -> Path:
    """Two languages in which a few words of the shell are translated."""
    folder = tmp_path_factory.mktemp("translations")
    for tag, words in WORDS.items():
        language = open_folder(languages.begin(folder, tag))
        entries = [Entry(folder, id=text, forms={0: said}) for text, said in words.items()]
        catalogue = text_of(header_of(language, "pocket"), language.plural.count, entries)
        (language.path / "pocket.po").write_text(catalogue)
    return folder


def test_the_page_has_the_words_of_every_language_and_english_where_one_is_missing(translations):
    page, without_page = pages_of(shell_languages(translations))

    english, arabic, french = page.split('<template class="words"')[1:]
    assert english.startswith(' lang="en" dir="ltr">')
    assert arabic.startswith(' lang="ar" dir="rtl">')
    assert french.startswith(' lang="fr" dir="ltr">')
    assert 'data-what="Tricktally n’a pas démarré"' in french
    assert 'aria-label="أين تُحفظ"' in arabic
    for words in (english, arabic, french):
        assert words.count("data-kind=") == len(NOTICES)
        assert LOAD.todo.template in words
    assert 'lang="ar" dir="rtl"' in without_page["ar"]["empty"]
    assert ">Réessayer</a>" in without_page["fr"]["empty"]
    assert without_page["fr"]["stopped"] == "Tricktally is not running. Open it again."


def test_the_pocket_carries_what_babel_knows_of_its_languages_alone(translations, monkeypatch):
    monkeypatch.setattr(manifest, "TRANSLATIONS", translations)
    languages.begin(translations, "pt-BR")
    try:
        assert manifest.locales() == ["ar", "en", "fr", "pt", "pt_BR", "root"]
        assert {*manifest.languages()} == {f"{tag}/language.toml" for tag in ("ar", "fr", "pt-BR")}
    finally:
        shutil.rmtree(translations / "pt-BR")


SPOKEN = [
    ("fr-FR", None, "fr", "ltr", "Tricktally n’a pas démarré", "Réessayer"),
    ("de-DE", None, "en", "ltr", "Tricktally did not start", "Try again"),
    ("fr-FR", "ar", "ar", "rtl", "لم يبدأ", "Try again"),
    ("fr-FR", "en", "en", "ltr", "Tricktally did not start", "Try again"),
    ("de-DE", "gone", "en", "ltr", "Tricktally did not start", "Try again"),
]
CHOSEN = "tag => localStorage.setItem('tricktally/cards/pocket/ language', tag)"


@pytest.mark.browser
@pytest.mark.skipif(chromium() is None, reason="needs Chromium")
def test_the_shell_says_what_is_wrong_in_the_language_that_was_chosen_or_in_that_of_the_phone(
    translations, tmp_path
):
    folder = shutil.copytree(SHELL, tmp_path / "pocket")
    (folder / PAGE).write_text(pages_of(shell_languages(translations))[0])
    style = folder / "shell" / "shell.css"
    style.write_bytes((STATIC / "css" / "tokens.css").read_bytes() + style.read_bytes())
    # Nothing is started, because there is no worker that could be.
    (folder / "sw.js").unlink()
    with hosted(folder, free_port()) as address, a_browser() as browser:
        for phone, chosen, tag, direction, what, again in SPOKEN:
            narrow = {"width": 320, "height": 640}
            page = browser.new_context(locale=phone, viewport=narrow).new_page()
            page.goto(address)
            expect(page.locator("#trouble")).to_be_visible()
            if chosen:
                page.evaluate(CHOSEN, chosen)
                page.reload()
            expect(page.locator("#what")).to_have_text(what)
            expect(page.locator("#again")).to_have_text(again)
            assert page.evaluate("document.documentElement.scrollWidth") == 320
            html = page.locator("html")
            expect(html).to_have_attribute("lang", tag)
            expect(html).to_have_attribute("dir", direction)
            page.context.close()
