"""A settlement that was wrong: said, computed anew, approved, paid or taken."""
