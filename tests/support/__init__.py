"""Support: worlds, doubles and references that tests of several rooms use.  No test lies here."""
