//===- access-moves.h - Loads and registers that an access takes
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A body, the innermost tile of a stage, reads and writes rows of lanes, single
// elements that are broadcast, or elements that are far apart and have to be
// gathered. Of a product, a[i, k] is broadcast, and b[k, j] is a row:
//
//   c[0:4, 0:32] += a[0:4, k] * b[k, 0:32]    // 4 broadcasts, 2 loads of 16
//
//===----------------------------------------------------------------------===//

#ifndef AS_COSTMODEL_ACCESS_MOVES_H
#define AS_COSTMODEL_ACCESS_MOVES_H

#include "costmodel/operand-widening.h"

enum { AS_GATHER_LOADS = 2 /**< To load an element into its lane. */ };

/// Whether lanes hold different elements of the access.
bool asIsVectorAccess(const AsStageView *stage, int a);

/// Whether lanes hold elements that follow each other in memory.
bool asIsRowOfLanes(const AsNestView *view, int s, int a);

/// Loads or stores of an access in one body.
double asMovesOf(const AsNestView *view, int s, int a,
                 const AsWidening *widening);

/// The share of these that is new in an average iteration.
double asNewShare(const AsStageView *stage, int a);

/// Registers that hold what a body reads of an access with so many moves.
/// Scalars are broadcast when they are used, unless they are used again.
double asRegistersOf(const AsNestView *view, int s, int a, double moves);

/// Whether an operand of tiles of dot products is taken from memory as it is
/// multiplied, and needs no registers: the one of more vectors, or the later
/// one.
bool asIsFromMemory(const AsNestView *view, int s, int a);

#endif // AS_COSTMODEL_ACCESS_MOVES_H
