"""Questions that the maker of a game asks: which scores, bonuses and packs never tie."""
