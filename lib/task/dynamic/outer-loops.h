//===- outer-loops.h - Split along a static loop as well
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Some rows of each of twelve matrices are sums of twelve matrices that are
// carried from tile to tile, and operands of twelve that have to stay in the
// caches; those of one matrix are fewer. So the loop along the first dimension
// of all results, which is static, may be a class as well, with tiles of one.
// So may the loop along the columns of a product, with tiles of a few, so that
// the sums of some rows fit into registers (register-sums.h).
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_DYNAMIC_OUTER_LOOPS_H
#define AS_TASK_DYNAMIC_OUTER_LOOPS_H

#include "task/dynamic/loop-classes.h"

/// Makes the same loops with such a class in front of the others; false if
/// there is none. Free *outer with asGroupLoopsFree in that case only.
bool asOuterLoops(const AsGroupLoops *loops, AsGroupLoops *outer);

/// Iterations of the outer loop; 0 if there is none.
int64_t asOuterExtent(const AsGroupLoops *loops);

/// Makes the same loops with a class for the last dimension of the result,
/// behind the outer one if there is one; false if that dimension is dynamic, or
/// if an operand has it anywhere but along its last one. Free *columns with
/// asGroupLoopsFree if true.
bool asColumnLoops(const AsGroupLoops *loops, AsGroupLoops *columns);

#endif // AS_TASK_DYNAMIC_OUTER_LOOPS_H
