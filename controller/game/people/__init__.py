"""The people of a table: who deals, who is called, whose card and PIN prove what."""
