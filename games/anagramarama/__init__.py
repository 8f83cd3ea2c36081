"""Anagramarama: find the words that hide in a row of letters. Run the folder with Python."""
