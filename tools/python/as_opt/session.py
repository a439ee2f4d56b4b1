#===- session.py - From a file to a tuned function that is called ----------===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# as/session.h as a class. What the steps need of each other, and what is wrong,
# the library says.
#
#===-----------------------------------------------------------------------===#

import ctypes
import os
import signal
import threading
import weakref

from . import errors
from .function import Function
from .library import PROGRESS, call, library
from .program import as_texts


def _options_of(options):
    own = library()
    handle = ctypes.c_void_p(own.asOptionsCreate())
    try:
        for name, value in as_texts(options):
            call("asOptionsSet", handle, name.encode(), value.encode())
    except errors.Error:
        own.asOptionsDestroy(handle)
        raise
    return handle


class Session:
    """A model on its way from a file to functions.

    >>> session = as_opt.Session(trials=64)
    >>> session.from_file("matmul.mlir").autotune().build().save()
    >>> session.function("matmul")(a, b)

    and later `as_opt.Session().load(session.id).function("matmul")`. Options are
    those of as-opt (docs/options.md), with "_" in place of "-". The search runs
    in this process; `as_opt.tune` has one of its own for it.
    """

    def __init__(self, **options):
        own = library()
        chosen = _options_of(options)
        self._handle = ctypes.c_void_p(own.asSessionCreate(chosen))
        own.asOptionsDestroy(chosen)
        self._close = weakref.finalize(self, own.asSessionDestroy, self._handle)
        self._number = 0  # Of what it has built or loaded.

    def _renew(self):
        self._number += 1

    def from_file(self, path):
        """Takes the model from an MLIR file. The session begins anew."""
        self._renew()
        call("asSessionFromFile", self._handle, os.fsencode(path))
        return self

    def autotune(self, progress=None):
        """Searches schedules. `progress(done, total)` is called after each trial.

        Ctrl-C ends the search and is raised; what was found until then is kept.
        """
        own = library()
        faults = []

        def follow(snapshot, _):
            # Python handles signals before it comes here.
            try:
                if progress:
                    done = own.asSnapshotTrialsDone(snapshot)
                    progress(done, own.asSnapshotTrialsTotal(snapshot))
            except BaseException as fault:
                faults.append(fault)
                own.asSessionCancel(self._handle)

        def interrupt(number, frame):
            faults.append(KeyboardInterrupt())
            own.asSessionCancel(self._handle)

        callback = PROGRESS(follow)
        is_main = threading.current_thread() is threading.main_thread()
        before = signal.signal(signal.SIGINT, interrupt) if is_main else None
        own.asSessionSetProgress(self._handle, callback, None)
        try:
            call("asSessionAutotune", self._handle)
        finally:
            own.asSessionSetProgress(self._handle, PROGRESS(), None)
            if is_main:
                signal.signal(signal.SIGINT, before or signal.SIG_DFL)
        if faults:
            raise faults[0]
        return self

    def build(self):
        """Compiles the model: by what autotune found, or by what the store knows."""
        self._renew()
        call("asSessionBuild", self._handle)
        return self

    def save(self):
        """Keeps the session in a folder of its own; see `id` and `folder`."""
        call("asSessionSave", self._handle)
        return self

    def load(self, id):
        """Takes up a run that was saved."""
        self._renew()
        call("asSessionLoad", self._handle, id.encode())
        return self

    @property
    def id(self):
        """32 hex digits; "" before there was a run."""
        return library().asSessionId(self._handle).decode()

    @property
    def folder(self):
        """Where it was saved or loaded from; "" before that."""
        return os.fsdecode(library().asSessionFolder(self._handle))

    @property
    def remarks(self):
        """What the last autotune or build had to say, as sentences."""
        count = ctypes.c_size_t()
        remarks = library().asSessionRemarks(self._handle, ctypes.byref(count))
        return [remarks[i].message.decode(errors="replace") for i in range(count.value)]

    def function(self, name):
        """A `Function` of what was built or loaded, until that is replaced."""
        handle = ctypes.c_void_p()
        call("asSessionFunction", self._handle, name.encode(), ctypes.byref(handle))
        number = self._number

        def check():
            if self._number != number:
                raise errors.InvalidInputError(
                    "the session of '%s' has another model, or was built again, "
                    "since; ask it for the function once more" % name
                )

        return Function._borrowed(handle, name, check)
