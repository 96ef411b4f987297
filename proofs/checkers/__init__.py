"""Independent certificate checkers; each file stands alone on the standard library."""
