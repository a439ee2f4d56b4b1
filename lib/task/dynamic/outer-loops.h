//===- outer-loops.h - Split along a static outer loop as well
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Some rows of each of twelve matrices are sums of twelve matrices that are
// carried from tile to tile, and operands of twelve that have to stay in the
// caches; those of one matrix are fewer. So the loop along the first dimension
// of all results, which is static, may be a class as well, with tiles of one.
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_DYNAMIC_OUTER_LOOPS_H
#define AS_TASK_DYNAMIC_OUTER_LOOPS_H

#include "task/dynamic/loop-classes.h"

/// Makes the same loops with such a class in front of the others; false if
/// there is none. Free *outer with asGroupLoopsFree in that case only.
bool asOuterLoops(const AsGroupLoops *loops, AsGroupLoops *outer);

#endif // AS_TASK_DYNAMIC_OUTER_LOOPS_H
