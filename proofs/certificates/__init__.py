"""Certificates for the claims: what is stated for the checkers about each of them."""
