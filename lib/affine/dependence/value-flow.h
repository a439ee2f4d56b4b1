//===- value-flow.h - Which write each read gets its value from
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_DEPENDENCE_VALUE_FLOW_H
#define AS_AFFINE_DEPENDENCE_VALUE_FLOW_H

#include "affine/scop/scop.h"
#include <isl/union_map_type.h>

/// From the instances that write the array to those that read what they wrote:
/// the last write before each read. *isComplete where there always is one.
/// NULL where isl could not tell. The caller owns it.
__isl_give isl_union_map *asValueFlow(const AsScop *scop, int array,
                                      bool *isComplete);

/// Whether each pair is within one iteration of so many outermost loops.
bool asFlowStaysWithin(__isl_keep isl_map *pairs, int loops);

#endif // AS_AFFINE_DEPENDENCE_VALUE_FLOW_H
