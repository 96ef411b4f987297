"""Trick-taking card games as data: a rulebook, a referee and exact double-dummy search."""
