"""The match file: reading, scoring and writing a played match. Format: tricktally/1"""

from app.matchfile.opening import Opened, open_match, read_through
from app.matchfile.reading import (
    LARGEST_FILE,
    Fault,
    MatchFile,
    Unusable,
    match_faults,
    parse,
    read,
    score,
)
from app.matchfile.reporting import report
from app.matchfile.spreadsheet import as_csv
from app.matchfile.writing import as_file, as_text

__all__ = [
    "LARGEST_FILE",
    "Fault",
    "MatchFile",
    "Opened",
    "Unusable",
    "as_csv",
    "as_file",
    "as_text",
    "match_faults",
    "open_match",
    "parse",
    "read",
    "read_through",
    "report",
    "score",
]
