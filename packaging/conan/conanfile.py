import os

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load

SOURCES = ["CMakeLists.txt", "Cargo.toml", "Cargo.lock", "LICENSE-*", "cmake/*", "crates/*", "runtime/*", "python/*",
           "docs/codes/*"]


class Wireglot(ConanFile):
    """The command, the C runtime and the CMake function; the command is built with cargo unless it is told."""

    name = "wireglot"
    license = "MIT OR Apache-2.0"
    description = "Compiler and small runtimes for ASN.1, SBE, bitproto and CBOR"
    settings = "os", "arch", "compiler", "build_type"
    options = {"command": [None, "ANY"]}
    default_options = {"command": None}
    package_type = "static-library"

    def set_version(self):
        lines = load(self, os.path.join(self.recipe_folder, "..", "..", "Cargo.toml")).splitlines()
        self.version = next(line.split('"')[1] for line in lines if line.startswith("version = "))

    def export_sources(self):
        for pattern in SOURCES:
            copy(self, pattern, src=os.path.join(self.recipe_folder, "..", ".."), dst=self.export_sources_folder)

    def layout(self):
        cmake_layout(self)

    def package_id(self):
        del self.info.options.command

    def generate(self):
        toolchain = CMakeToolchain(self)
        if self.options.command:
            toolchain.cache_variables["WIREGLOT_COMPILER"] = str(self.options.command)
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE-*", src=self.source_folder, dst=os.path.join(self.package_folder, "licenses"))

    def package_info(self):
        # The package has its own WireglotConfig.cmake, with the function that generates.
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs = [os.path.join("lib", "cmake", "Wireglot")]
        self.cpp_info.libs = ["wireglot"]
