"""Validation: cases whose answers textbooks, published tables and other engines' tests give, run with every method they apply to.

    cases        the cases as data, a file for each topic; what they mean is in `case`
    runners      functions that build a case's set-up through the public interface, step it and return what they measured
    tables       published tables as data; our rows stand under them

In: cases, of this folder and of files given.  Out: a table, JSON, a picture and the page docs/validation.md.  `impulse validate`.
"""
