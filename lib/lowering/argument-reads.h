//===- argument-reads.h - Which arguments a lowered function reads
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Weights that are packed by as_load_NAME
// (lowering/constants/constant-hoisting.h) are arguments of NAME still, but it
// need not read them: then their memory may go.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_ARGUMENT_READS_H
#define AS_LOWERING_ARGUMENT_READS_H

#include "ir/ir.h"

/// Whether an llvm.func of the module may look at what the pointer that is its
/// argument leads to.
bool asReadsArgument(MlirModule lowered, MlirOperation function,
                     intptr_t argument);

#endif // AS_LOWERING_ARGUMENT_READS_H
