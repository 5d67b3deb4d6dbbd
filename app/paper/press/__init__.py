"""The press: a page of HTML becomes a PDF, from files that we ship and nothing else.

It knows nothing of what is on a page. WeasyPrint is only loaded by the first one that is printed.
"""

from app.paper.press.page import Page, Printed
from app.paper.press.press import LIBRARIES, NotInstalled, Press, load

__all__ = ["LIBRARIES", "NotInstalled", "Page", "Press", "Printed", "load"]
