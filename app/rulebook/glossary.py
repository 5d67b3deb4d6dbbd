"""The glossary: definitions of the words of the card table, linked from the pages that use them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from markdown_it import MarkdownIt
from markdown_it.token import Token

from app.rulebook.markdown import RULES_SCHEME, plain_text, slug

GLOSSARY = "glossary"
TERM_LINE = re.compile(r"- \*\*(?P<name>[^*]+)\*\*(?: \((?P<synonyms>[^)]+)\))? – (?P<meaning>.+)")
INLINE = MarkdownIt("commonmark", {"html": False})
LINK_DEPTH = {"link_open": 1, "link_close": -1}


@dataclass(frozen=True)
class Term:
    """A word of the card table.

    `game` is the page of the only game that uses the word in this sense, None for all of them:
    its definition then begins with “In Trico:” or “In the Trex layout:”.
    """

    name: str
    synonyms: tuple[str, ...]
    definition: str
    anchor: str
    game: str | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The spellings of its name, and its synonyms."""
        return (*self.name.split(", "), *self.synonyms)

    @property
    def spellings(self) -> Iterable[str]:
        """All spellings of the name in a text, in the singular and in the plural."""
        for name in self.name.casefold().split(", "):
            yield from (name, f"{name}s", f"{name}es")
            if name.endswith("y"):
                yield f"{name[:-1]}ies"

    @cached_property
    def html(self) -> str:
        """The definition with its markup."""
        html: str = INLINE.renderInline(self.definition)
        return html

    @cached_property
    def words(self) -> str:
        """The definition without its markup."""
        return plain_text(INLINE.parseInline(self.definition)[0])


def read_terms(text: str, titles: Mapping[str, str]) -> list[Term]:
    """Parse the terms of the glossary page `text`; `titles` are those of all pages, by key.

    Raises ValueError for an entry in another form, or one that is there twice.
    """
    games = "|".join(re.escape(title) for title in sorted(titles.values(), key=len, reverse=True))
    keys = {title: key for key, title in titles.items()}
    terms: dict[str, Term] = {}
    for line in text.splitlines():
        if not line.startswith("- "):
            continue
        entry = TERM_LINE.fullmatch(line.rstrip())
        if not entry:
            expected = "an entry is “- **Term** (synonym, synonym) – definition”, not"
            raise ValueError(f"rules/en/{GLOSSARY}.md: {expected} {line!r}")
        in_game = re.match(rf"In (?:the )?({games})\b", entry["meaning"])
        name = entry["name"]
        term = Term(
            name,
            tuple(word.strip() for word in re.split("[,;]", entry["synonyms"] or "") if word),
            entry["meaning"],
            slug(name),
            keys[in_game[1]] if in_game else None,
        )
        if term.anchor in terms:
            raise ValueError(f"rules/en/{GLOSSARY}.md: {name} is there twice")
        terms[term.anchor] = term
    return list(terms.values())


def link_terms(tokens: Sequence[Token], page: str, terms: Iterable[Term]) -> None:
    """Link each term where a section first uses it, outside of headings, links and code.

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
    # A regular expression takes the first alternative that fits: “trick” would hide “trick-taking”.
    longest_first = sorted(map(re.escape, by_spelling), key=len, reverse=True)
    spellings = re.compile(rf"(?<![\w-])({'|'.join(longest_first)})(?![\w-])", re.IGNORECASE)
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
                anchor = slug(entry["name"])
                tokens[at - 2].attrs["id"] = anchor
                seen.add(anchor)
        token.children = link_mentions(token.children or [], spellings, by_spelling, seen)


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
        # A split by a group returns text and spelling in turn.
        for number, part in enumerate(spellings.split(child.content)):
            text = Token("text", "", 0, content=part)
            term = by_spelling[part.casefold()] if number % 2 else None
            if term is None or term.anchor in seen:
                linked.append(text)
                continue
            seen.add(term.anchor)
            url = f"{RULES_SCHEME}{GLOSSARY}#{term.anchor}"
            link = Token("link_open", "a", 1, {"class": "term", "href": url})
            linked += [link, text, Token("link_close", "a", -1)]
    return linked
