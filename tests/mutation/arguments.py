"""Mutants that no check notices and no comparison settles, each with why it changes nothing."""

ARGUED: dict[str, str] = {
    "hearts lead.tiers: ('opening card', 'any while broken', 'clubs or diamonds or spades', 'any')"
    " -> ['any while broken', 'opening card', 'clubs or diamonds or spades', 'any']": (
        "Nothing is broken before the first card of a deal has been played, and whoever holds the "
        "opening card leads it first: the two tiers are never met together."
    ),
}
