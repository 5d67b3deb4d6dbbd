"""Paper: score sheets to write on, played matches to keep, and the rules as booklets.

To a PDF: the `Game.sheet` of a game has columns and rows, a module here has a layout for them
(`score_sheet` for a match, `blank` for a sheet to write on), its template is in `templates/print/`,
and `pdf` prints it with WeasyPrint.
"""
