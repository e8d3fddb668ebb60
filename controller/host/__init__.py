"""The machine under the table: its disk, its memory, its last backup, figures for who watches it."""
