"""How somebody gets into a club: the front page, links, codes and invitations."""
