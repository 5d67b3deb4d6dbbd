"""What every page needs: access, texts, assets, limits, errors."""
