"""The deeds: writes to the record and calls to anything outside the process; every write has a key."""
