"""The match file: reading, scoring and writing a played match. Format: tricktally/1"""

from app.matchfile.read import (
    LARGEST_FILE,
    Fault,
    MatchFile,
    Unusable,
    match_faults,
    parse,
    read,
    score,
)
from app.matchfile.restore import Opened, open_match, read_through
from app.matchfile.spreadsheet import as_csv
from app.matchfile.write import as_file, as_text, report
