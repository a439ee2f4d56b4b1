//===- loop-groups.h - Collapse loops of a linalg operation
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites a linalg operation so that loops that are neighbours in each of its
// operands become one, by reshapes of the operands and of the result. Only
// shapes change, no data moves.
//
//   %r = linalg.generic {(i, j, k) -> (i, j, k), (i, j, k) -> (i, j)}
//       ins(%x : tensor<8x56x96xf32>) outs(%e : tensor<8x56xf32>) ...
// with `collapses` = {false, true, false} becomes
//   %c = tensor.collapse_shape %x [[0, 1], [2]] ... into tensor<448x96xf32>
//   %g = linalg.generic {(i, k) -> (i, k), (i, k) -> (i)}
//       ins(%c : tensor<448x96xf32>) outs(%f : tensor<448xf32>) ...
//   %r = tensor.expand_shape %g [[0, 1]] ... into tensor<8x56xf32>
//
// Only operands of static shape whose indices are loops, or the constant 0 of a
// unit dimension, can be collapsed.
//
//===----------------------------------------------------------------------===//

#ifndef AS_GRAPH_SHAPE_LOOP_GROUPS_H
#define AS_GRAPH_SHAPE_LOOP_GROUPS_H

#include "ir/ir.h"
#include "mlir-c/AffineMap.h"

enum { AS_MOST_GROUPED_LOOPS = 16, AS_MOST_GROUPED_INPUTS = 8 };

/// The loops of an operation, and what becomes of them.
typedef struct AsLoopGroups {
  intptr_t count;
  int64_t extent[AS_MOST_GROUPED_LOOPS];
  bool collapses[AS_MOST_GROUPED_LOOPS]; ///< Joins the loop before it, of those
                                         ///< that are not dropped.
  bool drops[AS_MOST_GROUPED_LOOPS];     ///< It has one iteration and is
                                         ///< dropped.
} AsLoopGroups;

/// The index of an operand that is the loop, or -1.
intptr_t asLoopIndex(MlirAffineMap map, intptr_t loop);

/// The extent of a loop, from the shapes of the operands; -1 if it is dynamic,
/// or no index of an operand by itself.
int64_t asLoopExtent(MlirOperation op, intptr_t loop);

/// The map with 0 in the place of loops that are dropped.
MlirAffineMap asLoopGroupsDrop(MlirAffineMap map, const AsLoopGroups *groups);

/// Whether an operand with this map can be collapsed: each index is a loop of
/// its own over the whole dimension, or the constant index of a unit dimension,
/// and at least one is a loop. A scalar can.
bool asLoopGroupsIndexPlainly(MlirAffineMap map, MlirType type,
                              const AsLoopGroups *groups);

/// Whether the operand with this map, without the loops that are dropped, has
/// the loop right behind the one that it would join, or has neither.
bool asLoopGroupsCanJoin(MlirAffineMap map, const AsLoopGroups *groups,
                         intptr_t loop);

/// Collapses the loops of an operation that is elementwise or a reduction of
/// static shape, and whose body does not ask for an index. Returns the result,
/// expanded to the former shape. Null, with nothing changed, if the groups do
/// not fit an operand.
MlirValue asLoopGroupsApply(MlirOperation op, const AsLoopGroups *groups);

/// Replaces the operation by one with collapsed loops. `maps` are without the
/// loops that are dropped. Changes `inputs`. Returns the result, expanded to
/// the former shape; the operation is destroyed.
MlirValue asLoopGroupsCollapse(MlirOperation op, MlirValue *inputs,
                               const MlirAffineMap *maps,
                               const AsLoopGroups *groups);

#endif // AS_GRAPH_SHAPE_LOOP_GROUPS_H
