"""The explorer: every state of a small table that can be reached, and from each a lawful way to its end."""
