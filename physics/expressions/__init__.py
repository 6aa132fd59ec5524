"""Expressions: one language of arithmetic and comparisons for expectations, stops and filters.

    words        constants, functions, operations and comparisons
    grammar      text -> a checked tree; what is not in the language is an ExpressionError
    error        the mistake, its column, and the text with a caret under it
    evaluation   a checked tree -> functions over numbers and numpy arrays

Nothing is evaluated as Python.  What the names mean is the matter of a `Language`; `measure.quantities` has the words of metrics,
`stopping` those of a step.
"""
