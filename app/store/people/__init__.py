"""People: whose a name is, who sat where, and on which evening."""
