//===- concatenation.h - Tensors put together from pieces
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A concatenation is a chain of tensor.insert_slice that writes each element
// of an empty tensor once.
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_CONCATENATION_H
#define AS_TASK_CONCATENATION_H

#include "ir/ir.h"

/// Whether `last` ends a concatenation.
bool asIsConcatenation(MlirOperation last);

/// Whether each piece of it can be made where it belongs
/// (lowering/memory/in-place-concat.c), so that nothing is left to copy: it
/// lies in the result in one run, and what makes it makes it for this alone.
bool asIsMadeInPlace(MlirOperation last);

#endif // AS_TASK_CONCATENATION_H
