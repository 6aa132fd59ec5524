"""Compare: two to four variants of a scene side by side, and their divergence.

`impulse compare`.
"""
