"""Composing, checking and printing endgame puzzles."""
