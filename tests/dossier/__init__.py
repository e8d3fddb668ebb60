"""The dossier for the approval of art. 38-2, of our own texts and the last proof: `make dossier`."""
