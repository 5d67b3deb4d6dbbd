"""The screens of each game, by name, in a module that has its key."""
