"""What a screen is told of the table: the parts of `views`."""
