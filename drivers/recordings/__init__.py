"""What a machine said: recorded, read back, played to the drivers of today."""
