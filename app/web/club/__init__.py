"""A club in the browser: how to get in, invitations, lists of matches, a new match, and decks.

A new page, such as statistics, is a view in a file here or in one of its own, whose blueprint goes
into the list `OF_A_CLUB` in `app.web.app`; its template goes into `templates/club/`. What it reads
is a function of `app.store.lists` over the summaries of matches, which
`app.web.match.repository.summary_of` makes.
"""
