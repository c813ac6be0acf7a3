"""Reads what a build says of symbols: the index store, and the symbol graphs of modules."""

import ctypes
import glob
import json
import os
import shutil
import sys

_RECORD = 2  # The kind of a unit's dependency that lists a file's occurrences.


class _Text(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("length", ctypes.c_size_t)]

    def __str__(self):
        return ctypes.string_at(self.data, self.length).decode() if self.data else ""


class IndexStore:
    """The index that the compiler writes beside a build."""

    def __init__(self, path):
        bin = os.path.dirname(os.path.realpath(shutil.which("swift")))
        self._library = ctypes.CDLL(os.path.join(bin, "..", "lib", "libIndexStore.so"))
        self._error = ctypes.c_void_p()
        open_store = self._function("store_create", ctypes.c_void_p, 2)
        self._store = open_store(path.encode(), ctypes.byref(self._error))
        if not self._store:
            sys.exit(f"there is no index store at {path}; build with --enable-index-store first")

    def _function(self, name, result, count):
        function = getattr(self._library, "indexstore_" + name)
        function.restype = result
        function.argtypes = [ctypes.c_void_p] * count
        return function

    def _collect(self, name, owner, read, argument=ctypes.c_void_p):
        """Calls one of the library's functions that apply a callback, and returns what `read` does."""
        found = []
        callback_type = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, argument)
        callback = callback_type(lambda _, value: found.append(read(value)) or True)
        if name == "store_units_apply_f":
            function = getattr(self._library, "indexstore_" + name)
            function.argtypes = [ctypes.c_void_p, ctypes.c_uint, ctypes.c_void_p, callback_type]
            function(owner, 0, None, callback)
        else:
            function = getattr(self._library, "indexstore_" + name)
            function.argtypes = [ctypes.c_void_p, ctypes.c_void_p, callback_type]
            function.restype = ctypes.c_bool
            function(owner, None, callback)
        return found

    def _open(self, kind, name):
        create = self._function(kind + "_reader_create", ctypes.c_void_p, 3)
        return create(self._store, name.encode(), ctypes.byref(self._error))

    def _record(self, name):
        """The USR and the line of each occurrence in a record."""
        symbol = self._function("occurrence_get_symbol", ctypes.c_void_p, 1)
        usr = self._function("symbol_get_usr", _Text, 1)
        place = self._function("occurrence_get_line_col", None, 3)

        def read(occurrence):
            line, column = ctypes.c_uint(), ctypes.c_uint()
            place(occurrence, ctypes.byref(line), ctypes.byref(column))
            return str(usr(symbol(occurrence))), line.value

        reader = self._open("record", name)
        if not reader:
            return []
        return self._collect("record_reader_occurrences_apply_f", reader, read)

    def occurrences(self, folder):
        """Yields the file, the line and the USR of each symbol named in the sources of `folder`."""
        main_file = self._function("unit_reader_get_main_file", _Text, 1)
        kind = self._function("unit_dependency_get_kind", ctypes.c_int, 1)
        name = self._function("unit_dependency_get_name", _Text, 1)
        seen = set()
        for unit in self._collect("store_units_apply_f", self._store, str, _Text):
            reader = self._open("unit", unit)
            path = str(main_file(reader)) if reader else ""
            if not path.startswith(folder):
                continue
            records = self._collect(
                "unit_reader_dependencies_apply_f",
                reader,
                lambda dependency: (kind(dependency), str(name(dependency))),
            )
            for record in {n for k, n in records if k == _RECORD} - seen:
                seen.add(record)
                for usr, line in self._record(record):
                    yield path, line, usr


def symbols(folder):
    """Yields the symbols of the symbol graphs in `folder`."""
    paths = glob.glob(os.path.join(folder, "*.symbols.json"))
    if not paths:
        sys.exit(f"there is no symbol graph in {folder}")
    for path in paths:
        with open(path) as file:
            yield from json.load(file)["symbols"]
