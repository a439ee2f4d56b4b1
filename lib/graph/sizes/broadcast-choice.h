//===- broadcast-choice.h - Whether a size of one is broadcast
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An element-wise operation of TOSA may broadcast a dynamic dimension that is 1
// at run time. So upstream asks, for each dimension of each operand:
//
//   %m = arith.maxui %n, %k : index
//   %one = arith.cmpi eq, %n, %c1 : index
//   %y = scf.if %one -> (tensor<?x64xf32>) {
//     %e = tensor.empty(%m) : tensor<?x64xf32>
//     %b = linalg.generic {indexing_maps = [(i, j) -> (0, j), ...]}
//         ins(%x : tensor<?x64xf32>) outs(%e : tensor<?x64xf32>) { yield }
//     scf.yield %b : tensor<?x64xf32>
//   } else {
//     scf.yield %x : tensor<?x64xf32>
//   }
//
// The operation is right only if %n is 1 or %m.
//
//===----------------------------------------------------------------------===//

#ifndef AS_GRAPH_SIZES_BROADCAST_CHOICE_H
#define AS_GRAPH_SIZES_BROADCAST_CHOICE_H

#include "ir/ir.h"

typedef struct AsBroadcastChoice {
  MlirValue from; ///< The tensor that is broadcast, or taken as it is.
  MlirValue to;   ///< What it is broadcast to.
  intptr_t dim;   ///< Along which.
  MlirValue size; ///< It is broadcast if this number is 1.
} AsBroadcastChoice;

/// False if the operation is no such choice.
bool asReadBroadcastChoice(MlirOperation op, AsBroadcastChoice *choice);

#endif // AS_GRAPH_SIZES_BROADCAST_CHOICE_H
