//===- raise-loop-nests.h - Loop nests become tensor operators
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_RAISE_LOOP_NESTS_H
#define AS_AFFINE_RAISE_LOOP_NESTS_H

#include "affine/raise/raising-plan.h"

typedef struct AsAffineOptions {
  bool mayReorder;    ///< Sums may be rounded in another order.
  bool assumeNoalias; ///< Arguments of a function never overlap.
  /// Called for what stays as it is; not for all of it where that says the
  /// same again.
  AsAffineRemarker remark;
  void *context;
} AsAffineOptions;

/// Raises what can be raised of the loops over memrefs in `module` to linalg on
/// tensors, and moves scalars to the elements that they end in. What cannot be
/// proven to be the same stays as it is.
AsStatus asAffineRaise(MlirModule module, const AsAffineOptions *options,
                       AsError *error);

#endif // AS_AFFINE_RAISE_LOOP_NESTS_H
