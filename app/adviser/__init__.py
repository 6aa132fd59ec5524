"""The adviser: it watches a run, names what is wrong with it, the likely cause, and the setting that helps.

    observation = observed(opened, steps)          # `observer`: arrays by step, of bounded size
    for finding in findings(observation):          # `adviser`: worst first
        print(finding.symptom.title, finding.cause.title, finding.advice.change)

In comes a scene that is ready to step; out go findings, each with the numbers seen and a change as for `--set`.  A symptom is
a file of `symptoms/`, an ill scene a file `cases/<symptom>/<cause>.yaml`; both are found by scanning.  The room needs no
window and may be imported by all above it.
"""
