"""The machine under the table: its disk, its memory, its last backup, its service manager, figures of it."""
