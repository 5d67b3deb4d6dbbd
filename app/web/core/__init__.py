"""What every page needs: access, limits, errors, caches; in `page/` what it is made of."""
