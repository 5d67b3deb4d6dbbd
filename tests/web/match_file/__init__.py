"""Match files at the app."""
