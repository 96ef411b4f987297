"""The parts of a comparison of two variants; `proofs.compare` puts them together."""
