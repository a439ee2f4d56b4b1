//===- analytical-prior.h - What a point should cost, before measuring
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An analytical estimate from the symbolic loop nest: a roofline (Williams et
// al., CACM 2009) over the levels of the memory hierarchy, with the costs that
// set schedules of the same task apart: how well registers are used, loads per
// arithmetic operation, lines touched per level, loop overhead, idle threads.
// It ranks candidates before anything was measured, and breaks ties after.
//
//===----------------------------------------------------------------------===//

#ifndef AS_COSTMODEL_ANALYTICAL_PRIOR_H
#define AS_COSTMODEL_ANALYTICAL_PRIOR_H

#include "sketch/loop-nest.h"
#include "target/target.h"

/// Estimated seconds of one run; positive and finite. Meant to be compared
/// with other points of the same task, not with clocks.
double asPriorSeconds(const AsNest *nest, const AsTarget *target);

#endif // AS_COSTMODEL_ANALYTICAL_PRIOR_H
