"""What the processes stand on: settings, clock, logs, the database, the Temporal engine, health."""
