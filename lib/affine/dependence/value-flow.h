//===- value-flow.h - Which write each read gets its value from
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Value-based dependences (dataflow): for each read, the last write to the
// element before it.
//
//   t = A[i]; t = t + 1; B[i] = t                        S0, S1, S2
// has the flow
//   { S0[i0] -> S1[i0]; S1[i0] -> S2[i0] }
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_DEPENDENCE_VALUE_FLOW_H
#define AS_AFFINE_DEPENDENCE_VALUE_FLOW_H

#include "affine/scop/scop.h"
#include <isl/union_map_type.h>

/// From instances that write the array to instances that read the written
/// value. *isComplete if every read has such a write. NULL if isl gave up.
__isl_give isl_union_map *asValueFlow(const AsScop *scop, int array,
                                      bool *isComplete);

/// Whether each pair is within one iteration of the `loops` outermost loops.
bool asFlowStaysWithin(__isl_keep isl_map *pairs, int loops);

#endif // AS_AFFINE_DEPENDENCE_VALUE_FLOW_H
