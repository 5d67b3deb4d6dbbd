"""What builds things for the app and is no part of it: fonts, and what lies ready to print."""
