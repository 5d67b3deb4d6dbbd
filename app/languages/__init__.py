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
from app.languages.language import (
    Languages,
    Translation,
    in_region,
    installed_languages,
    with_court_cards,
    with_digits,
)
from app.scoring.model.text import ENGLISH, Language
