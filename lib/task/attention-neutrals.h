//===- attention-neutrals.h - What padded keys of attention must be
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Behind the last key, scores and weights of attention that is rounded up must
// not count.
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_ATTENTION_NEUTRALS_H
#define AS_TASK_ATTENTION_NEUTRALS_H

#include "task/fusion-groups.h"

/// What elements are that do not count.
typedef enum AsNeutral {
  AS_NEUTRAL_ANYTHING,
  AS_NEUTRAL_ZERO,
  AS_NEUTRAL_LEAST,
  AS_NEUTRAL_MOST,
  AS_NEUTRAL_UNKNOWN ///< Several, or none that is known.
} AsNeutral;

/// What a reduction of one array takes without a change.
AsNeutral asNeutralOf(MlirOperation op);

/// What the elements of the node's result must be behind the last key, in the
/// attention of these members that ends with the product.
AsNeutral asNeutralBehind(const AsBlockGroups *groups, const bool *isMember,
                          int product, int node);

/// Whether the node computes e to the power of each score less the largest of
/// its row. Where scores behind the last key are infinitely small, these powers
/// are zeros without more ado: unless the row has nothing but NaNs in any case.
bool asArePowersOfRest(const AsBlockGroups *groups, const bool *isMember,
                       int node);

#endif // AS_TASK_ATTENTION_NEUTRALS_H
