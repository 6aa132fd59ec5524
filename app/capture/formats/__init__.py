"""Formats of films: how pictures become a coded film, a GIF, or a folder of numbered PNG files."""
