"""Scripts: evenings written down beforehand, played on simulated machines, held against what is expected."""
