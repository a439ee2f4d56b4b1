//===- sum-order.h - Keep the order in which a group reduces
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tile of some rows and some columns is summed up before the next one. The
// program sums whole rows. Of
//
//   linalg.reduce { arith.addf } ins(%x : tensor<?x?xf32>)
//       outs(%zero : tensor<f32>) dimensions = [0, 1]
//
// tiles are [1, 128], one row after the other, where sums must keep their
// order. So all dynamic reductions but the innermost have tiles of one.
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_DYNAMIC_SUM_ORDER_H
#define AS_TASK_DYNAMIC_SUM_ORDER_H

#include "task/dynamic/loop-classes.h"

/// Sets `isSingle` of the classes so that tiles reduce in the order of the
/// program, where that matters: of float sums and products if `isStrict`, and
/// of whatever is neither a sum, a product nor an extreme, such as the place of
/// the first maximum. False if they cannot; `why` then says why not.
bool asKeepSumOrder(AsGroupLoops *loops, bool isStrict, AsText *why);

#endif // AS_TASK_DYNAMIC_SUM_ORDER_H
