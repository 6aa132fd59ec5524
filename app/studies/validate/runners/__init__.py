"""Runners, a file for each topic: each builds the set-up of a case through the public interface, steps it and returns numbers."""
