"""Reliability: what happens under random input, kills, interrupts and hours of use.

Each module is a command, `python -m tests.reliability.NAME --count N`, that repeats one experiment with seeds 0 .. N - 1, shows
how far it is, prints one line of figures at its end, and exits with 1 when a seed has failed.  The tests beside run a sample. 
A seed fails the same way each time; `--first` and `--count 1` run it alone.  Results of full size are in docs/reliability.md.
"""
