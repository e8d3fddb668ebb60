"""What a table sounds: the patterns, and the machine's own audio where no buzzer is wired."""
