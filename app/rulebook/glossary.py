"""The glossary: definitions of the words of the card table, linked from the pages that use them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.token import Token

from app.rulebook.markdown import RULES_SCHEME, plain_text, slug
from app.rulebook.words import MARKS, PageWords

GLOSSARY = "glossary"
TERM_LINE = re.compile(
    r"- \*\*(?P<name>[^*]+)\*\*(?: \{#(?P<anchor>[a-z0-9-]+)\})?(?: \((?P<synonyms>[^)]+)\))?"
    r" – (?P<meaning>.+)"
)
COMMA = re.compile("[,;،؛] *")
INLINE = MarkdownIt("commonmark", {"html": False})
ENTRY_ANCHOR = re.compile(r"^ \{#[a-z0-9-]+\}")
LINK_DEPTH = {"link_open": 1, "link_close": -1}


@dataclass(frozen=True)
class Term:
    """A word of the card table, in a language.

    `game` is the page of the only game that uses the word in this sense, None for all of them:
    its definition then begins with “In Trico:” or “In the Trex layout:”.
    """

    name: str
    synonyms: tuple[str, ...]
    definition: str
    anchor: str
    language: PageWords = field(repr=False)
    game: str | None = None

    @property
    def own_names(self) -> tuple[str, ...]:
        """The spellings of its name."""
        return tuple(COMMA.split(self.name))

    @property
    def names(self) -> tuple[str, ...]:
        """The spellings of its name, and its synonyms."""
        return (*self.own_names, *self.synonyms)

    @property
    def spellings(self) -> Iterable[str]:
        """All spellings of the name in a text, in the singular and in the plural."""
        for name in map(str.casefold, self.own_names):
            yield name
            yield from self.language.plurals_of(name)

    @property
    def entry(self) -> str:
        """Its entry on the page, in Markdown."""
        synonyms = f" ({', '.join(self.synonyms)})" if self.synonyms else ""
        return f"**{self.name}** {{#{self.anchor}}}{synonyms} – {self.definition}"

    @cached_property
    def html(self) -> str:
        """The definition with its markup."""
        html: str = INLINE.renderInline(self.definition)
        return html

    @cached_property
    def words(self) -> str:
        """The definition without its markup."""
        return plain_text(INLINE.parseInline(self.definition)[0])


def read_terms(text: str, titles: Mapping[str, str], language: PageWords) -> list[Term]:
    """Parse the terms of the glossary page `text`; `titles` are those of all pages, by key.

    An entry has the anchor that it says, or that of its name.

    Raises ValueError for an entry in another form, or one that is there twice.
    """
    games = openings(titles, language)
    longest_first = sorted(map(re.escape, games), key=len, reverse=True)
    in_game = re.compile(rf"({'|'.join(longest_first) or '(?!)'})(?!\w)")
    terms: dict[str, Term] = {}
    for line in text.splitlines():
        if not line.startswith("- "):
            continue
        entry = TERM_LINE.fullmatch(line.rstrip())
        if not entry:
            expected = "an entry is “- **Term** {#anchor} (synonym, synonym) – definition”, not"
            raise ValueError(f"{expected} {line!r}")
        name = entry["name"]
        opening = in_game.match(entry["meaning"])
        term = Term(
            name,
            tuple(filter(None, map(str.strip, COMMA.split(entry["synonyms"] or "")))),
            entry["meaning"],
            entry["anchor"] or slug(name),
            language,
            games[opening[1]] if opening else None,
        )
        if term.anchor in terms:
            raise ValueError(f"{name} is there twice")
        terms[term.anchor] = term
    return list(terms.values())


def openings(titles: Mapping[str, str], language: PageWords) -> Mapping[str, str]:
    """Return how the meaning of a term begins that one game alone uses, with the page of that
    game."""
    return {
        words.replace("{game}", title): key
        for key, title in titles.items()
        for words in language.in_game
    }


def link_terms(tokens: Sequence[Token], page: str, terms: Iterable[Term]) -> None:
    """Link each term where a section first uses it, outside of headings, links and code, together
    with what its language writes before a word without a space: اللطش and ولطش.

    In the glossary each entry is a section with an anchor, and does not link to itself.
    """
    by_spelling = {
        spelling: term
        for term in terms
        if term.game in (None, page) or page == GLOSSARY
        for spelling in term.spellings
    }
    if not by_spelling:
        return
    spellings = spellings_in_text(by_spelling)
    seen: set[str] = set()
    for at, token in enumerate(tokens):
        if token.type == "heading_open" and token.tag == "h2":
            seen = set()
        if token.type != "inline" or tokens[at - 1].type in ("heading_open", "th_open"):
            continue
        # The tokens of an item are list_item_open, paragraph_open, inline.
        if page == GLOSSARY and tokens[at - 2].type == "list_item_open":
            entry = TERM_LINE.fullmatch(f"- {token.content}")
            seen = set()
            if entry:
                anchor = entry["anchor"] or slug(entry["name"])
                tokens[at - 2].attrs["id"] = anchor
                seen.add(anchor)
                drop_anchor(token)
        token.children = link_mentions(token.children or [], spellings, by_spelling, seen)


def spellings_in_text(terms: Mapping[str, Term]) -> re.Pattern[str]:
    """Return the pattern of these terms in a text, by their spellings in lower case; the one that
    it found is its group ``name``."""
    # A regular expression takes the first alternative that fits: “trick” would hide “trick-taking”.
    names, before, glued = (
        "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
        for words in (
            terms,
            {word for term in terms.values() for word in term.language.search.beginnings.split()},
            {word for term in terms.values() for word in term.language.search.glued.split()},
        )
    )
    # Of two letters is what a longer word ends with: صف is no row in وصف. Lazily, because the name
    # of a term may begin like that itself.
    return re.compile(
        rf"(?<![\w{MARKS}-])(?:{before or '(?!)'}|(?:{glued or '(?!)'})(?=\w{{3}}))??"
        rf"(?P<name>{names})(?![\w{MARKS}-])",
        re.IGNORECASE,
    )


def drop_anchor(entry: Token) -> None:
    """Leave the words alone of an entry that says its anchor, which stands behind its name."""
    for name, rest in pairwise(entry.children or ()):
        if name.type == "strong_close":
            rest.content = ENTRY_ANCHOR.sub("", rest.content)
            return


def link_mentions(
    children: Sequence[Token],
    spellings: re.Pattern[str],
    by_spelling: Mapping[str, Term],
    seen: set[str],
) -> list[Token]:
    """Return the same text, with links to the terms that were not `seen` before."""
    linked: list[Token] = []
    inside = 0
    for child in children:
        inside += LINK_DEPTH.get(child.type, 0)
        if child.type != "text" or inside:
            linked.append(child)
            continue
        end = 0
        for mention in spellings.finditer(child.content):
            term = by_spelling[mention["name"].casefold()]
            if term.anchor in seen:
                continue
            seen.add(term.anchor)
            url = f"{RULES_SCHEME}{GLOSSARY}#{term.anchor}"
            linked += [
                Token("text", "", 0, content=child.content[end : mention.start()]),
                Token("link_open", "a", 1, {"class": "term", "href": url}),
                Token("text", "", 0, content=mention[0]),
                Token("link_close", "a", -1),
            ]
            end = mention.end()
        linked.append(Token("text", "", 0, content=child.content[end:]))
    return linked
