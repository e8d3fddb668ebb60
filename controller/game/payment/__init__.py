"""A JP1 prize above what a dealer may pay: proved, approved and paid under supervision."""
