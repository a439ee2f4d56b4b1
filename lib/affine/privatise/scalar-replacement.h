//===- scalar-replacement.h - Keep updated elements in registers
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scalar replacement: a loop that accumulates into an array element loads and
// stores it in each iteration, because LLVM cannot prove that other reads of
// the array differ from it. isl can.
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_PRIVATISE_SCALAR_REPLACEMENT_H
#define AS_AFFINE_PRIVATISE_SCALAR_REPLACEMENT_H

#include "ir/ir.h"

/// Turns elements that innermost affine.for loops of the module update, and
/// nothing else in these loops accesses, into iter_args.
void asReplaceScalars(MlirModule module);

#endif // AS_AFFINE_PRIVATISE_SCALAR_REPLACEMENT_H
