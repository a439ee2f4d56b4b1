//===- parallel-loops.h - Parallel loops of a schedule
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_SCHEDULE_PARALLEL_LOOPS_H
#define AS_AFFINE_SCHEDULE_PARALLEL_LOOPS_H

#include "affine/dependence/dependences.h"
#include <isl/ctx.h>
#include <isl/schedule_node.h>

/// The names of the marks above and below a parallel band of one member. There
/// may be no loop between them: isl writes none for a member with one time.
#define AS_PARALLEL_MARK "parallel"
#define AS_SERIAL_MARK "serial"

/// Inserts a mark above the node, and returns it. One of loops holds down to
/// the next mark below.
__isl_give isl_schedule_node *asScheduleMark(__isl_take isl_schedule_node *node,
                                             const char *name);

/// Whether instances at different times of the member depend on each other
/// while the bands around are fixed; also true if isl cannot tell. A member of
/// a permutable band that carries nothing can be the first and parallel.
bool asBandCarries(__isl_keep isl_schedule_node *band, int member,
                   const AsDependences *dependences);

/// Whether a value is handed on from nearly each time of the member to a later
/// one. False if that happens only now and then, as at i == j.
bool asBandIsChained(__isl_keep isl_schedule_node *band, int member,
                     const AsDependences *dependences);

/// Marks the outermost loops that carry nothing. If a band of tiles has no such
/// member, its tiles run in wavefronts: the first loop becomes the sum of all,
/// and the second is parallel. A legal schedule stays legal.
__isl_give isl_schedule *
asScheduleMarkParallel(__isl_take isl_schedule *schedule,
                       const AsDependences *dependences);

#endif // AS_AFFINE_SCHEDULE_PARALLEL_LOOPS_H
