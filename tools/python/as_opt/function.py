#===- function.py - Functions that as-opt has compiled ---------------------===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===-----------------------------------------------------------------------===#

import ctypes
import os
import time
import weakref
from dataclasses import dataclass
from typing import List

import numpy

from . import errors
from .library import call, library


@dataclass(frozen=True)
class Evaluation:
    """Seconds of runs, in the order in which they were measured."""

    seconds: List[float]

    @property
    def median(self):
        return float(numpy.median(self.seconds))

    @property
    def min(self):
        return min(self.seconds)


def _pointer(values):
    return (ctypes.c_int64 * max(len(values), 1))(*values)


class Function:
    """A function of a shared object that as-opt has written.

    It is called with arrays or scalars, and returns one array, or a tuple of
    them. Arrays of another layout are copied; those of another type are refused,
    since a conversion would lose bits or time that nobody asked for. A function
    without results changes its arguments in place.
    """

    def __init__(self, path, name):
        path = os.fspath(path)
        if "/" not in path:  # Or the dynamic linker would search for it.
            path = os.path.join(".", path)
        handle = ctypes.c_void_p()
        call("asCallableOpen", os.fsencode(path), name.encode(), ctypes.byref(handle))
        self._close = weakref.finalize(self, library().asCallableClose, handle)
        self._adopt(handle, name, lambda: None)

    @classmethod
    def _borrowed(cls, handle, name, check):
        """A function that a session owns; `check` raises where it is gone."""
        function = cls.__new__(cls)
        function._adopt(handle, name, check)
        return function

    def _adopt(self, handle, name, check):
        own = library()
        self.name = name
        self._handle = handle
        self._check = check
        self.signature = own.asCallableSignature(handle).decode()
        self._num_arguments = own.asCallableNumArguments(handle)
        count = own.asCallableNumBuffers(handle)
        elements = [own.asCallableElement(handle, b) for b in range(count)]
        self._elements = [own.asElementName(e).decode() for e in elements]
        self._types = [numpy.dtype(own.asElementNumpy(e).decode()) for e in elements]
        self._ranks = [own.asCallableRank(handle, b) for b in range(count)]
        self._num_sizes = own.asCallableNumSizes(handle)

    def __repr__(self):
        return "<as_opt.Function %s: %s>" % (self.name, self.signature)

    def _argument(self, number, value):
        kind, rank = self._types[number], self._ranks[number]
        # Numbers of Python have no type of their own.
        is_number = isinstance(value, (bool, int, float))
        array = numpy.asarray(value, dtype=kind if is_number else None)
        if array.dtype != kind:
            raise errors.InvalidInputError(
                "argument %d of '%s' is %s, not %s; convert it with .astype"
                % (number, self.name, self._elements[number], array.dtype)
            )
        if array.ndim != rank:
            raise errors.InvalidInputError(
                "argument %d of '%s' has %d dimensions, not %d; it is %s"
                % (number, self.name, rank, array.ndim, self.signature)
            )
        if self._num_arguments == len(self._types):  # It is changed in place.
            if not array.flags.c_contiguous or not array.flags.writeable:
                raise errors.InvalidInputError(
                    "argument %d of '%s' is changed in place; it has to be "
                    "contiguous and writeable" % (number, self.name)
                )
            return array
        return numpy.ascontiguousarray(array).reshape(array.shape)

    def _bind(self, values):
        """The arrays of all buffers, and the sizes."""
        self._check()
        if len(values) != self._num_arguments:
            raise errors.InvalidInputError(
                "'%s' takes %d arguments, not %d: %s"
                % (self.name, self._num_arguments, len(values), self.signature)
            )
        arrays = [self._argument(n, value) for n, value in enumerate(values)]
        shapes = [_pointer(array.shape) for array in arrays]
        pointers = (ctypes.POINTER(ctypes.c_int64) * max(len(shapes), 1))(
            *(ctypes.cast(s, ctypes.POINTER(ctypes.c_int64)) for s in shapes)
        )
        sizes = _pointer([0] * self._num_sizes)
        call("asCallableSizes", self._handle, pointers, sizes)
        for buffer in range(self._num_arguments, len(self._types)):
            dims = _pointer([0] * self._ranks[buffer])
            call("asCallableDims", self._handle, sizes, buffer, dims)
            shape = tuple(dims)[: self._ranks[buffer]]
            arrays.append(numpy.empty(shape, self._types[buffer]))
        data = (ctypes.c_void_p * max(len(arrays), 1))(*(a.ctypes.data for a in arrays))
        return arrays, data, sizes

    def __call__(self, *arguments):
        arrays, data, sizes = self._bind(arguments)
        call("asCallablePrepare", self._handle, sizes, data)
        call("asCallableRun", self._handle, sizes, data)
        results = arrays[self._num_arguments :]
        return results[0] if len(results) == 1 else tuple(results) or None

    def evaluate(self, *arguments, runs=10, min_time=0.5, warm_up=1):
        """Times `runs` runs at least, and `min_time` seconds at least.

        Nothing waits for others that use the same cores: as-run does.
        """
        arrays, data, sizes = self._bind(arguments)
        call("asCallablePrepare", self._handle, sizes, data)
        for _ in range(warm_up):
            call("asCallableRun", self._handle, sizes, data)
        seconds, start = [], time.perf_counter()
        while len(seconds) < runs or time.perf_counter() - start < min_time:
            before = time.perf_counter()
            call("asCallableRun", self._handle, sizes, data)
            seconds.append(time.perf_counter() - before)
        del arrays
        return Evaluation(seconds)


def load(path, name):
    """The function `name` of a shared object that as-opt has written."""
    return Function(path, name)
