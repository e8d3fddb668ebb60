"""What each screen says: from the core's codes and cents to words on a map."""
