"""A spreadsheet, read as a program for tables reads it."""

import csv
import io


def table_at(phone, path):
    """The rows of a spreadsheet, by column."""
    response = phone.client.get(path)
    assert response.status_code == 200
    content = response.get_data().decode("utf-8")
    assert content.startswith("\ufeffdate,match,game,variant,")
    return list(csv.DictReader(io.StringIO(content.removeprefix("\ufeff"), newline="")))
