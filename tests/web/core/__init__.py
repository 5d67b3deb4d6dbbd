"""What every page needs: access, limits, words, dates, and what is sent twice."""
