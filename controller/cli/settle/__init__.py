"""`tapis settle`: rounds in, settlements out; a sheet for disputes, on the terminal or on paper."""
