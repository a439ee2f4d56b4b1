//===- take-parallel-loops.h - Which parallel loops get schedules
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_LOOPS_TAKE_PARALLEL_LOOPS_H
#define AS_AFFINE_LOOPS_TAKE_PARALLEL_LOOPS_H

#include "affine/raise-loop-nests.h"

/// Writes those parallel loops over memory as serial ones that are raised or
/// get other schedules then. Remarks on the others, which stay what they are.
void asTakeParallelLoops(MlirModule module, const AsAffineOptions *options);

#endif // AS_AFFINE_LOOPS_TAKE_PARALLEL_LOOPS_H
