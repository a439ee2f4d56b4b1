//===- scop-detection.h - The parts of a function that have a SCoP
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_SCOP_SCOP_DETECTION_H
#define AS_AFFINE_SCOP_SCOP_DETECTION_H

#include "affine/raise/raising-plan.h"

typedef struct AsScopVisitor {
  /// Called for each part, a run of loops in a block, whose statements can be
  /// taken to happen all at once. May replace the operations of the scop.
  void (*visit)(AsScop *scop, void *context);
  /// Called for what stores elements and has no such scop.
  AsAffineRemarker refuse;
  void *context;
} AsScopVisitor;

/// Visits what is in the function. What loops allocate, and what neither reads
/// nor writes memory, is moved before them.
void asScopVisitAll(MlirOperation function, const AsScopVisitor *visitor);

#endif // AS_AFFINE_SCOP_SCOP_DETECTION_H
