//===- scheduler-effort.h - What isl's scheduler would take too long for
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_SCHEDULE_SCHEDULER_EFFORT_H
#define AS_AFFINE_SCHEDULE_SCHEDULER_EFFORT_H

#include <isl/ctx.h>
#include <isl/union_map_type.h>
#include <stdbool.h>

/// Whether a schedule that has to keep these pairs could take isl hours: it
/// counts operations, but not how long each of them is.
bool asSchedulerEffortIsTooLarge(__isl_keep isl_union_map *pairs);

#endif // AS_AFFINE_SCHEDULE_SCHEDULER_EFFORT_H
