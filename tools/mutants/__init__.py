"""Small changes of `app/` that a test should notice: how good the tests are, by a sample."""
