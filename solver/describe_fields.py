"""Sentences for single fields of a variant file, for `solver.describe`.

`{}` stands for the value; a field of yes or no, or of a few words, has a sentence for each value.
"""

from __future__ import annotations

from typing import Any

FIELDS: dict[str, str | dict[Any, str]] = {
    "pool.fine": "Without a trick {} marks are added.",
    "pool.dealer_adds": "The dealer adds {} to the pool.",
    "pool.dealer_adds_per_player": {True: "The dealer adds that for every player."},
    "pool.everyone_starts": "Everybody puts {} into a fresh pool.",
    "pool.carried": "A deal set up by itself finds {} counters of an earlier one in the pool.",
    "pool.first_dealer_adds": {False: "The first dealer adds nothing."},
    "pool.general_fine": "The fine after a general is {} counters.",
    "pool.misdeal": "A misdeal costs {} counters.",
    "pool.misdealer_may_redeal": {True: "A misdealer may pay and deal again."},
    "pool.simple_is": "A pool of {} is a simple.",
    "pool.simple_by": {"count": "Whether a pool is simple goes by the white counters in it."},
    "pool.whites_per_red": "A red counter is worth {} white ones.",
    "pool.marks": "Everybody begins with {} marks.",
    "pool.offence": {
        "barred until won": "Whoever breaks a rule can't win the pool until somebody has won it.",
    },
    "pool.offence_fine": "For breaking a rule {} counters are paid.",
    "deal.must_name": {True: "A suit must be named."},
    "deal.second_turn_up": "If {} is turned up, the card after it is turned too, and fixes trumps.",
    "score.skat_counts": {True: "The skat counts for the declarer."},
    "score.undealt": {"last trick": "What was never dealt counts for the last trick."},
    "match.cap": "It ends after {} deals at the latest.",
    "match.gross_each": "Every trick counts {} as it falls, so the target can be reached mid-deal.",
    "match.dealer": {"stays": "The dealer stays the same."},
    "lead.trump_leads": {
        "declarers less one": "One trump lead is due for each who plays, less one.",
    },
    "lead.face_down": {
        "wins if no trump": "A card may be led face down to call trumps; it wins if none comes.",
        "as its suit": "A card may be led face down to call trumps; it counts as its suit.",
    },
    "follow.withhold_only_alone": {
        True: "A card may be withheld only if the hand has no other trump.",
    },
    "Rob.dealer_time": {
        "before the lead": "An ace turned up is for the dealer alone, before the first lead.",
        "at his play": "An ace turned up is for the dealer alone, at his play to the first trick.",
    },
    "Rob.king": {
        True: "If the ace is neither turned up nor dealt, the king may rob; silence costs nothing.",
    },
    "Draw.short": {
        "stop": "When not enough cards are left for everybody, nobody draws.",
        "play on": "The last cards are drawn even if not everybody gets one.",
        "refuse": "The stock must come out even.",
    },
    "Bid.nil": {
        "no": "",
        "yes": "Nil may be bid.",
        "one a side": "One seat of each side may bid nil.",
    },
    "Bid.hook": {True: "The bids may not add up to the number of tricks."},
    "Bid.order": {"in turn": "Bids are made in turn.", "at once": "All bid at once."},
    "Gift.gives": {
        "trick": "The trick passes to it, and with the trick the lead.",
        "lead": "Only the lead passes to it.",
        "card": "The Joker goes into its hand, and it leads.",
    },
    "Declare.general": {
        True: (
            "Anybody may announce a general instead, with his own hand or the widow: he means to "
            "win every trick and leads first; all play, those too who have passed, and those after "
            "him may take the widow if it is there. The first trick that he loses ends the deal."
        )
    },
    "Declare.nobody_passes_at": "With a pool of just {} nobody may pass.",
    "Declare.eldest_must_play": {True: "The eldest hand must play."},
    "Declare.sole_stander": {
        "dealer defends": (
            "If just one has declared to play, on his own hand, the dealer must play: with his "
            "hand, with the widow, or with the widow for the pool, in which his winnings then stay."
        ),
        "dealer free": "Against one player alone the dealer is as free as any other.",
    },
    "Declare.club_law": {True: "When a club is turned up, everybody must play."},
    "TakeUp.both": {True: "If two cards were turned he takes both for two of his."},
    "TakeUp.else_eldest": {True: "If the dealer passes, the eldest hand, if it plays, may."},
    "Pam.card": "Pam is {}.",
}
# A number that means that a rule is off.
OFF = {("Declare.nobody_passes_at", -1)}
# What only declarations of one family ask for.
FAMILY = {
    "general": "rams",
    "nobody_passes_at": "rams",
    "eldest_must_play": "rams",
    "refusal": "rams",
    "sole_stander": "loo",
    "club_law": "irish",
}


def field_sentence(field: str, value: Any, shown: str) -> str | None:
    """Return the sentence of a field ('' if there is nothing to say), None if it has none."""
    known = FIELDS.get(field)
    if (field, value) in OFF:
        return ""
    if isinstance(known, str):
        return known.format(shown)
    if known is None:
        return None
    return known.get(value, "" if value is False else None)
