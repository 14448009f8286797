"""counted.py: runs checks and counts them, in the form that `tools/test` reads."""


def run(checks):
    """Runs pairs of a name and a function that returns failures; returns whether there are any."""
    passed = failed = 0
    for name, check in checks:
        try:
            told = list(check())
        except RuntimeError as error:
            told = [str(error).strip().splitlines()[0]]
        for one in told:
            print(f"FAIL {name}: {one[:600]}")
        passed, failed = passed + (not told), failed + bool(told)
    print(f"{passed} passed, {failed} failed, 0 skipped")
    return failed > 0
