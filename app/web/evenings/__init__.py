"""The evenings of a club: their list, and the result, chart and picture of one."""
