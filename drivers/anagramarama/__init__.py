"""Anagramarama's look and keys, ours and the original's."""
