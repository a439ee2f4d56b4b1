//===- scop-detection.h - Find the SCoPs of a function
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_SCOP_SCOP_DETECTION_H
#define AS_AFFINE_SCOP_SCOP_DETECTION_H

#include "affine/raise/raising-plan.h"

typedef struct AsScopVisitor {
  /// Called for each maximal SCoP with at least one loop whose statements can
  /// be taken as atomic. May replace the operations of the SCoP. The SCoP is
  /// destroyed after the call.
  void (*visit)(AsScop *scop, void *context);
  /// Called with the reason for each operation that stores elements and is in
  /// no such SCoP.
  AsAffineRemarker refuse;
  void *context;
} AsScopVisitor;

/// Visits the SCoPs in the function. To make runs longer it moves operations:
/// memref.alloca from loops to before them, and operations that neither read
/// nor write memory to before the run.
void asScopVisitAll(MlirOperation function, const AsScopVisitor *visitor);

#endif // AS_AFFINE_SCOP_SCOP_DETECTION_H
