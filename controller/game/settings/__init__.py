"""The table's settings, changed by people: drafted, approved, in force."""
