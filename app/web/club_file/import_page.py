"""The import of a club file: upload, progress, the plan with who is who, and its confirmation."""

from __future__ import annotations

from math import ceil
from time import monotonic

from flask import Blueprint, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import FileStorage
from werkzeug.exceptions import RequestEntityTooLarge

from app.matchfile import LARGEST_CLUB_FILE, BrokenClubFile
from app.scoring import Text, _, _n
from app.scoring.game import normalise_name
from app.store.clubs import clubs
from app.web.club_file.importer import Importer, ImportJob, begin_import
from app.web.club_file.plan import SHOWN_REFUSED, ImportPlan
from app.web.club_file.whole_club import (
    NO_ROOM,
    PART_SECONDS,
    JobProgress,
    job_files,
    match_in_words,
    redirect_htmx,
    render_page,
    run_for_club,
)
from app.web.core.access import this_club, this_requester
from app.web.core.errors import try_again
from app.web.core.http import wants_partial
from app.web.core.job_files import CLUB_FILE, JobFiles
from app.web.core.rate_limits import stores, takes_large_file
from app.web.core.services import connection, publish, services
from app.worker import Busy

bp = Blueprint("club_in", __name__, url_prefix="/whole/in")

FORM_BYTES = 5 * 1024  # of a post, for what the form sends beside the file
# Bytes of a post in memory at once: Werkzeug reads in larger parts than our usual limit.
PARSED_AT_ONCE = 1_000_000
LARGEST_NAME = 100  # letters of a file's name that are shown
GONE = _("This file is not here any more. Open it again.")
NOT_NOW = _("Another file is being opened right now. Try again in a minute.")
NOTHING_GIVEN = _("There is nothing to open yet: choose the file of a club.")
TOO_LARGE = _(
    "This file has more than {n} MB, the most for a club.", n=LARGEST_CLUB_FILE // 1_000_000
)
PHASES = {
    "read": _("Looking through the file"),
    "write": _("Taking the matches"),
    "count": _("Counting"),
}
"""What a job does, in words."""
CHANGED = _(
    "Something was changed here meanwhile, so nothing was taken, and the file was read again."
)


@bp.post("")
@takes_large_file
def open_file() -> ResponseReturnValue:
    """Begin to read an uploaded club file; 422 with the reason if it cannot be read, 413 if it is
    too large, 409 while another phone uploads one."""
    # Only here a request may bring so much.
    request.max_content_length = LARGEST_CLUB_FILE + FORM_BYTES
    request.max_form_memory_size = PARSED_AT_ONCE
    try:
        file = request.files.get("file")
    except RequestEntityTooLarge:
        return render_page(problem=TOO_LARGE), 413
    if file is None or not file.filename:
        return render_page(problem=NOTHING_GIVEN), 422
    files = job_files("in")
    before: ImportJob | None = files.load()
    with files.turn() as is_ours:
        if before and (before.phase in ("write", "count") or not is_ours):
            return redirect(url_for("club_in.show", job_id=before.id), 303)
        if not is_ours:
            return render_page(problem=NOT_NOW), 409
        return read_frame(files, file)


def read_frame(files: JobFiles, file: FileStorage) -> ResponseReturnValue:
    """Begin a job for an uploaded file, in place of an abandoned one before it; 422 for a broken
    file, 429 while the worker is busy, 507 if the disk is full."""
    try:
        files.begin()
        file.save(files.path(CLUB_FILE))
        name = normalise_name(file.filename or "")[-LARGEST_NAME:]
        job = begin_import(files, name, run_for_club())
        most, matches = services().limits.matches_of_club, len(job.contents.matches)
        if current_app.config["PUBLIC"] and matches > most:
            raise BrokenClubFile(
                _n(
                    "It has {n} match, and a club here at most {most}.",
                    "It has {n} matches, and a club here at most {most}.",
                    matches,
                    most=most,
                )
            )
        most, decks = services().limits.decks_of_club, len(job.contents.decks)
        if current_app.config["PUBLIC"] and decks > most:
            raise BrokenClubFile(
                _n(
                    "It has {n} deck, and a club here at most {most}.",
                    "It has {n} decks, and a club here at most {most}.",
                    decks,
                    most=most,
                )
            )
    except OSError:
        files.remove()
        return render_page(problem=NO_ROOM), 507
    except BrokenClubFile as broken:
        files.remove()
        return render_page(problem=broken.reason), 422
    except Busy as busy:
        files.remove()
        return render_page(problem=try_again(busy.after)), 429, {"Retry-After": str(busy.after)}
    return redirect(url_for("club_in.show", job_id=job.id), 303)


@bp.get("/<job_id>")
def show(job_id: str) -> ResponseReturnValue:
    """Run the next part of an import and show its progress, or the plan once the file is read; 410
    if there is no such job. For htmx only the partial, while the `phase` of its page lasts."""
    files, waits = job_files("in"), 0
    with files.turn() as is_ours:
        job = job_or_none(files, job_id)
        if job is None:
            return show_expired()
        importer = Importer(files, job, connection(), this_club(), run_for_club())
        is_hidden = job.phase != "count"
        if is_ours:
            try:
                run_within_budget(importer)
            except Busy as busy:
                waits = busy.after
            except OSError:
                importer.end()
                return redirect_htmx(url_for("whole_club.show", full=1))
            if importer.job.phase == "count" and is_hidden:
                publish()
                # That file has not what has come in now.
                job_files("out").remove()
            if files.is_stopped or importer.is_done:
                importer.end()
    job = importer.job
    if importer.is_done:
        return redirect_htmx(url_for("whole_club.show", taken=len(job.coming)))
    if files.is_gone:
        return redirect_htmx(url_for("whole_club.show"))
    is_shown = request.args.get("phase") == job.phase
    if wants_partial() and (job.phase == "ask" or not is_shown):
        return redirect_htmx(url_for("club_in.show", job_id=job.id))
    if job.phase == "ask":
        return render_plan(job)
    template = "club_file/_progress.html" if wants_partial() else "club_file/whole_in.html"
    about = PHASES[job.phase]
    again = url_for("club_in.show", job_id=job.id, phase=job.phase)
    progress = progress_of(job, waits)
    return render_template(template, job=job, progress=progress, again=again, doing=about)


def run_within_budget(importer: Importer) -> None:
    """Run the next part of an import on the work budget of this club. Raises `Busy` and OSError."""
    if importer.job.phase == "read":
        # The worker charges for reading.
        importer.run_for(PART_SECONDS)
        return
    budget, requester = services().work_budget, this_requester()
    budget.check(requester)
    began = monotonic()
    try:
        importer.run_for(PART_SECONDS)
    finally:
        budget.charge(requester, monotonic() - began)


def job_or_none(files: JobFiles, job_id: str) -> ImportJob | None:
    """Return the import job of this club if it has this id, else None."""
    job: ImportJob | None = files.load()
    return job if job and job.id == job_id else None


def show_expired() -> ResponseReturnValue:
    """Show the page of the whole club with the notice that the file has expired, 410; htmx is
    redirected there."""
    return (
        (redirect_htmx(url_for("whole_club.show")))
        if wants_partial()
        else (render_page(problem=GONE), 410)
    )


def progress_of(job: ImportJob, waits: int) -> JobProgress:
    """Return the progress of an import."""
    latest = job.latest
    words = match_in_words(latest.game, latest.started[:10]) if latest else None
    return JobProgress(job.done, job.total, words, waits)


@bp.post("/<job_id>")
@stores("club")
def take(job_id: str) -> ResponseReturnValue:
    """Confirm an import, so that it is written; 409 until each name is assigned to a person, 507
    if the club would be over its limits, 410 if there is no such job."""
    files = job_files("in")
    job = job_or_none(files, job_id)
    if job is None:
        return show_expired()
    if job.phase == "ask" and job.coming:
        plan = ImportPlan(job, request.form)
        if not plan.who.is_settled:
            return render_plan(job, plan), 409
        if full := no_room_for(job, len(job.decks)):
            return render_plan(job, plan, full), 507
        importer = Importer(files, job, connection(), this_club(), run_for_club())
        importer.confirm(plan.who.people)
    return redirect(url_for("club_in.show", job_id=job_id), 303)


def no_room_for(job: ImportJob, decks: int) -> Text | None:
    """Return which limit of a club an import with so many new decks would pass, None if none."""
    if not current_app.config["PUBLIC"]:
        return None
    limits, used = services().limits, clubs.usage(connection(), this_club())
    matches = used.matches + len(job.new) + len(job.of_state("deleted"))
    if matches > limits.matches_of_club:
        return _n(
            "On this server a club has {n} match at most, and with these there would be {all}.",
            "On this server a club has {n} matches at most, and with these there would be {all}.",
            limits.matches_of_club,
            all=matches,
        )
    if used.decks + decks > limits.decks_of_club:
        return _n(
            "On this server a club has {n} deck at most, and with these there would be {all}.",
            "On this server a club has {n} decks at most, and with these there would be {all}.",
            limits.decks_of_club,
            all=used.decks + decks,
        )
    most, brought = limits.megabytes_of_club, sum(job.matches[place].length for place in job.coming)
    size = used.bytes + brought
    if size > most * 1_000_000:
        return _(
            "On this server a club stores {n} MB at most, and with these there would be {all}.",
            n=most,
            all=ceil(size / 1_000_000),
        )
    return None


@bp.post("/<job_id>/stop")
def stop(job_id: str) -> ResponseReturnValue:
    """Stop an import; matches that are visible already stay, all others are discarded."""
    files = job_files("in")
    with files.turn() as is_ours:
        job = job_or_none(files, job_id)
        if job and is_ours:
            Importer(files, job, connection(), this_club(), run_for_club()).end()
        elif job:
            files.ask_to_stop()
    return redirect(url_for("whole_club.show"), 303)


def render_plan(job: ImportJob, plan: ImportPlan | None = None, problem: Text | None = None) -> str:
    """Render the plan of an import, with the questions to answer before it is confirmed."""
    plan = plan or ImportPlan(job, request.form)
    return render_template(
        "club_file/import_plan.html",
        job=job,
        plan=plan,
        who=plan.who,
        shown=SHOWN_REFUSED,
        kilobytes=ceil(job.size / 1000),
        problem=problem or (CHANGED if job.changed else None),
    )
