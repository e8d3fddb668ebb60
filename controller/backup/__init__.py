"""Backups of a table: made while it plays, kept whole or not at all, checked before they are put back."""
