/* Encoding and decoding of messages by their tables. Only messages as this version writes
   them are decoded here: of all others Python is told that they were not. */
#include "table.h"

#include <string.h>

#include "bits.h"

typedef struct {
    PyObject_HEAD
    struct record record;
} Codec;

static PyTypeObject *codec_type;
static PyObject *no_arguments;

struct record *table_of(PyObject *codec) {
    if (Py_TYPE(codec) == codec_type) return &((Codec *)codec)->record;
    PyErr_SetString(PyExc_LookupError, "a message in this one has no codec");
    return NULL;
}

/* Octets that are written, or read. */
struct octets {
    uint8_t *s;
    size_t size;
};

/* Writing. */

static int put_record(const struct record *record, PyObject *message, struct octets to, size_t bit);
static int put_part(const struct part *part, PyObject *value, struct octets to, size_t bit);

/* Bytes as they are held: those that are missing are zero, more than count are left out. */
static int put_bytes(const struct part *part, PyObject *value, struct octets to, size_t bit) {
    const char *from;
    Py_ssize_t length;
    PyObject *made = NULL;
    if (PyByteArray_Check(value)) {
        from = PyByteArray_AsString(value);
        length = PyByteArray_Size(value);
    } else {
        PyObject *head = PySequence_GetSlice(value, 0, (Py_ssize_t)part->count);
        made = head ? PyBytes_FromObject(head) : NULL;
        Py_XDECREF(head);
        if (!made) return -1;
        from = PyBytes_AsString(made);
        length = PyBytes_Size(made);
    }
    size_t count = (size_t)length < part->count ? (size_t)length : part->count, at = 0;
    const uint8_t *octets = (const uint8_t *)from;
    for (; at + 8 <= count; at += 8) bits_put(to.s, to.size, bit + at * 8, 64, bits_load(octets + at));
    for (; at < count; at++) bits_put(to.s, to.size, bit + at * 8, 8, octets[at]);
    Py_XDECREF(made);
    return 0;
}

static int put_array(const struct part *part, PyObject *value, struct octets to, size_t bit) {
    int is_list = PyList_Check(value);
    for (size_t i = 0; i < part->count; i++) {
        PyObject *item;
        if (is_list) {
            item = PyList_GetItem(value, (Py_ssize_t)i);
            Py_XINCREF(item);
        } else {
            item = PySequence_GetItem(value, (Py_ssize_t)i);
        }
        if (!item) return -1;
        int failed = put_part(part->element, item, to, bit + i * part->element->bits);
        Py_DECREF(item);
        if (failed) return -1;
    }
    return 0;
}

/* What one of the functions of a float gives. */
static PyObject *of_float(const struct part *part, Py_ssize_t which, PyObject *value) {
    return PyObject_CallFunctionObjArgs(PyTuple_GetItem(part->of, which), value, NULL);
}

static int put_part(const struct part *part, PyObject *value, struct octets to, size_t bit) {
    uint64_t number;
    if (part->extensible) {
        bits_put(to.s, to.size, bit, LEAD, part->count);
        bit += LEAD;
    }
    switch (part->code) {
    case 'b': {
        int truth = PyObject_IsTrue(value);
        if (truth < 0) return -1;
        bits_put(to.s, to.size, bit, 1, (uint64_t)truth);
        return 0;
    }
    case 'y':
        return put_bytes(part, value, to, bit);
    case 'a': {
        if (Py_EnterRecursiveCall(" in a message")) return -1;
        int failed = put_array(part, value, to, bit);
        Py_LeaveRecursiveCall();
        return failed;
    }
    case 'm':
        return put_record(table_of(part->of), value, to, bit);
    case 'f': {
        PyObject *bits = of_float(part, 0, value);
        number = bits ? PyLong_AsUnsignedLongLongMask(bits) : UINT64_MAX;
        Py_XDECREF(bits);
        if (number == UINT64_MAX && PyErr_Occurred()) return -1;
        bits_put(to.s, to.size, bit, (unsigned)part->bits, number);
        return 0;
    }
    default:
        number = PyLong_AsUnsignedLongLongMask(value);
        if (number == UINT64_MAX && PyErr_Occurred()) return -1;
        bits_put(to.s, to.size, bit, (unsigned)part->bits, number);
        return 0;
    }
}

static int put_record(const struct record *record, PyObject *message, struct octets to, size_t bit) {
    if (Py_EnterRecursiveCall(" in a message")) return -1;
    int failed = 0;
    if (record->extensible) bits_put(to.s, to.size, bit, LEAD, record->bits);
    for (Py_ssize_t i = 0; i < record->count && !failed; i++) {
        const struct field *field = &record->fields[i];
        if (field->part.bits == 0) continue;
        PyObject *value = PyObject_GetAttr(message, field->name);
        failed = value ? put_part(&field->part, value, to, bit + field->offset) : -1;
        Py_XDECREF(value);
    }
    Py_LeaveRecursiveCall();
    return failed;
}

static PyObject *encode(PyObject *self, PyObject *message) {
    const struct record *record = &((Codec *)self)->record;
    PyObject *made = PyByteArray_FromStringAndSize(NULL, (Py_ssize_t)record->octets);
    if (!made) return NULL;
    /* Nobody else knows these octets, whatever Python does meanwhile. */
    struct octets to = {(uint8_t *)PyByteArray_AsString(made), record->octets};
    memset(to.s, 0, to.size);
    if (put_record(record, message, to, 0)) Py_CLEAR(made);
    return made;
}

/* Reading. */

/* Whether all leads of a part are those that this version writes. */
static int is_own(const struct part *part, struct octets from, size_t bit);

static int is_own_record(const struct record *record, struct octets from, size_t bit) {
    if (record->fixed) return 1;
    if (record->extensible && bits_get(from.s, from.size, bit, LEAD) != record->bits) return 0;
    for (Py_ssize_t i = 0; i < record->count; i++) {
        const struct field *field = &record->fields[i];
        if (!is_own(&field->part, from, bit + field->offset)) return 0;
    }
    return 1;
}

static int is_own(const struct part *part, struct octets from, size_t bit) {
    if (part->fixed) return 1;
    if (part->code == 'm') return is_own_record(table_of(part->of), from, bit);
    if (part->extensible) {
        if (bits_get(from.s, from.size, bit, LEAD) != part->count) return 0;
        bit += LEAD;
    }
    if (!part->element || part->element->fixed) return 1;
    for (size_t i = 0; i < part->count; i++) {
        if (!is_own(part->element, from, bit + i * part->element->bits)) return 0;
    }
    return 1;
}

static int get_record(const struct record *record, PyObject *message, int fresh, struct octets from, size_t bit);

static PyObject *make(const struct record *record) {
    return record->make((PyTypeObject *)record->cls, no_arguments, NULL);
}

static PyObject *get_bytes(const struct part *part, struct octets from, size_t bit) {
    PyObject *made = PyByteArray_FromStringAndSize(NULL, (Py_ssize_t)part->count);
    if (!made) return NULL;
    uint8_t *to = (uint8_t *)PyByteArray_AsString(made);
    size_t at = 0;
    for (; at + 8 <= part->count; at += 8) bits_store(to + at, bits_get(from.s, from.size, bit + at * 8, 64));
    for (; at < part->count; at++) to[at] = (uint8_t)bits_get(from.s, from.size, bit + at * 8, 8);
    return made;
}

static PyObject *get_part(const struct part *part, struct octets from, size_t bit);

static PyObject *get_array(const struct part *part, struct octets from, size_t bit) {
    PyObject *made = PyList_New((Py_ssize_t)part->count);
    for (size_t i = 0; made && i < part->count; i++) {
        PyObject *item = get_part(part->element, from, bit + i * part->element->bits);
        if (!item) {
            Py_CLEAR(made);
        } else {
            PyList_SetItem(made, (Py_ssize_t)i, item);
        }
    }
    return made;
}

/* A new value. */
static PyObject *get_part(const struct part *part, struct octets from, size_t bit) {
    if (part->extensible) bit += LEAD;
    switch (part->code) {
    case 'b':
        return PyBool_FromLong((long)bits_get(from.s, from.size, bit, 1));
    case 'u':
        return PyLong_FromUnsignedLongLong(bits_get(from.s, from.size, bit, (unsigned)part->bits));
    case 'i': {
        uint64_t sign = (uint64_t)1 << (part->bits - 1);
        uint64_t number = (bits_get(from.s, from.size, bit, (unsigned)part->bits) ^ sign) - sign;
        /* Two's complement, as CPython asks of every target. */
        return PyLong_FromLongLong((long long)number);
    }
    case 'e': {
        PyObject *number = PyLong_FromUnsignedLongLong(bits_get(from.s, from.size, bit, (unsigned)part->bits));
        PyObject *member = number ? PyObject_CallFunctionObjArgs(part->of, number, NULL) : NULL;
        Py_XDECREF(number);
        return member;
    }
    case 'f': {
        PyObject *bits = PyLong_FromUnsignedLongLong(bits_get(from.s, from.size, bit, (unsigned)part->bits));
        PyObject *number = bits ? of_float(part, 1, bits) : NULL;
        Py_XDECREF(bits);
        return number;
    }
    case 'y':
        return get_bytes(part, from, bit);
    case 'a': {
        if (Py_EnterRecursiveCall(" in a message")) return NULL;
        PyObject *made = get_array(part, from, bit);
        Py_LeaveRecursiveCall();
        return made;
    }
    default: {
        const struct record *record = table_of(part->of);
        PyObject *made = make(record);
        if (made && get_record(record, made, 1, from, bit)) Py_CLEAR(made);
        return made;
    }
    }
}

/* A message that is held already is decoded into. */
static int get_held(const struct field *field, PyObject *message, struct octets from, size_t bit) {
    PyObject *inner = PyObject_GetAttr(message, field->name);
    int failed = inner ? get_record(table_of(field->part.of), inner, 0, from, bit) : -1;
    Py_XDECREF(inner);
    return failed;
}

static int get_record(const struct record *record, PyObject *message, int fresh, struct octets from, size_t bit) {
    if (Py_EnterRecursiveCall(" in a message")) return -1;
    int failed = 0;
    for (Py_ssize_t i = 0; i < record->count && !failed; i++) {
        const struct field *field = &record->fields[i];
        if (field->part.code == 'm' && !fresh) {
            failed = get_held(field, message, from, bit + field->offset);
            continue;
        }
        PyObject *value = get_part(&field->part, from, bit + field->offset);
        failed = value ? PyObject_SetAttr(message, field->name, value) : -1;
        Py_XDECREF(value);
    }
    Py_LeaveRecursiveCall();
    return failed;
}

static PyObject *decode(PyObject *self, PyObject *const *args, Py_ssize_t count) {
    const struct record *record = &((Codec *)self)->record;
    if (count != 2) {
        PyErr_SetString(PyExc_TypeError, "decode takes a message and its bytes");
        return NULL;
    }
    Py_buffer view;
    if (PyObject_GetBuffer(args[1], &view, PyBUF_SIMPLE)) {
        /* Python knows of more kinds of bytes than this. */
        PyErr_Clear();
        Py_RETURN_FALSE;
    }
    /* Bits behind the message are not looked at, but may be moved with others. */
    struct octets from = {view.buf, (size_t)view.len};
    int own = (size_t)view.len >= record->octets && is_own_record(record, from, 0);
    int failed = own ? get_record(record, args[0], 0, from, 0) : 0;
    PyBuffer_Release(&view);
    return failed ? NULL : PyBool_FromLong(own);
}

/* The type and the module. */

static void codec_free(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    table_free(&((Codec *)self)->record);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF(type);
}

static int codec_visit(PyObject *self, visitproc visit, void *arg) {
    Py_VISIT(Py_TYPE(self));
    return table_visit(&((Codec *)self)->record, visit, arg);
}

static PyObject *codec_make(PyTypeObject *type, PyObject *args, PyObject *named) {
    if (named && PyDict_Size(named) > 0) {
        PyErr_SetString(PyExc_TypeError, "codec takes no named arguments");
        return NULL;
    }
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    Codec *made = (Codec *)allocate(type, 0);
    if (made && table_read(&made->record, args)) Py_CLEAR(made);
    return (PyObject *)made;
}

static PyMethodDef codec_methods[] = {
    {"encode", encode, METH_O, "encode(message) -> bytearray"},
    {"decode", (PyCFunction)(void (*)(void))decode, METH_FASTCALL,
     "decode(message, octets) -> bool: whether they are a message as this version writes it"},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot codec_slots[] = {
    {Py_tp_doc, "codec(class, bits, extensible, fields): the codec of a message"},
    {Py_tp_new, codec_make},
    {Py_tp_dealloc, codec_free},
    {Py_tp_traverse, codec_visit},
    {Py_tp_methods, codec_methods},
    {0, NULL},
};

static PyType_Spec codec_spec = {
    .name = "wireglot_bitproto_native.codec",
    .basicsize = sizeof(Codec),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .slots = codec_slots,
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "wireglot_bitproto_native",
    .m_doc = "Codecs of bitproto messages, run by tables that generated Python gives.",
    .m_size = -1,
};

PyMODINIT_FUNC PyInit_wireglot_bitproto_native(void) {
    PyObject *made = PyModule_Create(&module);
    if (!made) return NULL;
    if (!codec_type) codec_type = (PyTypeObject *)PyType_FromSpec(&codec_spec);
    if (!no_arguments) no_arguments = PyTuple_New(0);
    if (!codec_type || !no_arguments || PyModule_AddObjectRef(made, "codec", (PyObject *)codec_type)) {
        Py_CLEAR(made);
    }
    return made;
}
