"""Rulings in the browser: "settle it", by itself or filled in from a match."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, abort, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from app.games import GAMES
from app.languages import ENGLISH, current_language, override, plain, with_court_cards, with_digits
from app.rulebook import PageWords, SearchEntry
from app.scoring import Game, Match, Problem, Prompt, Seat, Side, Table, Text, _
from app.scoring.model.cards import JOKERS
from app.scoring.model.text import Numerals
from app.scoring.rulings import Ruling, RulingContext, RulingQuestion, RulingState, evaluate
from app.web.core.access import is_member, watchers_may, works_away
from app.web.core.http import wants_partial
from app.web.core.page.text import Initials, in_a_row
from app.web.decks.decks import HOUSE_DECK_OPTION, selectable_decks
from app.web.rules.html import current_match, rules_url

Disc = Callable[[object], Markup]
"""A function that draws the disc of a seat or a side, and nothing for anything else."""

bp = works_away(Blueprint("rulings", __name__, url_prefix="/rules/settle"))


@bp.get("/")
@watchers_may
def contents() -> ResponseReturnValue:
    """Every ruling, game by game."""
    return render_template("rulings/contents.html", games=GAMES, match=current_match())


@bp.get("/<key>")
@watchers_may
def of_game(key: str) -> ResponseReturnValue:
    """The rulings of one game, for a match if the address says which."""
    game = GAMES.get(key) or abort(404)
    first, others = raised_by(match_of(game), game)
    return render_template(
        "rulings/game.html",
        game=game,
        match=current_match(),
        problem_of_match=problem_of_match(game),
        first=first,
        others=others,
    )


@bp.get("/<key>/<slug>")
@watchers_may
def show(key: str, slug: str) -> ResponseReturnValue:
    """One ruling: what it asks, and the verdict as soon as nothing is missing.

    422 if something in the address cannot be right; what can be is kept.
    """
    game = GAMES.get(key) or abort(404)
    ruling = next((ruling for ruling in game.rulings if ruling.slug == slug), None) or abort(404)
    match, opened_from = match_of(game), current_match()
    context = context_of(match, game)
    state = evaluate(ruling, context, request.args)
    folded = [question for question in state.questions if is_folded(question, state)]
    match_id = opened_from.id if opened_from else None
    page_url = url_for("rulings.show", key=key, slug=slug, match=match_id)
    disc = disc_at(match.standing.table if match else None)

    def url_with(fields: Mapping[str, str], *dropped: str) -> str:
        """This URL without the `dropped` fields of its query, and with these."""
        kept = [(name, value) for name, value in request.args.items(multi=True)]
        kept = [(name, value) for name, value in kept if name not in dropped]
        return with_query(page_url, [*kept, *fields.items()])

    def url_with_card(field: str, card: str) -> str:
        """This URL with another card in a field, and the suit of the card on the pad."""
        suit = {} if card in JOKERS else {"suit": card[-1]}
        return url_with(suit | {field: card}, field, "suit")

    html = render_template(
        "rulings/_ruling.html" if wants_partial() else "rulings/ruling.html",
        game=game,
        ruling=ruling,
        match=opened_from,
        standing=match.standing if match else None,
        problem_of_match=problem_of_match(game),
        state=state,
        folded=folded,
        known=known_in_words(context, state, folded),
        page_url=page_url,
        url_again=lambda fields: with_query(page_url, [*fields.items()]),
        url_without=lambda field: url_with({}, field),
        url_with_card=url_with_card,
        disc=disc,
        initials_in=lambda prompt: initials_in(prompt, disc),
        # One tap is never the whole form of a ruling, and nothing of it is scored yet.
        among_others=True,
        proof=None,
        rule="",
        rule_url=lambda anchor: rules_url(game.key, anchor, match_id),
    )
    return html, 422 if state.is_refused else 200


def is_folded(question: RulingQuestion, state: RulingState) -> bool:
    """Whether a question is out of sight: the match answers it, or cards were laid after it."""
    is_answered = not question.problems and not question.missing
    # Once a card lies there, what was answered before it gives way to the cards.
    laid = [other for other in state.questions if other.prompt.kind == "laid"]
    has_begun = bool(laid and laid[0].answer)
    return question.is_from_match or (has_begun and is_answered and question not in laid)


def known_in_words(
    context: RulingContext, state: RulingState, folded: Sequence[RulingQuestion]
) -> Text | Markup | None:
    """What the match says, read only where nothing else is said here; without one, what is folded
    away."""
    if context.table:
        given = [question for question in state.questions if question.from_match is not None]
        if all(question.is_from_match for question in given):
            return _("From the match: {lines}", lines=in_a_row(context.summary, " · "))
        return _("From the match") if folded else None
    answers = [
        question.in_words
        if getattr(question.prompt, "style", None) == "words"
        else _("{question} {answer}", question=question.prompt.ask, answer=question.in_words)
        for question in folded
        if question.answer is not None
    ]
    return in_a_row(answers, " · ") if folded else None


def search_entries(language: PageWords) -> list[SearchEntry]:
    """Every ruling as the search of the rules finds it in the current language.

    With the digits of English and the letters of its cards, as in pages: each reader's are put in
    where a hit is shown.
    """
    reader = with_digits(current_language(), ENGLISH.shape.system)
    with override(with_court_cards(reader, ENGLISH.court_cards)):
        return [
            SearchEntry(
                game.key,
                plain(ruling.title),
                (plain(ruling.ask),),
                game.key,
                language,
                other_names=(
                    *language.rulings.get(f"{game.key}/{ruling.slug}", ()),
                    *ruling.search_terms,
                ),
                slug=ruling.slug,
            )
            for game in GAMES.values()
            for ruling in game.rulings
        ]


def raised_by(match: Match | None, game: Game) -> tuple[list[Ruling], list[Ruling]]:
    """The rulings that the current deal can raise, and the others; without a match it is all."""
    context = context_of(match, game)
    first = [ruling for ruling in game.rulings if ruling.applies_to(context)]
    return first, [ruling for ruling in game.rulings if ruling not in first]


def disc_at(table: Table | None) -> Disc:
    """Return a function that draws the disc of a seat or a side of this table.

    For any other object it returns empty markup.
    """
    names = [seat.name for seat in table.seats] if table else []
    initials = Initials(table.seats) if table else None

    def disc(who: object) -> Markup:
        if not initials or not isinstance(who, (Seat, Side)):
            return Markup()
        # A ruling has seats of its own, and may ask about more than play in the match.
        seats = who.seats if isinstance(who, Side) else (who,)
        sit_here = all(names[seat.index : seat.index + 1] == [seat.name] for seat in seats)
        return initials(who) if sit_here else Markup()

    return disc


def initials_in(prompt: Prompt, disc: Disc) -> Disc:
    """Return a function that draws the disc of anybody a question is about.

    Those who play in the match have theirs. Others have one if their name is more than its letter.
    """
    seats: Sequence[Seat] = getattr(prompt, "seats", ())
    own = Initials(seats) if any(len(plain(seat)) > 1 for seat in seats) else None

    def initials(who: object) -> Markup:
        return disc(who) or (own(who) if own and isinstance(who, Seat) else Markup())

    return initials


def context_of(match: Match | None, game: Game) -> RulingContext:
    """The table, house rules and decks that a ruling is about."""
    if match is None:
        return RulingContext(decks=decks_of(game))
    prompt, answer = match.standing.house_rules or (game.house_rules, {})
    return RulingContext(match.standing.table, prompt.value(answer), decks_of(game))


def match_of(game: Game) -> Match | None:
    """The match that answers questions of this game: that from which its rulings are opened, None
    without one or if it is a match of another game."""
    match = current_match()
    return match if match and match.game is game else None


def problem_of_match(game: Game) -> Problem | None:
    """That the rulings of this game are opened from a match of another; None if they are not."""
    match = current_match()
    if match is None or match.game is game:
        return None
    other_game = _(
        "Match {match} is {other}, not {game}. Answer every question here yourself.",
        match=Numerals(match.id),
        other=match.name,
        game=game.name,
    )
    return Problem(other_game)


def decks_of(game: Game) -> dict[str, tuple[Text | str, Mapping[str, Any]]]:
    """The decks to choose from, by their key, if the game is played with one."""
    if game.deck is None:
        return {}
    decks = selectable_decks(request.args.get("deck", "")) if is_member() else [HOUSE_DECK_OPTION]
    return {deck.key: (deck.name, deck.faces) for deck in decks}


def with_query(page: str, fields: Sequence[tuple[str, str]]) -> str:
    """The URL of a page with these fields in its query."""
    return f"{page}?{urlencode(fields)}" if fields else page
