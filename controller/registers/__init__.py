"""What the house files: slips, procès-verbaux and registers, read from the journals and from nothing else.

`reading` gives the entries of one session or of many, verified; the other modules fold them into papers and
registers. A card that was never turned up is in none of them.
"""
