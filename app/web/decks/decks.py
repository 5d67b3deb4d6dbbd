"""Decks of cards with symbols: our own and those that people entered, to play with and to print."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any
from urllib.parse import parse_qsl, urlencode

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app.games import GAMES
from app.languages import plain
from app.paper.cards import cards, printed_cards
from app.paper.html import CARD_PAPERS
from app.scoring import Game, Problem, Refused, Text, _
from app.scoring.game import normalise_name
from app.scoring.match.known_cards import known_in
from app.scoring.prompts.decks import Deck
from app.store.clubs import decks
from app.store.clubs.decks import SavedDeck
from app.store.engine import to_json
from app.store.matches import lists
from app.web.core.access import this_club
from app.web.core.idempotency import form_digest
from app.web.core.rate_limits import stores
from app.web.core.services import connection, services
from app.web.match.repository import get_match_or_404
from app.web.pdf import requested_paper, show_pdf

bp = Blueprint("decks", __name__, url_prefix="/decks")

SHOWN_DECKS = 6
MAX_DECK_NAME_LETTERS = 60
HOUSE_DECK_KEY = "house"
LEARNED_KEY = "boxed"
LEARNED_FROM = 6
"""Among so many of the latest matches the one is looked for whose cards are known."""


@dataclass(frozen=True)
class SelectableDeck:
    """A deck to play with. `key` is its value in a form and its place in a URL."""

    key: str
    name: str | Text
    faces: Mapping[str, Any]

    @property
    def is_house_deck(self) -> bool:
        """Whether it is our own, and not one that was entered."""
        return self.key == HOUSE_DECK_KEY


DECK_RULE = next(game.deck for game in GAMES.values() if game.deck)
HOUSE_DECK = DECK_RULE.house
HOUSE_DECK_OPTION = SelectableDeck(HOUSE_DECK_KEY, HOUSE_DECK.name, HOUSE_DECK.faces)


def selectable_decks(chosen: str) -> list[SelectableDeck]:
    """The decks entered last, the one with the key `chosen` if it is older, and the house deck."""
    saved = decks.saved_decks(connection(), this_club(), SHOWN_DECKS)
    selectable = [as_selectable(deck) for deck in saved]
    older = find_deck(chosen)
    if older and not older.is_house_deck and older not in selectable:
        selectable.append(older)
    return [*selectable, HOUSE_DECK_OPTION]


def find_deck(key: str) -> SelectableDeck | None:
    """The deck with this key, None if there is none."""
    if key == HOUSE_DECK_KEY:
        return HOUSE_DECK_OPTION
    is_id = key.isascii() and key.isdecimal() and len(key) <= 18
    saved = decks.find_deck(connection(), this_club(), int(key)) if is_id else None
    return as_selectable(saved) if saved else None


def as_selectable(deck: SavedDeck) -> SelectableDeck:
    """A stored deck; one without a name is called by the question for it."""
    return SelectableDeck(str(deck.id), deck.name or DECK_RULE.ask, deck.faces)


def deck_key(faces: dict[str, Any]) -> str | None:
    """The key of the deck with these faces, None if it is not stored."""
    if HOUSE_DECK.is_same(faces):
        return HOUSE_DECK_KEY
    deck_id = decks.find_same_deck(connection(), this_club(), faces)
    return str(deck_id) if deck_id else None


BOXED, OTHERS = _("Our boxed cards"), _("Other boxed cards")


@dataclass(frozen=True)
class ScoringMethod:
    """One of the ways in which a game with a deck is entered: by a `deck`, or without one, by cards
    that are called by a `name`.

    `value` is that of a form field called like the house rule, such as ``counts`` or ``deck:1``.
    """

    value: str
    words: Text
    deck: SelectableDeck | None = None
    name: Text = BOXED


def scoring_methods(game: Game, typed: Mapping[str, str]) -> tuple[list[ScoringMethod], str]:
    """The ways to enter what is played, by each deck and without one, and the one that is chosen.

    The house deck is the last, for nobody has it who has not printed it. There are none in a game
    without a deck.
    """
    rule = game.deck
    if not rule:
        return [], ""
    typed = split_method(game, typed)
    way, by_deck = rule.way, rule.way_of_deck
    decks = selectable_decks(typed.get("saved_deck", ""))
    *own, house = [
        ScoringMethod(f"{by_deck}:{deck.key}", way.options[by_deck], deck) for deck in decks
    ]
    learned = learned_methods(game, rule)
    others = [ScoringMethod(key, words) for key, words in way.options.items() if key != by_deck]
    if learned:
        others = [replace(m, name=OTHERS) if m.value == rule.way_of_learning else m for m in others]
    ways = [*own, *learned, *others, house]
    chosen = typed.get(way.key, by_deck)
    if saved := typed.get("saved_deck"):
        chosen = f"{chosen}:{saved}"
    elif chosen == by_deck:
        chosen = ways[0].value
    values = [method.value for method in ways]
    return ways, chosen if chosen in values else chosen.partition(":")[0]


def learned_methods(game: Game, rule: Deck) -> list[ScoringMethod]:
    """The way to enter a match with the cards that are known from the latest one; none without."""
    cards = len(learned_cards(game))
    if not cards:
        return []
    counts = {"cards": cards, "all": rule.highest}
    words = (
        _("tap their numbers: all {all} are known", **counts)
        if cards == rule.highest
        else _("tap their numbers: {cards} of {all} are known", **counts)
    )
    return [ScoringMethod(f"{rule.way_of_learning}:{LEARNED_KEY}", words)]


def learned_cards(game: Game) -> Mapping[str, Any]:
    """The faces of the cards that the latest match of this club by symbols knows, by number."""
    for number in lists.latest_of_game(connection(), this_club(), game.key, LEARNED_FROM):
        if cards := known_in(get_match_or_404(number)):
            return cards
    return {}


def split_method(game: Game, form: Mapping[str, str]) -> Mapping[str, str]:
    """The form with the house rule and the deck in two fields that a page offers as one choice."""
    rule = game.deck
    if not rule:
        return form
    key, _, deck = form.get(rule.way.key, "").partition(":")
    return {**form, rule.way.key: key, "saved_deck": deck} if deck else form


def fill_deck(game: Game, form: Mapping[str, str]) -> Mapping[str, str]:
    """The form with the faces of the deck that it names, unless its other rules need no deck."""
    form = split_method(game, form)
    rule, deck = game.deck, find_deck(form.get("saved_deck", ""))
    if rule and form.get("saved_deck") == LEARNED_KEY:
        is_learning = form.get(rule.way.key) == rule.way_of_learning
        return {**form, **rule.fill(learned_cards(game))} if is_learning else form
    if not rule or not deck:
        return form
    if form.get(rule.way.key, rule.way_of_deck) != rule.way_of_deck:
        return form
    return {**form, **rule.fill(deck.faces)}


@bp.get("/new")
def new_deck() -> ResponseReturnValue:
    """The form for the faces of nine cards, entered once by the owner of the deck."""
    return show_new_deck(request.args, back=urlencode(list(request.args.items(multi=True))))


@bp.post("")
@stores("deck")
def save_deck() -> ResponseReturnValue:
    """Store a deck and go back to the new match that it is for; 422 with every problem."""
    game = GAMES.get(request.form.get("game", "")) or abort(404)
    prompt = game.deck or abort(404)
    name = normalise_name(request.form.get("name", ""))[:MAX_DECK_NAME_LETTERS]
    back = request.form.get("back", "")
    try:
        faces = prompt.accept(request.form) or {}
        # A match can be played with a deck of which not all is known, but not printed or lent.
        if gaps := list(prompt.gaps(faces)):
            raise Refused(*gaps)
    except Refused as refused:
        return show_new_deck(request.form, back, refused.problems), 422

    def save() -> str:
        deck_id = decks.save_deck(connection(), this_club(), name, faces)
        return new_match_url(game, str(deck_id), back)

    return redirect(services().request_ids.get_or_create(form_digest(), save), 303)


def show_new_deck(typed: Mapping[str, str], back: str, problems: Sequence[Problem] = ()) -> str:
    """The form for a deck; `back` is the query of the new match it belongs to."""
    game = GAMES.get(typed.get("game", "")) or abort(404)
    return render_template(
        "decks/new_deck.html",
        game=game,
        prompt=game.deck or abort(404),
        typed=typed,
        back=back,
        ours=new_match_url(game, HOUSE_DECK_KEY, back),
        problems=problems,
        proof=None,
        rule="",
    )


def new_match_url(game: Game, key: str, back: str = "") -> str:
    """The URL of a new match with a deck, and with the fields that were typed there before."""
    fields = dict([*parse_qsl(back), ("game", game.key)])
    if rule := game.deck:
        fields[rule.way.key] = f"{rule.way_of_deck}:{key}"
    return f"{url_for('new_match.form')}?{urlencode(fields)}"


@bp.get("/<key>")
def show_deck(key: str) -> ResponseReturnValue:
    """The nine cards, and where they are printed."""
    deck = find_deck(key) or abort(404)
    game = next(game for game in GAMES.values() if game.deck)
    return render_template(
        "decks/deck.html",
        deck=deck,
        cards=printed_cards(deck.faces),
        game=game,
        begin_url=new_match_url(game, key),
        papers=CARD_PAPERS,
        house_deck_name=HOUSE_DECK.short_name,
        figures=HOUSE_DECK.figures,
    )


@bp.get("/<key>/cards.pdf")
def print_deck(key: str) -> ResponseReturnValue:
    """The nine cards on a page, to be cut out; with `backs` in the query, a page of backs too."""
    deck = find_deck(key) or abort(404)
    paper = requested_paper(CARD_PAPERS)
    backs, label = bool(request.args.get("backs")), HOUSE_DECK.label if deck.is_house_deck else None
    lay_out = partial(cards, deck.faces, paper, name=deck.name, label=label, backs=backs)
    name = plain(HOUSE_DECK.short_name if deck.is_house_deck else deck.name)
    shown = (plain(deck.name), to_json(deck.faces), paper, backs)
    return show_pdf(("cards", *shown), f"{name} {paper}", lay_out)
