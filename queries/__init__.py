"""The read side: a session in, frozen values out."""
