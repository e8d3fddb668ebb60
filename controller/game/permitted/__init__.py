"""Why an act may not be done now: the parts of `permits`, by what they are of."""
