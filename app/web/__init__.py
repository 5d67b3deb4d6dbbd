"""The app in a browser: thin routes that find, accept, append and show."""
