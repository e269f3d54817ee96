"""The wording of each paper: one module for each subject of a case, like the modules of rules."""
