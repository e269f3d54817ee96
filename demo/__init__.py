"""Cases to look at: a dozen lives of cases in both villages, with invented people and dates counted from today."""
