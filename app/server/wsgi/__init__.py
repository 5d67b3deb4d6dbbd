"""The web server: waitress with our limits, the proxies before it, and the log of requests."""
