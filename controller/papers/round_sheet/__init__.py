"""One round on one sheet, for disputes: worked out, in words, on a terminal or on paper."""
