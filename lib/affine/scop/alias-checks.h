//===- alias-checks.h - Whether arrays may overlap
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dependence analysis takes different arrays for disjoint memory. Allocations,
// different globals and llvm.noalias arguments are disjoint. For all other
// pairs of which one is written, a run-time check compares address ranges.
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_SCOP_ALIAS_CHECKS_H
#define AS_AFFINE_SCOP_ALIAS_CHECKS_H

#include "affine/raise/memref-to-tensor.h"

typedef enum AsAliasing {
  AS_ALIAS_NONE,    ///< No written array overlaps another.
  AS_ALIAS_CHECK,   ///< A run-time check can decide.
  AS_ALIAS_UNKNOWN, ///< No check is possible: a size is not known.
} AsAliasing;

/// Classifies the SCoP. With `assumeNoalias`, two function arguments never
/// overlap.
AsAliasing asAffineAliasing(const AsScop *scop, const AsAffineTensors *tensors,
                            bool assumeNoalias);

/// For AS_ALIAS_CHECK: inserts the check before `next` and returns an i1 that
/// is true if no two arrays overlap.
MlirValue asAliasTest(const AsScop *scop, const AsAffineTensors *tensors,
                      MlirOperation next);

/// Whether the array is allocated in the function and used only by accesses of
/// the SCoP and memref.dealloc.
bool asAffineIsPrivate(const AsScop *scop, int array);

/// Whether the array is private and has exactly one element.
bool asAffineIsScalar(const AsScop *scop, int array);

#endif // AS_AFFINE_SCOP_ALIAS_CHECKS_H
