"""Rules as formulas: gates over bits, and CNF."""
