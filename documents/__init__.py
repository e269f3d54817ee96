"""Papers that leave the house: what a respondent, an assessor or a court reads."""
