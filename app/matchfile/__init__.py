"""Files: parsing, scoring and writing a match file (tricktally/1), and export and import of a whole
club (tricktally-club/1)."""

from app.matchfile.bg_stats import link_to_bg_stats
from app.matchfile.club_contents import (
    LONGEST_NOTE,
    BrokenClubFile,
    ClubContents,
    DeckEntry,
    EveningEntry,
    MatchEntry,
    PersonEntry,
)
from app.matchfile.club_file import (
    LARGEST_CLUB_FILE,
    ClubFrame,
    UnreadableEntry,
    add_matches,
    begin_club_file,
    finish_club_file,
    match_file_name,
    open_zip,
    read_frame,
    unpack,
)
from app.matchfile.club_spreadsheet import (
    COLUMNS_OF_DEALS,
    COLUMNS_OF_MATCHES,
    csv_lines_with_more,
    match_rows,
    rows_of_deals,
    with_all_columns,
)
from app.matchfile.file_kinds import ABOUT, FileKind, kind_of, kind_of_file, wrong_kind
from app.matchfile.read import (
    LARGEST_FILE,
    MAX_OFFSET,
    FileProblem,
    InvalidFile,
    MatchFile,
    no_such_clock,
    parse,
    read,
    replay_file,
)
from app.matchfile.restore import ImportedMatch, StoredLog, import_match, open_match, parse_log
from app.matchfile.spreadsheet import Row, as_csv, csv_head
from app.matchfile.write import as_file, as_log_file, as_text, head_of, report
from app.scoring.match.log import as_sent_line
