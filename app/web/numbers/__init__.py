"""The numbers of a club, page by page: a person, two people, a game, a year.

Each page is a module with a blueprint of its own in the list `OF_A_CLUB` of `app.web.app`, and
reads totals and facts from `app.store.numbers.totals`. What they share is in `variant_totals`.
"""
