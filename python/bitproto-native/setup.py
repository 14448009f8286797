"""One extension for every CPython from 3.11 on: the limited interface."""

from setuptools import Extension, setup

setup(
    ext_modules=[
        Extension(
            "wireglot_bitproto_native",
            sources=["src/codec.c", "src/table.c"],
            depends=["src/bits.h", "src/table.h"],
            extra_compile_args=["-std=c99"],
            py_limited_api=True,
        )
    ],
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
