"""Shoes: one file each, and the table of all of them (`every_shoe`)."""
