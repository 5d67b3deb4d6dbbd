"""The match file: reading, scoring and writing a played match. Format: tricktally/1"""

from app.matchfile.bg_stats import link_to_bg_stats
from app.matchfile.club_spreadsheet import (
    HEAD_OF_DEALS,
    HEAD_OF_MATCHES,
    MatchLog,
    lines_of_deals,
    lines_of_matches,
)
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
from app.matchfile.restore import ImportedMatch, import_match, open_match
from app.matchfile.spreadsheet import as_csv
from app.matchfile.write import as_file, as_text, report
