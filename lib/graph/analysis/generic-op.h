//===- generic-op.h - Linalg operations by indexing maps
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Queries and builders for linalg operations, by their indexing maps.
//
//===----------------------------------------------------------------------===//

#ifndef AS_GRAPH_ANALYSIS_GENERIC_OP_H
#define AS_GRAPH_ANALYSIS_GENERIC_OP_H

#include "ir/ir.h"
#include "mlir-c/AffineMap.h"

/// The indexing map of operand `i` of a linalg operation.
MlirAffineMap asGenericMap(MlirOperation op, intptr_t i);

/// The loop that result `r` of an indexing map is; -1 if it is something else.
intptr_t asGenericMapLoop(MlirAffineMap map, intptr_t r);

/// Whether an index of the map depends on the loop.
bool asGenericMapUses(MlirAffineMap map, intptr_t loop);

/// The loop along which an operand with this map is contiguous; -1 for none.
intptr_t asGenericLastLoop(MlirAffineMap map);

/// Whether every loop of a linalg operation is parallel.
bool asGenericIsParallel(MlirOperation op);

/// The map by which an operation that reads the result of `op` by `map` would
/// read the input `i` of `op` instead. The output map of `op` is a permutation,
/// and the map of the input a projected permutation.
MlirAffineMap asGenericReadThrough(MlirOperation op, intptr_t i,
                                   MlirAffineMap map);

/// Inserts a linalg.generic before `next`, at its location. `maps` are those of
/// the inputs and of the output. Loops that do not index the output are
/// reductions. Takes `body`.
MlirOperation asGenericCreate(MlirOperation next, intptr_t numInputs,
                              const MlirValue *inputs, MlirValue output,
                              const MlirAffineMap *maps, MlirRegion body);

/// The tensor `value` with its elements converted to another float type, by a
/// linalg.generic before `next`. The conversion has the flag `contract`, so
/// that one and its inverse may cancel.
MlirValue asGenericConvert(MlirOperation next, MlirValue value,
                           MlirType element);

/// Replaces a linalg operation on tensors with one output by a linalg.generic
/// with other inputs and maps. The body, the loops and the output stay; `op` is
/// destroyed. Returns the new operation.
MlirOperation asGenericReplace(MlirOperation op, intptr_t numInputs,
                               const MlirValue *inputs,
                               const MlirAffineMap *maps);

/// Moves dimension `dim` of an input of `op` behind the others, by a
/// linalg.transpose before it; has the map follow. The operation stays as it
/// is.
void asGenericMoveLast(MlirOperation op, intptr_t dim, MlirValue *input,
                       MlirAffineMap *map);

/// The map with two loops in each other's place.
MlirAffineMap asGenericSwapLoops(MlirAffineMap map, intptr_t a, intptr_t b);

/// Removes inputs that the body does not read from each parallel linalg.generic
/// in `op`.
void asGenericDropUnused(MlirOperation op);

/// Whether it is a contraction: a linalg operation of two inputs that
/// multiplies and adds.
bool asGenericIsProduct(MlirOperation op);

/// Whether it is a linalg operation with one region, a map and an argument of
/// the body for each operand, and one result. A fill is not.
bool asGenericIsStructured(MlirOperation op);

/// Whether it is a named convolution or pooling.
bool asGenericIsWindowed(MlirOperation op);

/// Whether it is a contraction or a convolution of two inputs that adds to its
/// result in each step.
bool asGenericSums(MlirOperation op);

/// Whether the only result of a linalg operation starts from a fill of zeros.
bool asGenericStartsFromZero(MlirOperation op);

#endif // AS_GRAPH_ANALYSIS_GENERIC_OP_H
