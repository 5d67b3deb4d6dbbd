"""`make bench`: our own numbers against the budgets, side by side in one run."""
