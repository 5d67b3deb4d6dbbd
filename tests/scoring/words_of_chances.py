"""What is said of the chances in a match, line by line."""

from app.scoring.chances import ChanceRow, need_of, overview_of


def of_all(standing):
    """What is said of all sides, in sentences and in tables."""
    overview = overview_of(standing)
    return [str(overview.answer), *map(str, overview.lines), *tables_in_words(overview.tables)]


def in_words(standing):
    """What is said of all sides, and after its name what is said to each."""
    each = [(side, said(need_of(standing, side))) for side in standing.sides]
    return of_all(standing) + [f"{side}: {line}" for side, lines in each for line in lines]


def said(need):
    """The answer, the reasons, the tables, and what stands below them."""
    rows = [f"{row.label} {row.points}: {row.words}" for row in need.rows]
    tables = tables_in_words(need.tables)
    return [str(need.answer), *map(str, need.why), *rows, *tables, *map(str, need.foot)]


def tables_in_words(tables):
    """Every row: what it is about, its note, and its cells; those not enough in brackets."""
    return [
        " | ".join([str(row.title), *([str(row.note)] if row.note else []), *cells_in_words(row)])
        + (" *" if row.is_enough else "")
        for table in tables
        for row in [*table.rows, *([ChanceRow("Together", table.total)] if table.total else [])]
    ]


def cells_in_words(row):
    words = [str(row.words)] if row.words else []
    return words + [
        "–"
        if cell is None
        else str(getattr(cell, "number", cell)).join(
            ("", "") if getattr(cell, "is_enough", True) else "()"
        )
        for cell in row.cells
    ]
