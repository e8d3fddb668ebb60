"""One table at play: the inbox, the deciding thread, one step after the other."""
