"""What the pages of numbers have to say of a club, from its match files alone."""
