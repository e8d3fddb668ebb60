"""Two tables that differ in cards nobody has seen: how the other is made, what is tried, what is compared."""
