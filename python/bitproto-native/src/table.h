/* What a message is made of, read once from the tuples that generated Python gives. */
#ifndef WIREGLOT_TABLE_H
#define WIREGLOT_TABLE_H

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030B0000
#include <Python.h>

#include <stddef.h>
#include <stdint.h>

/* Bits of a leading size or count. */
enum { LEAD = 16 };

/* The most bits of a message: what it leads itself by can say no more. */
enum { MOST_BITS = 1 << 30 };

struct record;

/* A type. */
struct part {
    char code;            /* b u i e f: a value; y a: an array; m: a message */
    int extensible;       /* of an array: a count leads it */
    int fixed;            /* nothing in it is led by anything */
    size_t bits;          /* all of it */
    size_t count;         /* of an array */
    struct part *element; /* of an array that is none of bytes */
    PyObject *of;         /* of e: what gives the member of a number; of f: what gives its bits, and it
                             of its bits; of m: the codec */
};

struct field {
    PyObject *name;
    size_t offset;
    struct part part;
};

/* A message. */
struct record {
    PyObject *cls;
    newfunc make;
    int extensible;
    int fixed;
    size_t bits;
    size_t octets;
    Py_ssize_t count;
    struct field *fields;
};

/* Reads a table: the class, the bits, whether it is extensible, its fields. 0, or -1 with an error. */
int table_read(struct record *record, PyObject *args);

/* Lets go of all that it holds. */
void table_free(struct record *record);

/* Visits all that it holds. */
int table_visit(struct record *record, visitproc visit, void *arg);

/* The record of a codec; NULL with an error if it is none. */
struct record *table_of(PyObject *codec);

#endif
