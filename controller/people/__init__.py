"""People, their roles, cards and PINs: the register that a table keeps."""
