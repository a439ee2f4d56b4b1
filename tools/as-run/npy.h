//===- npy.h - NumPy's file format
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A .npy file is a magic string, a version, the length of a header, the header
// (a Python dictionary: type, order and shape), and the elements. All three
// versions are read, and 1.0 is written. bf16, which NumPy does not have, is
// two raw bytes ("<V2"), as the ml_dtypes package writes it.
//
//===----------------------------------------------------------------------===//

#ifndef AS_RUN_NPY_H
#define AS_RUN_NPY_H

#include "measure/entry-signature.h"

/// Copies the elements of the .npy file in `data` to `memory`, if they are what
/// `buffer` and `shape` ask for: the same shape, elements of the same kind and
/// size (unsigned integers pass for MLIR's signless ones), little-endian, in C
/// order.
AsStatus asNpyDecode(const char *data, size_t length, const AsBuffer *buffer,
                     const AsShape *shape, void *memory, AsError *error);

/// Appends a .npy file to `file`.
void asNpyEncode(const AsBuffer *buffer, const AsShape *shape,
                 const void *memory, AsText *file);

/// asNpyDecode from, and asNpyEncode to, the file `path`.
AsStatus asNpyRead(const char *path, const AsBuffer *buffer,
                   const AsShape *shape, void *memory, AsError *error);
AsStatus asNpyWrite(const char *path, const AsBuffer *buffer,
                    const AsShape *shape, const void *memory, AsError *error);

#endif // AS_RUN_NPY_H
