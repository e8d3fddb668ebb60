"""Every word on the screens, French and English side by side, by the screen or the matter they are of."""
