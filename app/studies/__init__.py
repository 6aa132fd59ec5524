"""Studies: what is measured on many runs rather than looked at in one.  No window and no GL anywhere below here."""
