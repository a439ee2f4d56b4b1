//===- version.h - Which as-opt this is
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one place that states the version; CMakeLists.txt reads it from here.
// Before 1.0 each minor version has an ABI of its own and a SONAME of its own
// (libas-opt.so.0.2); patch versions keep both.
//
//===----------------------------------------------------------------------===//

#ifndef AS_VERSION_H
#define AS_VERSION_H

#ifdef __cplusplus
extern "C" {
#endif

/// Version of the headers that a program is compiled with.
#define AS_VERSION "0.2.0"
#define AS_VERSION_MAJOR 0 ///< First number of AS_VERSION.
#define AS_VERSION_MINOR 2 ///< Second number of AS_VERSION.
#define AS_VERSION_PATCH 0 ///< Third number of AS_VERSION.

/// Version of the library that the program runs with, a constant in the form of
/// AS_VERSION. Never NULL; not to be freed.
const char *asVersion(void);

#ifdef __cplusplus
}
#endif

#endif // AS_VERSION_H
