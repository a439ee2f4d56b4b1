//===- alias-checks.h - Whether arrays overlap
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dependences are found as if different arrays were disjoint. Allocations and
// globals are, and arguments that say so with llvm.noalias; of others the
// program asks where they are as it runs.
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_SCOP_ALIAS_CHECKS_H
#define AS_AFFINE_SCOP_ALIAS_CHECKS_H

#include "affine/raise/memref-to-tensor.h"

typedef enum AsAliasing {
  AS_ALIAS_NONE,    ///< No two arrays of which one is written overlap.
  AS_ALIAS_CHECK,   ///< Whether they do can be found out.
  AS_ALIAS_UNKNOWN, ///< It cannot, as their sizes are not known.
} AsAliasing;

/// Different arguments overlap with nothing where `assumeNoalias`.
AsAliasing asAffineAliasing(const AsScop *scop, const AsAffineTensors *tensors,
                            bool assumeNoalias);

/// For AS_ALIAS_CHECK. Puts the test before `next`: an i1 that is true where
/// none overlap.
MlirValue asAliasTest(const AsScop *scop, const AsAffineTensors *tensors,
                      MlirOperation next);

/// Whether the array is allocated in the function, and nothing but the accesses
/// of the scop knows it.
bool asAffineIsPrivate(const AsScop *scop, int array);

/// Whether it is such an array of one element.
bool asAffineIsScalar(const AsScop *scop, int array);

#endif // AS_AFFINE_SCOP_ALIAS_CHECKS_H
