//===- scheduler-effort.h - Predict when isl's scheduler blows up
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

/// Whether scheduling under these dependences could take isl hours. Its limit
/// on operations does not help, since single operations get that long.
bool asSchedulerEffortIsTooLarge(__isl_keep isl_union_map *pairs);

#endif // AS_AFFINE_SCHEDULE_SCHEDULER_EFFORT_H
