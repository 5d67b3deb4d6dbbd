"""The way of words: from the code into ``translations/``, and from there into the app.

`make messages` collects what a person reads and merges it into the catalogues of every language;
`compile` makes of each what the app reads, `check` says what is wrong or missing in them.
"""
