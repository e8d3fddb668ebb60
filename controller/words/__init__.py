"""Words for money, amounts, instants, counts and entries of a journal, in French and in English."""
