"""What the window shows of errors: the fault of a scene (`fault_card`), and a panel that raises in its own place (`guard`).

In come faults and exceptions; out go cards.
"""
