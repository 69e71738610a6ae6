"""Boards to look at."""
