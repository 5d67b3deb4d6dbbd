"""The doors: how the app is reached. What only one of them needs is put on by that one."""
