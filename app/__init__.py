"""Tricktally."""
