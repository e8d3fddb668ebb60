"""Cards and decisions of a round, street by street."""
