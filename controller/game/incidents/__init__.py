"""What goes wrong in a deal: reported, held, void, refunded."""
