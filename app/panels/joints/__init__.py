"""Panels of joints: the card of the selected one, the list of kinds to make, the labels beside those in the scene."""
