//===- argument-accesses.h - Find the arguments that a function reads, writes
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// as_load_NAME packs constant weights (lowering/constants/constant-hoisting.h).
// The weights stay arguments of NAME, but if NAME no longer reads them, the
// caller may free them. What NAME does not write may be constant in the caller.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_ARGUMENT_ACCESSES_H
#define AS_LOWERING_ARGUMENT_ACCESSES_H

#include "ir/ir.h"

/// Whether `function`, an llvm.func of `lowered`, may read or write the memory
/// that its pointer argument number `argument` points to. True if in doubt.
bool asAccessesArgument(MlirModule lowered, MlirOperation function,
                        intptr_t argument);

/// The same for writing alone.
bool asWritesArgument(MlirModule lowered, MlirOperation function,
                      intptr_t argument);

#endif // AS_LOWERING_ARGUMENT_ACCESSES_H
