"""The meanings of rules, each stated once, in the small vocabulary of `algebra`."""
