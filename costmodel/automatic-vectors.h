//===- automatic-vectors.h - What LLVM vectorises by itself
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stages that no schedule vectorises are loops of scalars, of which LLVM makes
// vectors where it can: along outputs that are contiguous, also around a small
// window, which it unrolls.
//
//   for i: for k in 3: out[i] += in[2 * i + k]      vectors along i
//
//===----------------------------------------------------------------------===//

#ifndef AS_COSTMODEL_AUTOMATIC_VECTORS_H
#define AS_COSTMODEL_AUTOMATIC_VECTORS_H

#include "costmodel/footprint.h"

/// How many elements that are next to each other LLVM loads or stores together.
enum { AS_MOST_INTERLEAVED = 4 };

/// Whether the stage is a maximum or minimum of floats over the loops that
/// reduce.
bool asIsFloatExtreme(const AsNestView *view, const AsStageView *stage);

/// How many iterations LLVM puts into one vector in stage `s`, on average:
/// those that are left over run one by one. 1 where it makes none, and where
/// the schedule does.
double asAutomaticLanes(const AsNestView *view, int s);

/// The number of loops of stage `s` without the innermost ones that LLVM
/// unrolls as a whole.
int asLoopsLeft(const AsNestView *view, int s);

#endif // AS_COSTMODEL_AUTOMATIC_VECTORS_H
