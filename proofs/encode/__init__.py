"""Encodings of statements about rules: gates over CNF variables or over sets of cases."""
