//===- analytical-prior.h - The analytical prior
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Estimates the seconds of a symbolic loop nest without measuring: a roofline
// (Williams et al., CACM 2009) over the levels of the memory hierarchy, with
// the costs in which schedules of the same task differ: use of registers, loads
// per arithmetic operation, lines touched per level, loop overhead, idle
// threads. The search ranks candidates by it before the learned model has seen
// many, and the model gets it as a feature.
//
//===----------------------------------------------------------------------===//

#ifndef AS_COSTMODEL_ANALYTICAL_PRIOR_H
#define AS_COSTMODEL_ANALYTICAL_PRIOR_H

#include "sketch/loop-nest.h"
#include "target/target.h"

/// Estimated seconds of one run; positive and finite. Compare them with those
/// of other points of the same task, not with measured times.
double asPriorSeconds(const AsNest *nest, const AsTarget *target);

#endif // AS_COSTMODEL_ANALYTICAL_PRIOR_H
