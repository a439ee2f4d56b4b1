//===- raise-loop-nests.h - Raise loop nests to linalg on tensors
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_RAISE_LOOP_NESTS_H
#define AS_AFFINE_RAISE_LOOP_NESTS_H

#include "affine/raise/raising-plan.h"

typedef struct AsAffineOptions {
  bool mayReorder;    ///< Sums may be added in another order.
  bool ignoresNans;   ///< NaNs make results undefined.
  bool assumeNoalias; ///< Function arguments do not overlap.
  /// Linalg on memrefs and parallel loops are raised, too. On GPUs they become
  /// kernels of their own.
  bool isForCpu;
  /// Called with the reason for each statement or loop that is not raised. One
  /// reason may stand for several statements.
  AsAffineRemarker remark;
  void *context;
} AsAffineOptions;

/// Raises the loop nests over memrefs in `module` to linalg on tensors
/// (docs/affine.md). Whatever cannot be proven equal stays loops. Scalars and
/// iter_args that accumulate a value move to the array element that receives
/// it, also in loops that stay. Fails if the clean-up pipeline fails.
AsStatus asAffineRaise(MlirModule module, const AsAffineOptions *options,
                       AsError *error);

#endif // AS_AFFINE_RAISE_LOOP_NESTS_H
