"""The match file: reading, scoring and writing a played match. Format: tricktally/1"""

from app.matchfile.history import history_of
from app.matchfile.log import History, Line
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
from app.matchfile.writing import as_file, as_text

__all__ = [
    "LARGEST_FILE",
    "Fault",
    "History",
    "Line",
    "MatchFile",
    "Unusable",
    "as_file",
    "as_text",
    "history_of",
    "match_faults",
    "parse",
    "read",
    "report",
    "score",
]
