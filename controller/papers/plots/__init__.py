"""The house's plots on paper: each of them as SVG, from the figures that the house answers with."""
