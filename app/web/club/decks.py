"""Decks of cards with symbols: our own and those that people entered, to play with and to print."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import parse_qsl, urlencode

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app import store
from app.games import GAMES
from app.games.trico.house_rules import (
    HOUSE_DECK,
    HOUSE_DECK_FIGURES,
    HOUSE_DECK_NAME,
    HOUSE_DECK_SHORT_NAME,
    is_house_deck,
)
from app.games.trico.prompts import Deck
from app.paper.cards import cards, printed_cards
from app.paper.html import CARD_PAPERS
from app.scoring import Game, Problem, Refused, Text
from app.scoring.game import normalise_name
from app.web.core.access import this_club
from app.web.core.idempotency import form_digest
from app.web.core.services import connection, services
from app.web.core.text import plain
from app.web.paper import renders_pdf, requested_paper, show_pdf

bp = Blueprint("decks", __name__, url_prefix="/decks")

SHOWN_DECKS = 6
LONGEST_DECK_NAME = 60
HOUSE = "house"


@dataclass(frozen=True)
class Offered:
    """A deck that can be played with. `key` names it in a form and in its address."""

    key: str
    name: str | Text
    faces: Mapping[str, Any]

    @property
    def is_ours(self) -> bool:
        """Whether it is the house deck, and not what somebody entered."""
        return self.key == HOUSE


OURS = Offered(HOUSE, HOUSE_DECK_NAME, HOUSE_DECK)


# --- which there are ----------------------------------------------------------------------------


def deck_rule(game: Game) -> Deck | None:
    """The house rule of `game` that is a deck, None if it has none."""
    rules = (rule for rule, _default in game.house_rules.rules)
    return next((rule for rule in rules if isinstance(rule, Deck)), None)


def offered(chosen: str) -> list[Offered]:
    """The decks entered last, the chosen one if it is older, and ours."""
    decks = [as_offered(deck) for deck in store.saved_decks(connection(), this_club(), SHOWN_DECKS)]
    older = deck_of(chosen)
    if older and not older.is_ours and older not in decks:
        decks.append(older)
    return [*decks, OURS]


def deck_of(key: str) -> Offered | None:
    """The deck with this key, None if there is none."""
    if key == HOUSE:
        return OURS
    is_id = key.isascii() and key.isdecimal() and len(key) <= 18
    saved = store.find_deck(connection(), this_club(), int(key)) if is_id else None
    return as_offered(saved) if saved else None


def as_offered(deck: store.SavedDeck) -> Offered:
    """A deck that somebody entered; without a name it is called as the question for it."""
    rules = (deck_rule(game) for game in GAMES.values())
    name = deck.name or next(rule.ask for rule in rules if rule)
    return Offered(str(deck.id), name, deck.faces)


def key_of(faces: dict[str, Any]) -> str | None:
    """The key of a deck with these faces, None if it is not kept."""
    if is_house_deck(faces):
        return HOUSE
    deck_id = store.find_same_deck(connection(), this_club(), faces)
    return str(deck_id) if deck_id else None


def with_deck(game: Game, form: Mapping[str, str]) -> Mapping[str, str]:
    """The form with the fields of the deck that it names, if the cards are played by it."""
    rule, deck = deck_rule(game), deck_of(form.get("saved_deck", ""))
    if not rule or not deck or not is_wanted(rule, form):
        return form
    return {**form, **rule.fill(deck.faces)}


def is_wanted(rule: Deck, form: Mapping[str, str]) -> bool:
    """Whether the other house rules of a form leave any use for a deck."""
    if rule.wanted_with is None:
        return True
    key, choice = rule.wanted_with
    return form.get(key, choice) == choice


# --- a new one ----------------------------------------------------------------------------------


@bp.get("/new")
def new_deck() -> ResponseReturnValue:
    """The faces of nine cards, entered once by the owner of the deck."""
    return show_new_deck(request.args, back=urlencode(list(request.args.items(multi=True))))


@bp.post("")
def save_deck() -> ResponseReturnValue:
    """Keep a deck, and go back to the match that it was entered for."""
    game = GAMES.get(request.form.get("game", "")) or abort(404)
    prompt = deck_rule(game) or abort(404)
    name = normalise_name(request.form.get("name", ""))[:LONGEST_DECK_NAME]
    back = request.form.get("back", "")
    try:
        faces = prompt.accept(request.form)
        if faces is None:
            raise Refused(*prompt.shape_problems({}))
    except Refused as refused:
        return show_new_deck(request.form, back, refused.problems), 422

    def save() -> str:
        deck_id = store.save_deck(connection(), this_club(), name, faces)
        return new_match_with(game, str(deck_id), back)

    return redirect(services().request_ids.get_or_create(form_digest(), save), 303)


def show_new_deck(typed: Mapping[str, str], back: str, problems: Sequence[Problem] = ()) -> str:
    """The form for a deck; `back` is the query of the new match it belongs to."""
    game = GAMES.get(typed.get("game", "")) or abort(404)
    return render_template(
        "new_deck.html",
        game=game,
        prompt=deck_rule(game) or abort(404),
        typed=typed,
        back=back,
        ours=new_match_with(game, HOUSE, back),
        problems=problems,
        proof=None,
        rule="",
    )


def new_match_with(game: Game, key: str, back: str = "") -> str:
    """The address of a new match with a deck, and with what was typed there before."""
    fields = dict([*parse_qsl(back), ("game", game.key), ("saved_deck", key)])
    return f"{url_for('start.new_match')}?{urlencode(fields)}"


# --- to look at and to print --------------------------------------------------------------------


@bp.get("/<key>")
def show_deck(key: str) -> ResponseReturnValue:
    """The nine cards, and where they are printed."""
    deck = deck_of(key) or abort(404)
    game = next(game for game in GAMES.values() if deck_rule(game))
    return render_template(
        "deck.html",
        deck=deck,
        cards=printed_cards(deck.faces),
        game=game,
        begin_url=new_match_with(game, key),
        papers=CARD_PAPERS,
        house_deck_name=HOUSE_DECK_SHORT_NAME,
        figures=HOUSE_DECK_FIGURES,
    )


@bp.get("/<key>/cards.pdf")
@renders_pdf
def print_deck(key: str) -> ResponseReturnValue:
    """The nine cards on a page, to be cut out; with `backs` in the query, a page of backs too."""
    deck = deck_of(key) or abort(404)
    paper = requested_paper(CARD_PAPERS)
    backs = bool(request.args.get("backs"))
    lay_out = partial(cards, deck.faces, paper, name=deck.name, ours=deck.is_ours, backs=backs)
    name = "House deck" if deck.is_ours else plain(deck.name)
    shown = (plain(deck.name), store.to_json(deck.faces), paper, backs)
    return show_pdf(("cards", *shown), f"{name} {paper}", lay_out)
