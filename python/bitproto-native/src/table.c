/* Reading of tables. Every size is checked here, so that codecs need not. */
#include "table.h"

#include <string.h>

static int wrong(const char *what) {
    PyErr_Format(PyExc_ValueError, "a table of a message: %s", what);
    return -1;
}

/* A number of a tuple, from 1 or 0 to a limit. */
static int number(PyObject *tuple, Py_ssize_t at, long least, long most, size_t *out) {
    PyObject *item = PyTuple_GetItem(tuple, at);
    long value = item ? PyLong_AsLong(item) : -1;
    if (value == -1 && PyErr_Occurred()) return -1;
    if (value < least || value > most) return wrong("a number is out of its range");
    *out = (size_t)value;
    return 0;
}

static int truth(PyObject *tuple, Py_ssize_t at, int *out) {
    PyObject *item = PyTuple_GetItem(tuple, at);
    *out = item ? PyObject_IsTrue(item) : -1;
    return *out < 0 ? -1 : 0;
}

/* The codec of a class, which was made before. */
static int message(struct part *part, PyObject *cls) {
    part->of = PyObject_GetAttrString(cls, "_codec");
    if (!part->of) {
        PyErr_SetString(PyExc_LookupError, "a message in this one has no codec");
        return -1;
    }
    struct record *inner = table_of(part->of);
    if (!inner) return -1;
    part->bits = inner->bits;
    part->fixed = inner->fixed;
    return 0;
}

static int read_part(struct part *part, PyObject *tuple);

/* An array, of bytes or of anything. */
static int array(struct part *part, PyObject *tuple) {
    size_t each = 8;
    if (number(tuple, 1, 0, 65535, &part->count) || truth(tuple, 2, &part->extensible)) return -1;
    part->fixed = !part->extensible;
    if (part->code == 'a') {
        PyObject *element = PyTuple_GetItem(tuple, 3);
        if (!element) return -1;
        part->element = PyMem_Calloc(1, sizeof *part->element);
        if (!part->element) {
            PyErr_NoMemory();
            return -1;
        }
        if (Py_EnterRecursiveCall(" in a table of a message")) return -1;
        int failed = read_part(part->element, element);
        Py_LeaveRecursiveCall();
        if (failed) return -1;
        each = part->element->bits;
        part->fixed = part->fixed && part->element->fixed;
    }
    if (each > 0 && part->count > MOST_BITS / each) return wrong("an array is too long");
    part->bits = part->count * each + (part->extensible ? LEAD : 0);
    return 0;
}

/* A type: a tuple of its code and what that needs. */
static int read_part(struct part *part, PyObject *tuple) {
    if (!PyTuple_Check(tuple)) return wrong("a type is no tuple");
    PyObject *code = PyTuple_GetItem(tuple, 0);
    Py_ssize_t length = 0;
    const char *text = code ? PyUnicode_AsUTF8AndSize(code, &length) : NULL;
    if (!text) return -1;
    if (length != 1) return wrong("a code is one letter");
    part->fixed = 1;
    switch (text[0]) {
    case 'b':
        part->bits = 1;
        break;
    case 'e':
        part->of = PyTuple_GetItem(tuple, 2);
        if (!part->of) return -1;
        Py_INCREF(part->of);
        if (number(tuple, 1, 1, 64, &part->bits)) return -1;
        break;
    case 'f':
        part->of = PyTuple_GetSlice(tuple, 2, 4);
        if (!part->of) return -1;
        if (PyTuple_Size(part->of) != 2) return wrong("a float has no functions");
        if (number(tuple, 1, 32, 64, &part->bits)) return -1;
        break;
    case 'u':
    case 'i':
        if (number(tuple, 1, 1, 64, &part->bits)) return -1;
        break;
    case 'm': {
        PyObject *cls = PyTuple_GetItem(tuple, 1);
        if (!cls || message(part, cls)) return -1;
        break;
    }
    case 'y':
    case 'a':
        part->code = text[0];
        return array(part, tuple);
    default:
        return wrong("a code is unknown");
    }
    part->code = text[0];
    return 0;
}

static int read_field(struct record *record, struct field *field, PyObject *pair) {
    if (!PyTuple_Check(pair)) return wrong("a field is no tuple");
    PyObject *name = PyTuple_GetItem(pair, 0), *type = PyTuple_GetItem(pair, 1);
    if (!name || !type) return -1;
    if (!PyUnicode_Check(name)) return wrong("a name is no string");
    Py_INCREF(name);
    field->name = name;
    PyUnicode_InternInPlace(&field->name);
    if (read_part(&field->part, type)) return -1;
    field->offset = record->bits;
    record->bits += field->part.bits;
    record->fixed = record->fixed && field->part.fixed;
    return record->bits > MOST_BITS ? wrong("it is too large") : 0;
}

int table_read(struct record *record, PyObject *args) {
    PyObject *cls, *fields;
    Py_ssize_t bits;
    if (!PyArg_ParseTuple(args, "O!npO!:codec", &PyType_Type, &cls, &bits, &record->extensible, &PyTuple_Type,
                          &fields))
        return -1;
    Py_INCREF(cls);
    record->cls = cls;
    record->make = (newfunc)PyType_GetSlot((PyTypeObject *)cls, Py_tp_new);
    if (!record->make) return wrong("of its class nothing can be made");
    record->fixed = !record->extensible;
    record->bits = record->extensible ? LEAD : 0;
    Py_ssize_t count = PyTuple_Size(fields);
    record->fields = PyMem_Calloc((size_t)count + 1, sizeof *record->fields);
    if (!record->fields) {
        PyErr_NoMemory();
        return -1;
    }
    for (; record->count < count; record->count++) {
        struct field *field = &record->fields[record->count];
        if (read_field(record, field, PyTuple_GetItem(fields, record->count))) {
            record->count++; /* what it holds so far */
            return -1;
        }
    }
    record->octets = (record->bits + 7) / 8;
    return bits < 0 || record->bits != (size_t)bits ? wrong("its fields have not so many bits") : 0;
}

static void free_part(struct part *part) {
    while (part->element) {
        /* Arrays of arrays, from the outside in. */
        struct part *inner = part->element;
        part->element = inner->element;
        inner->element = NULL;
        Py_CLEAR(inner->of);
        PyMem_Free(inner);
    }
    Py_CLEAR(part->of);
}

void table_free(struct record *record) {
    for (Py_ssize_t i = 0; i < record->count; i++) {
        Py_CLEAR(record->fields[i].name);
        free_part(&record->fields[i].part);
    }
    record->count = 0;
    PyMem_Free(record->fields);
    record->fields = NULL;
    Py_CLEAR(record->cls);
}

int table_visit(struct record *record, visitproc visit, void *arg) {
    Py_VISIT(record->cls);
    for (Py_ssize_t i = 0; i < record->count; i++) {
        for (struct part *part = &record->fields[i].part; part; part = part->element) Py_VISIT(part->of);
    }
    return 0;
}
