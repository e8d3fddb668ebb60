"""What this product promises, tried at full counts by one command, and the report of it: `make proof`."""
