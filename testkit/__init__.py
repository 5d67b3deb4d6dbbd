"""What tests, the bench and tools share: matches that are played, servers that are started, and
phones, of a client or of a real browser.

It knows the app and nothing of those that use it.
"""
