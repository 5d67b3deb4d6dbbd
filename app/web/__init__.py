"""The app in a browser: blueprints of thin views, registered in `app.web.app`.

To add a page, write a module with a blueprint `bp` in the folder of its subject, and enter it in
`OF_A_CLUB` of `app.web.app`, or in `AT_ROOT` if it is not below a club. `@watchers_may` at a view
lets watchers see it, `@stores` and `@reads_only` say what a post writes;
`tests/web/core/test_access.py` has a row for each page. A short one to copy is
`app.web.people.colours`, with its template `people/colour.html`.
"""
