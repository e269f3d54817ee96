"""The waits: one durable workflow per case, the nightly run, the audit, and the one door to them."""
