#===- library.py - libas-opt.so by ctypes ----------------------------------===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Finds the program and the library of an installation, and declares what of
# as/callable.h, as/element.h, as/options.h and as/session.h the package calls.
#
#===-----------------------------------------------------------------------===#

import ctypes
import functools
import os
import shutil

from . import errors


class AsRemark(ctypes.Structure):
    """AsRemark of as/autoschedule.h."""

    _fields_ = [
        ("severity", ctypes.c_int),
        ("location", ctypes.c_char_p),
        ("message", ctypes.c_char_p),
    ]


class AsError(ctypes.Structure):
    """AsError of as/error.h."""

    _fields_ = [("status", ctypes.c_int), ("message", ctypes.c_char * 2048)]


def program():
    """The path of as-opt: $AS_OPT, or what PATH has."""
    path = os.environ.get("AS_OPT") or shutil.which("as-opt")
    if not path:
        raise errors.MissingError(
            "there is no as-opt on PATH; install it, or set AS_OPT to its path"
        )
    return path


def _library_path():
    path = os.environ.get("AS_OPT_LIBRARY")
    if path:
        return path
    # Installed beside the program, or found by the dynamic linker.
    own = os.environ.get("AS_OPT") or shutil.which("as-opt")
    if own:
        prefix = os.path.dirname(os.path.dirname(os.path.realpath(own)))
        for folder in ("lib", "lib64"):
            path = os.path.join(prefix, folder, "libas-opt.so")
            if os.path.exists(path):
                return path
    return "libas-opt.so"


_P = ctypes.POINTER
_V = ctypes.c_void_p
PROGRESS = ctypes.CFUNCTYPE(None, _V, _V)
_SIZES = _P(ctypes.c_int64)
_BUFFERS = _P(ctypes.c_void_p)
_PROTOTYPES = {
    "asCallableOpen": (
        ctypes.c_int,
        [ctypes.c_char_p, ctypes.c_char_p, _P(ctypes.c_void_p), _P(AsError)],
    ),
    "asCallableClose": (None, [ctypes.c_void_p]),
    "asCallableSignature": (ctypes.c_char_p, [ctypes.c_void_p]),
    "asCallableNumArguments": (ctypes.c_int, [ctypes.c_void_p]),
    "asCallableNumBuffers": (ctypes.c_int, [ctypes.c_void_p]),
    "asCallableElement": (ctypes.c_int, [ctypes.c_void_p, ctypes.c_int]),
    "asCallableRank": (ctypes.c_int, [ctypes.c_void_p, ctypes.c_int]),
    "asCallableNumSizes": (ctypes.c_int, [ctypes.c_void_p]),
    "asCallableSizes": (
        ctypes.c_int,
        [ctypes.c_void_p, _P(_SIZES), _SIZES, _P(AsError)],
    ),
    "asCallableDims": (
        ctypes.c_int,
        [ctypes.c_void_p, _SIZES, ctypes.c_int, _SIZES, _P(AsError)],
    ),
    "asCallablePrepare": (
        ctypes.c_int,
        [ctypes.c_void_p, _SIZES, _BUFFERS, _P(AsError)],
    ),
    "asCallableRun": (
        ctypes.c_int,
        [ctypes.c_void_p, _SIZES, _BUFFERS, _P(AsError)],
    ),
    "asOptionsCreate": (_V, []),
    "asOptionsDestroy": (None, [_V]),
    "asOptionsSet": (ctypes.c_int, [_V, ctypes.c_char_p, ctypes.c_char_p, _P(AsError)]),
    "asSessionCreate": (_V, [_V]),
    "asSessionDestroy": (None, [_V]),
    "asSessionSetProgress": (None, [_V, PROGRESS, _V]),
    "asSessionCancel": (None, [_V]),
    "asSessionFromFile": (ctypes.c_int, [_V, ctypes.c_char_p, _P(AsError)]),
    "asSessionAutotune": (ctypes.c_int, [_V, _P(AsError)]),
    "asSessionBuild": (ctypes.c_int, [_V, _P(AsError)]),
    "asSessionSave": (ctypes.c_int, [_V, _P(AsError)]),
    "asSessionLoad": (ctypes.c_int, [_V, ctypes.c_char_p, _P(AsError)]),
    "asSessionRemarks": (_P(AsRemark), [_V, _P(ctypes.c_size_t)]),
    "asSessionId": (ctypes.c_char_p, [_V]),
    "asSessionFolder": (ctypes.c_char_p, [_V]),
    "asSessionFunction": (ctypes.c_int, [_V, ctypes.c_char_p, _P(_V), _P(AsError)]),
    "asSnapshotTrialsDone": (ctypes.c_int, [_V]),
    "asSnapshotTrialsTotal": (ctypes.c_int, [_V]),
    "asElementName": (ctypes.c_char_p, [ctypes.c_int]),
    "asElementNumpy": (ctypes.c_char_p, [ctypes.c_int]),
}


@functools.lru_cache(maxsize=None)
def library():
    path = _library_path()
    try:
        loaded = ctypes.CDLL(path)
    except OSError as why:
        raise errors.MissingError(
            "cannot load '%s': %s; set AS_OPT_LIBRARY to the path of "
            "libas-opt.so" % (path, why)
        ) from None
    for name, (result, arguments) in _PROTOTYPES.items():
        function = getattr(loaded, name, None)
        if function is None:
            raise errors.UnsupportedError(
                "'%s' has no %s: it is of another version than this package"
                % (path, name)
            )
        function.restype, function.argtypes = result, arguments
    return loaded


def call(name, *arguments):
    """Calls a function that returns an AsStatus and takes an AsError last."""
    error = AsError()
    status = getattr(library(), name)(*arguments, ctypes.byref(error))
    if status:
        raise errors.by_status(status, error.message.decode(errors="replace"))
