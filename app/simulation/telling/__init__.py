"""What a session tells its user: notices, faults and a log, and the alarm where a run goes wrong."""
