"""What every page is made of: texts, dates, numbers, styles, scripts and pictures."""
