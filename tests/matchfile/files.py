"""A match file that many tests change a little."""

from testkit.match import match_file

EVEN = {"tricks": [7, 4, 2]}

FILE = match_file("tribello", [{"trump": "hearts"} | EVEN, {"trump": "clubs"}])
