//===- iter-args-to-memory.h - Values that loops carry as scalars in memory
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The SCoP knows values by the memory that they are in. So a loop
// that carries some (iter_args) has them in scalars instead, from where they
// may move on to elements (affine/privatise/scalar-to-element.h). What is left
// of that when the program is lowered is in registers again.
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_PRIVATISE_ITER_ARGS_TO_MEMORY_H
#define AS_AFFINE_PRIVATISE_ITER_ARGS_TO_MEMORY_H

#include "ir/ir.h"

/// Has no affine.for of the function carry numbers, where only loops and
/// conditions are around it.
void asIterArgsToMemory(MlirOperation function);

#endif // AS_AFFINE_PRIVATISE_ITER_ARGS_TO_MEMORY_H
