"""The pages, one module a noun, and what each needs to show."""
