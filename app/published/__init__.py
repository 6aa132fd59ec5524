"""Published: what crosses from the simulation thread to the window, immutable.

Views of bodies, contacts and joints, the status, cards of what is selected. Knows no window and no world; everything in app may
import it.
"""
