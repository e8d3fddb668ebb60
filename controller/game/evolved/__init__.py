"""How the state changes with each kind of event: the parts of `evolve`, by what they are of."""
