//===- iter-args-to-memory.h - Turn iter_args of loops into scalars in memory
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The SCoP knows values only by the memory that holds them. So loop-carried
// values move to scalars, which may then move on to array elements
// (affine/privatise/scalar-to-element.h). Lowering puts scalars that remain
// into registers again.
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_PRIVATISE_ITER_ARGS_TO_MEMORY_H
#define AS_AFFINE_PRIVATISE_ITER_ARGS_TO_MEMORY_H

#include "ir/ir.h"

/// Removes the iter_args of all affine.for that carry only integers and floats,
/// if only loops and affine.if enclose them in the function.
void asIterArgsToMemory(MlirOperation function);

#endif // AS_AFFINE_PRIVATISE_ITER_ARGS_TO_MEMORY_H
