"""Stakes before the deal: laid, confirmed, sensed."""
