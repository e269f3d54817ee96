"""The office: the web application over the same commands and queries as the command line."""
