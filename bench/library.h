//===- library.h - Loading the libraries to compare with
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The libraries are loaded at run time: two of them export the same names, and
// they read their environment while being loaded, so it must be set before.
// Many processors of today are unknown to the releases in distributions,
// which then pick kernels at a fraction of the processor's speed.
//
//===----------------------------------------------------------------------===//

#ifndef AS_BENCH_LIBRARY_H
#define AS_BENCH_LIBRARY_H

#include "as/error.h"
#include <stddef.h>

/// Sets the variables that fix the number of threads and, unless the user has
/// set them, those that choose kernels. Call before any asLibraryOpen.
void asLibraryEnvironment(int threads);

/// Loads a library with symbols of its own; it stays loaded. AS_NOT_FOUND
/// where the machine has none.
AsStatus asLibraryOpen(const char *soname, void **library, AsError *error);

/// The address of `name`, or NULL with AS_NOT_FOUND.
AsStatus asLibrarySymbol(void *library, const char *name, void **symbol,
                         AsError *error);

/// Loads OpenBLAS, `file` where that is not NULL, and writes its version and
/// the kernels it chose.
AsStatus asLibraryOpenblas(const char *file, void **library, char *description,
                           size_t size, AsError *error);

#endif // AS_BENCH_LIBRARY_H
