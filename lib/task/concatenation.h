//===- concatenation.h - Concatenations of tensors
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Recognises concatenations: chains of tensor.insert_slice that together write
// each element of a tensor.empty once.
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_CONCATENATION_H
#define AS_TASK_CONCATENATION_H

#include "ir/ir.h"

/// Whether `last` is the last insert of a concatenation.
bool asIsConcatenation(MlirOperation last);

/// Whether each piece can be computed in place
/// (lowering/memory/in-place-concat.c), so that nothing is copied: it is
/// contiguous in the result, and only the concatenation uses it.
bool asIsMadeInPlace(MlirOperation last);

#endif // AS_TASK_CONCATENATION_H
