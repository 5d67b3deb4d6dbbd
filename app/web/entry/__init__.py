"""How somebody gets into a club: the front page, links, codes and invitations.

What is entered at the table is not here: answers are in `app.web.match.play`.
"""
