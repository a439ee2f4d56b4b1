//===- origins.h - Which of the user's operations a task consists of
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An operation of a task comes from the user's operations whose numbers are in
// the locations of its body (ir/numbered-locations.h): where two elementwise
// operations became one, both are there. How much of the work is theirs is
// estimated: iterations, times arithmetic operations in the body, of which
// those of the math dialect count as ten.
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_ORIGINS_H
#define AS_TASK_ORIGINS_H

#include "task/fusion-groups.h"
#include "task/task-attribute.h"

/// What a group comes from, in parts of its work; NULL if operations have no
/// numbers.
AsTaskOrigin *asOriginsOf(const AsBlockGroups *groups, int group,
                          AsArena *arena);

/// Adds the shares of `more`, whose elements it takes, to the list.
void asOriginsAdd(AsTaskOrigin **origins, AsTaskOrigin *more);

/// Scales the shares to a sum of 1.
void asOriginsNormalise(AsTaskOrigin *origins);

#endif // AS_TASK_ORIGINS_H
