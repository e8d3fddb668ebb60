"""What people ask of the table: imperative, refused with a reason where it may not be."""
