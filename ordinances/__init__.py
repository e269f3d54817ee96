"""What the states, the villages and their ordinances say, as data files, and the readers of these files."""
