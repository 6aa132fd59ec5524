"""Symptoms, one a file: each has a SYMPTOM with its measure, its limit and its causes; `adviser.symptoms` finds them."""
