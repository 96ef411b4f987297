"""Settling what rulebooks claim, with evidence that an independent checker replays."""
