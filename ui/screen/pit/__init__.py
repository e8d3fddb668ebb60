"""The pit's screen in words: the room, the column of what waits, and each page."""
