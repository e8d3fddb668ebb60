"""The jackpot book: an append-only ledger of stakes, prizes and corrections behind one port."""
