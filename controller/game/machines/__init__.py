"""The machines of a table: how they do, their decks and lines, and the alarms that they raise."""
