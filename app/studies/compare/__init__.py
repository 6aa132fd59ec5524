"""Compare: two to four variants of a scene side by side, and how they come apart.

`impulse compare`.
"""
