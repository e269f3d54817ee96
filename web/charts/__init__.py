"""Pictures made on the server: pure functions from facts to SVG, styled by classes alone."""
