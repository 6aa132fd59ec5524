"""Published: the immutable data that cross from the simulation thread to the window.

Views of bodies, contacts and joints, the status, cards of the selection.  Imports no window and no world; everything in app may
import it.
"""
