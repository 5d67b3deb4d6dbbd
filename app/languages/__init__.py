"""Languages of the reader (i18n): gettext catalogues, read from `translations/` when first used.

The language of a request, a sheet or a picture is the current one, in a ContextVar, as
`django.utils.translation` has it: `current_language()`, `with override(language)`.
"""

from app.languages.current import (
    current_language,
    override,
    plain,
    plain_part,
    set_language,
    with_letters,
)
from app.languages.language import Translation, in_region, with_court_cards, with_digits
from app.languages.languages import Languages, installed_languages
from app.scoring.model.text import ENGLISH, Language
