"""What is measured and against what; ``make bench`` prints one table from one run."""
