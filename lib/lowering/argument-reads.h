//===- argument-reads.h - Find the arguments that a function reads
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// as_load_NAME packs constant weights (lowering/constants/constant-hoisting.h).
// The weights stay arguments of NAME, but if NAME no longer reads them, the
// caller may free them.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_ARGUMENT_READS_H
#define AS_LOWERING_ARGUMENT_READS_H

#include "ir/ir.h"

/// Whether `function`, an llvm.func of `lowered`, may read the memory that its
/// pointer argument number `argument` points to. True if in doubt.
bool asReadsArgument(MlirModule lowered, MlirOperation function,
                     intptr_t argument);

#endif // AS_LOWERING_ARGUMENT_READS_H
