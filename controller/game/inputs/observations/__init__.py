"""What machines, workers and the clock report: never refused, only judged."""
