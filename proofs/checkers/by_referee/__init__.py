"""Checkers that replay: standard library and the referee, nothing of what produced the claim."""
