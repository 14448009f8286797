"""Python's guarantees for bytes and values: an argument that is not bytes-like is a TypeError, and a value that does
not fit is an SbeError that names it."""

import sys

import bare
import counted
import study

failed = 0


def hold(right, what):
    global failed
    if not right:
        print(what)
        failed += 1


def told(module, value):
    """The code and the message of the error in a value."""
    try:
        value.encode()
    except module.SbeError as problem:
        return problem.code, str(problem)
    return "none", ""


def refuses(module, value, code, *words):
    found, text = told(module, value)
    hold(found == code and all(word in text for word in words), f"{value}: {found}, {text}")


def is_type_error(function, octets):
    try:
        function(octets)
    except TypeError:
        return True
    return False


def octets():
    whole = study.Study(a=7, data=b"data").encode()
    spread = memoryview(bytes(each for octet in whole for each in (octet, 0)))[::2]
    for function in (study.decode, study.decode_from, study.Study.decode, study.StudyView):
        hold(is_type_error(function, "octets"), "text is no octets")
        hold(is_type_error(function, spread), "octets that are not one after the other")
        hold(is_type_error(function, None), "nothing is no octets")
    words = memoryview(bytearray(whole + bytes(-len(whole) % 4))).cast("I")
    for same in (bytearray(whole), memoryview(whole), words):
        hold(study.decode(same) == study.decode(whole) and study.StudyView(same).a == 7, "octets in another form")
    try:
        study.decode(memoryview(b""))
    except study.SbeError as problem:
        hold(problem.code == "short", "octets of which there are none")


def values():
    hold(told(bare, bare.Arrays(numbers=[1, 2, 3], octets=[1, 2, 3])) == ("none", ""), "an array")
    refuses(bare, bare.Arrays(numbers=[1, 2, 70000]), "value", "numbers", "octet 8")
    refuses(bare, bare.Arrays(numbers=[1, 2]), "wrong_count", "numbers")
    refuses(bare, bare.Arrays(octets=[1, 2, 256]), "value", "octets")
    refuses(bare, bare.Texts(text="text"), "value", "text")
    refuses(study, study.Study(a=1, c=-1), "value", "c: ")
    refuses(study, study.Study(flat_group=[study.Study_flat_group(e="e")]), "value", "e: ")
    refuses(study, study.Study(flat_group=[7]), "value")
    refuses(study, study.Study(data=bytes(1025)), "too_many", "data")
    refuses(counted, counted.Order(text=b"octets"), "value", "text")
    refuses(counted, counted.Order(text="\u20ac"), "value", "text")
    refuses(counted, counted.Order(text="a" * 256), "too_many", "text")
    refuses(counted, counted.Order(legs=[counted.Order_legs()] * 256), "too_many", "legs")


octets()
values()
sys.exit(failed > 0)
