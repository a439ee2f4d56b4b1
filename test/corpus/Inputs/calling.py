#===- calling.py - Functions of shared objects ----------------*- python -*-===#
#
# Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Calls what as-opt and what the stock tools made of a function, on arrays that
# end where memory ends, so that what is read or written behind them is noticed.
#
#===------------------------------------------------------------------------===#

import ctypes
import mmap
import os
import random

import elements
from linalg_programs import count

PAGE = mmap.PAGESIZE
ALIGNMENT = 64
CANARY = 0xA5

libc = ctypes.CDLL(None, use_errno=True)


class Array:
    """An array, with a page behind it that nobody may touch."""

    def __init__(self, tensor, data=None):
        self.tensor = tensor
        self.bytes = count(tensor.shape) * elements.size(tensor.element)
        room = -(-max(self.bytes, 1) // ALIGNMENT) * ALIGNMENT
        pages = -(-room // PAGE) * PAGE
        self.memory = mmap.mmap(-1, pages + PAGE)
        self.start = pages - room
        self.spare = room - self.bytes
        # What the call does not write is found here.
        self.memory[self.start:pages] = bytes([CANARY]) * room
        if data is not None:
            self.memory[self.start:self.start + self.bytes] = data
        base = ctypes.addressof(ctypes.c_char.from_buffer(self.memory))
        self.address = base + self.start
        if libc.mprotect(ctypes.c_void_p(base + pages), ctypes.c_size_t(PAGE), 0):
            raise OSError("cannot protect a page")

    def data(self):
        return self.memory[self.start:self.start + self.bytes]

    def is_whole(self):
        end = self.start + self.bytes
        return self.memory[end:end + self.spare] == bytes([CANARY]) * self.spare


def load_runtime(llvm):
    """MLIR's runtime library, whose memrefCopy the stock code calls."""
    folder = os.path.join(llvm, "..", "lib")
    name = sorted(n for n in os.listdir(folder) if n.startswith("libmlir_c_runner_utils.so"))[0]
    ctypes.CDLL(os.path.join(folder, name), mode=ctypes.RTLD_GLOBAL)


def descriptor(array):
    """A memref as MLIR's C wrappers take it."""
    shape, strides = array.tensor.shape, []
    for d in range(len(shape)):
        strides.append(count(shape[d + 1:]))
    numbers = [array.address, array.address, 0, *shape, *strides]
    return (ctypes.c_int64 * len(numbers))(*numbers)


def call_scheduled(library, name, arrays):
    pointers = (ctypes.c_void_p * len(arrays))(*[array.address for array in arrays])
    library[f"as_entry_{name}"](pointers)


def call_stock(library, name, arrays):
    keep = [descriptor(array) for array in arrays]
    library[f"_mlir_ciface_{name}"](*[ctypes.byref(d) for d in keep])


def inputs(program):
    """The contents of a program's arguments."""
    rng = random.Random(program.seed * 7919 + 1)
    filled = []
    for tensor in program.arguments:
        # Python's own numbers would take as long as all the rest.
        few = [elements.number(rng, tensor.element, program.corners)
               for _ in range(min(count(tensor.shape), 61) or 1)]
        parts = 2 if tensor.element in elements.COMPLEX else 1
        total = count(tensor.shape) * parts
        block = elements.pack(few, tensor.element)
        width = len(block) // len(few)
        filled.append((block * (total // len(few) + 1))[:total * width])
    return filled


def run(call, library, name, tensors, contents, results):
    """The results of one call; None, and why not."""
    arrays = [Array(t, data) for t, data in zip(tensors, contents)]
    made = [Array(t) for t in results]
    call(library, name, arrays + made)
    for number, (array, data) in enumerate(zip(arrays, contents)):
        if array.data() != data:
            return None, f"argument {number} has changed"
    for number, array in enumerate(arrays + made):
        if not array.is_whole():
            return None, f"wrote behind array {number}"
    return [array.data() for array in made], ""
