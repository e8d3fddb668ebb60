"""`tapis par`: the command, its answer, and the sheets that are set from it."""
