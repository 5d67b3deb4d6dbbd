"""Builds the pocket edition: the whole app as a folder of files that any host can serve.

The pages, the scripts and the Python are those of the server; what is only here is a shell around
them (``shell/``) and the Python that runs in a browser.
"""
