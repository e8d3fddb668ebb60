"""What screens are told, what they ask, and the doors by which they come."""
