"""What builds things for the app, or asks how good its tests are, and is no part of it."""
