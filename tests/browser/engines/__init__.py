"""WebKit and Firefox, driven by WebDriver: every screen has the boxes that it has in Chromium, and
what is played in Chromium is played in them."""
