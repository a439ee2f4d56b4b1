//===- loops-to-affine.h - Write a nest of scf.for as affine loops
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_LOOPS_LOOPS_TO_AFFINE_H
#define AS_AFFINE_LOOPS_LOOPS_TO_AFFINE_H

#include "ir/ir.h"

/// Replaces each scf.for in the nest `loop` by an affine.for, and what reads
/// and writes memory by affine.load and affine.store. The nest must have a SCoP
/// without parameters. Returns what takes the place of `loop`.
MlirOperation asLoopsToAffine(MlirOperation loop);

#endif // AS_AFFINE_LOOPS_LOOPS_TO_AFFINE_H
