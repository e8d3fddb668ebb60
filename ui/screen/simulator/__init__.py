"""What the simulator's panel says."""
