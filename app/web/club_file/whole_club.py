"""The whole club on one page: as one file, out and in, as spreadsheets, and what was set aside.

What takes long is done in parts: each request for the page of a job does the next one, and the page
asks for itself again. So it stops when the page is closed, and goes on when that is opened again.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app.games import GAMES
from app.scoring import Text, _
from app.store.clubs import clubs, decks
from app.store.matches import exports
from app.store.people import evenings, people
from app.web.club_file.exporter import ALL, ExportJob, Run, begin_export, go_on_exporting
from app.web.club_file.set_aside import summary_of_aside
from app.web.core.access import this_club, this_requester
from app.web.core.http import set_download_name, wants_partial
from app.web.core.job_files import CLUB_FILE, JobFiles
from app.web.core.listed_players import players_of
from app.web.core.page.separators import likely_separator
from app.web.core.page.written_dates import day_in_words
from app.web.core.services import connection, services
from app.worker import Busy

bp = Blueprint("whole_club", __name__, url_prefix="/whole")

NO_ROOM = _("There is no room on the server for this file.")
PART_SECONDS = 0.6  # that one request works on a job, before it shows the progress


def job_files(name: str) -> JobFiles:
    """Return the files of this club's export (`out`) or import (`in`)."""
    return JobFiles(services().job_folder / this_club() / name)


def run_for_club() -> Run:
    """Return a function that runs a job in the worker, on the quotas of this club."""
    return partial(services().executor, this_requester())


def load_export() -> ExportJob | None:
    """Return the export of this club, finished or not; None without one. An export that holds what
    the club has deleted since, such as a name, is removed."""
    files = job_files("out")
    job: ExportJob | None = files.load()
    if job and job.is_outdated(connection(), this_club()):
        end_job(files)
        return None
    return job


def end_job(files: JobFiles) -> None:
    """End a job, at once or at the end of a request that is working on it."""
    with files.turn() as is_ours:
        if is_ours:
            files.remove()
        else:
            files.ask_to_stop()


def remove_files_with_names() -> None:
    """Remove the file that was made of this club, and one that was opened and is not being written:
    a forgotten name may be in them."""
    end_job(job_files("out"))
    opened = job_files("in").load()
    if opened is None or opened.phase not in ("write", "count"):
        end_job(job_files("in"))


@dataclass(frozen=True)
class JobProgress:
    """The progress of a job: `done` of `total` matches, and the one `at_hand`. While it is over the
    quota of its club, `waits` are the seconds until it goes on."""

    done: int
    total: int
    at_hand: Text | None = None
    waits: int = 0


def match_in_words(game: str, day: str) -> Text | None:
    """Describe a match by its game and its day (ISO), as far as they are known; None if neither
    is."""
    date = day_in_words(day)
    if game in GAMES:
        name = GAMES[game].name
        return _("{game}, {day}", game=name, day=date) if date else name
    return _("{day}", day=date) if date else None


@bp.get("")
def show() -> ResponseReturnValue:
    """Show how much the club has, with its file out, the way in, and its spreadsheets."""
    job = load_export()
    problem = NO_ROOM if "full" in request.args else None
    return render_page(progress_of(job) if job and not job.is_ready else None, problem)


def render_page(progress: JobProgress | None = None, problem: Text | None = None) -> str:
    """Render the page, with the progress of the file, or the problem of one that was opened."""
    db, club = connection(), this_club()
    persons = people.list_people(db, club)
    return render_template(
        "club_file/whole.html",
        matches=len(exports.matches_to_export(db, club)),
        players=len(players_of(persons)),
        evenings=len(evenings.list_evenings(db, club, ALL)),
        decks=len(decks.saved_decks(db, club, ALL)),
        job=load_export(),
        progress=progress,
        taken=request.args.get("taken", type=int),
        problem=problem,
        aside=summary_of_aside(persons),
        separator=likely_separator(),
    )


# Out


@bp.post("/out")
def begin_out() -> ResponseReturnValue:
    """Begin the file of this club anew, unless one is being made; 507 if the disk is full."""
    club = clubs.find_club(connection(), this_club()) or abort(404)
    files = job_files("out")
    with files.turn() as is_ours:
        try:
            if is_ours or files.is_gone:
                begin_export(files, connection(), club)
        except OSError:
            files.remove()
            return render_page(problem=NO_ROOM), 507
    return redirect(url_for("whole_club.go_on"), 303)


@bp.get("/out")
def go_on() -> ResponseReturnValue:
    """Write the next matches into the file, and show the progress; for htmx only the partial."""
    files, waits = job_files("out"), 0
    load_export()
    with files.turn() as is_ours:
        job: ExportJob | None = files.load()
        if job and is_ours and not job.is_ready:
            try:
                run = run_for_club()
                go_on_exporting(files, job, connection(), this_club(), run, PART_SECONDS)
            except Busy as busy:
                waits = busy.after
            except OSError:
                files.remove()
                return redirect_htmx(url_for("whole_club.show", full=1))
            if files.is_stopped:
                files.remove()
                job = None
    if job is None or job.is_ready:
        return redirect_htmx(url_for("whole_club.show"))
    progress, again = progress_of(job, waits), url_for("whole_club.go_on")
    if not wants_partial():
        return render_page(progress)
    return render_template(
        "club_file/_progress.html", progress=progress, again=again, doing=_("Making the file")
    )


def redirect_htmx(url: str) -> ResponseReturnValue:
    """Redirect to another page; for a partial by the header `HX-Redirect`, which htmx follows."""
    return ("", 204, {"HX-Redirect": url}) if wants_partial() else redirect(url, 303)


def progress_of(job: ExportJob, waits: int = 0) -> JobProgress:
    """Return the progress of the file that is being made."""
    at_hand = job.todo[0] if job.todo else None
    words = match_in_words(at_hand.game, at_hand.day) if at_hand else None
    return JobProgress(job.done, job.total, words, waits)


@bp.post("/out/stop")
def stop() -> ResponseReturnValue:
    """Discard the file, finished or not."""
    end_job(job_files("out"))
    return redirect(url_for("whole_club.show"), 303)


@bp.get("/out/file")
def send_file() -> ResponseReturnValue:
    """Send the file of this club; redirect to the page if it is not ready."""
    files, job = job_files("out"), load_export()
    if job is None or not job.is_ready:
        return redirect(url_for("whole_club.show"), 303)
    response = Response(files.path(CLUB_FILE).read_bytes(), mimetype="application/zip")
    name = job.file_name
    plain_name = name if name.isascii() else f"tricktally-{job.made[:10]}.zip"
    set_download_name(response, "attachment", name, plain_name)
    response.headers["Cache-Control"] = "no-store"
    return response
