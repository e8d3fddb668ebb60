"""Pages: HTML becomes PDF, and the sheet of a settled round."""
