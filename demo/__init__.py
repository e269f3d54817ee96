"""Cases to look at: lives of cases in both villages, with invented people and dates counted from today."""
