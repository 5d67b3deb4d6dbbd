"""The glossary: what the words of the card table mean, and where a page uses them."""

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
    that is said by a definition which begins with “In Trico:” or “In the Trex layout:”.
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
        """The term as a text spells it, in the singular and in the plural."""
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
    """Parse the terms of the glossary page `text`; `titles` are those of all pages.

    Raises ValueError for an entry of another form, or one that is there twice.
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
            raise ValueError(f"rules/{GLOSSARY}.md: {expected} {line!r}")
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
            raise ValueError(f"rules/{GLOSSARY}.md: {name} is there twice")
        terms[term.anchor] = term
    return list(terms.values())


def link_terms(tokens: Sequence[Token], page: str, terms: Iterable[Term]) -> None:
    """Link each term where a section first uses it, outside of headings, links and code.

    In the glossary each entry is a section, and does not link to itself.
    """
    spellings = {
        form: term
        for term in terms
        if term.game in (None, page) or page == GLOSSARY
        for form in term.spellings
    }
    if not spellings:
        return
    any_form = "|".join(re.escape(form) for form in sorted(spellings, key=len, reverse=True))
    words = re.compile(rf"(?<![\w-])(?:{any_form})(?![\w-])", re.IGNORECASE)
    seen: set[str] = set()
    for before, token in zip((None, *tokens), tokens, strict=False):
        opened = before.type if before else ""
        if token.type == "heading_open" and token.tag == "h2":
            seen = set()
        if page == GLOSSARY and token.type == "list_item_open":
            seen = set()
        if token.type == "inline" and opened not in ("heading_open", "th_open"):
            if page == GLOSSARY and (entry := term_anchor(token)):
                seen.add(entry)
            token.children = link_mentions(token.children or [], words, spellings, seen)


def link_mentions(
    children: Sequence[Token], words: re.Pattern[str], spellings: Mapping[str, Term], seen: set[str]
) -> list[Token]:
    """The same words, with links to the terms that were not `seen` before."""
    linked: list[Token] = []
    inside = 0
    for child in children:
        inside += LINK_DEPTH.get(child.type, 0)
        if child.type != "text" or inside:
            linked.append(child)
            continue
        rest = 0
        for mention in words.finditer(child.content):
            term = spellings[mention[0].casefold()]
            if term.anchor in seen:
                continue
            seen.add(term.anchor)
            linked.append(text_token(child.content[rest : mention.start()]))
            address = f"{RULES_SCHEME}{GLOSSARY}#{term.anchor}"
            linked.append(Token("link_open", "a", 1, {"class": "term", "href": address}))
            linked += [text_token(mention[0]), Token("link_close", "a", -1)]
            rest = mention.end()
        linked.append(text_token(child.content[rest:]))
    return linked


def text_token(words: str) -> Token:
    """A token of plain text."""
    return Token("text", "", 0, content=words)


def add_term_anchors(tokens: Sequence[Token]) -> None:
    """Give each entry of the glossary page its anchor."""
    for item, inline in zip(tokens, tokens[2:], strict=False):
        if item.type == "list_item_open" and (entry := term_anchor(inline)):
            item.attrs["id"] = entry


def term_anchor(inline: Token) -> str | None:
    """The anchor of the entry that this line of the glossary is, None if it is none."""
    entry = TERM_LINE.fullmatch(f"- {inline.content}")
    return slug(entry["name"]) if entry else None
