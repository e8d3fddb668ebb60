"""What carries a machine's words: ports, frames, sessions, and what may be plugged in."""
