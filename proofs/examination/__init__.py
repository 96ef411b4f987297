"""The examination that any variant gets, one file per question; `proofs.examine` asks them all."""
