"""Supply: what a person installs.  The built wheel in clean environments, the licences of what it brings, known faults of it."""
