"""The rules pages: rules/<language>/*.md, with the glossary and a search index.

A language without a page of its own has the English one. `app.rulebook.markdown` describes the
syntax of the pages, and `app.rulebook.words` the words beside them.
"""

from app.rulebook.glossary import GLOSSARY, Term
from app.rulebook.pages import RulesPage, Section
from app.rulebook.rulebook import Rulebook, Rulebooks, read, read_beside
from app.rulebook.search import BilingualIndex, SearchHit, SearchIndex
from app.rulebook.search_entries import SearchEntry
from app.rulebook.words import ENGLISH, PageWords
