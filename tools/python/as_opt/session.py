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


def _run_in_thread(work, cancel, faults):
    """Runs `work` in a thread of its own, and adds to `faults` what is raised.

    Python handles signals in its main thread, and not while that is in a C function;
    so it waits here. What a handler raises, as that of Ctrl-C does, calls `cancel`;
    where a handler of Ctrl-C returns, the work goes on.
    """
    done = threading.Event()

    def run():
        try:
            work()
        except BaseException as fault:
            faults.append(fault)
        finally:
            done.set()

    before = signal.getsignal(signal.SIGINT)

    def interrupt(number, frame):
        # It raises nothing itself: that may be anywhere, and more than once.
        try:
            before(number, frame)
        except BaseException as fault:
            faults.append(fault)
            cancel()

    own = threading.current_thread() is threading.main_thread() and callable(before)
    if own:
        signal.signal(signal.SIGINT, interrupt)
    try:
        threading.Thread(target=run).start()
        is_done = False
        while not is_done:
            try:
                is_done = done.wait(0.2)
            except BaseException as fault:
                faults.append(fault)
            if faults:  # Again and again: there may have been nothing to cancel yet.
                cancel()
    finally:
        if own and signal.getsignal(signal.SIGINT) is interrupt:
            signal.signal(signal.SIGINT, before)  # Unless a handler chose another.


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
        """Searches schedules. `progress(done, total)` is called after each trial,
        in another thread.

        Ctrl-C ends the search and is raised; what was found until then is kept. A
        handler of Ctrl-C is called as ever: what it raises ends the search as well.
        """
        own = library()
        faults = []

        def cancel():
            own.asSessionCancel(self._handle)

        def follow(snapshot, _):
            try:
                if progress and not faults:
                    done = own.asSnapshotTrialsDone(snapshot)
                    progress(done, own.asSnapshotTrialsTotal(snapshot))
            except BaseException as fault:
                faults.append(fault)
                cancel()

        def search():
            callback = PROGRESS(follow)
            own.asSessionSetProgress(self._handle, callback, None)
            try:
                call("asSessionAutotune", self._handle)
            finally:
                own.asSessionSetProgress(self._handle, PROGRESS(), None)

        _run_in_thread(search, cancel, faults)
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
