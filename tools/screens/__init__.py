"""Every screen of the app: how one gets there, and what has to be in sight.

``python -m tools.screens``, or `make screens`, takes their pictures.
"""
