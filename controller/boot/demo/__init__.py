"""The demonstration: tables in real time on simulated machines, each a process of its own."""
