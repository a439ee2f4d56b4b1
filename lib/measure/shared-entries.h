//===- shared-entries.h - The entry points of a shared object
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// As as-opt --emit=shared writes them (support/entry-symbols.h).
//
//===----------------------------------------------------------------------===//

#ifndef AS_MEASURE_SHARED_ENTRIES_H
#define AS_MEASURE_SHARED_ENTRIES_H

#include "measure/entry-signature.h"
#include "measure/object-linker.h"

/// Finds what is called of the function `name` of an open library.
/// AS_UNSUPPORTED if it is for a CPU with features that this one lacks.
AsStatus asSharedEntries(void *library, const char *name, AsKernel *kernel,
                         AsError *error);

/// Fails with what a function meant that returned `refusal` for these sizes.
AsStatus asRefuseSizes(const AsSignature *signature, const char *name,
                       const int64_t *sizes, int refusal, AsError *error);

/// Appends "n=37,m=5".
void asSignaturePrintSizes(const AsSignature *signature, const int64_t *sizes,
                           AsText *text);

#endif // AS_MEASURE_SHARED_ENTRIES_H
