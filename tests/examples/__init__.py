"""Who plays the worked examples of the rules pages: importing it makes every reader known."""

from tests.examples import italian_whist, torite, trex, tribello, trico

__all__ = ["italian_whist", "torite", "trex", "tribello", "trico"]
