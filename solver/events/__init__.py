"""What is decided or happens besides leading and following, one file per event."""
