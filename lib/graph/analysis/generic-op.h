//===- generic-op.h - Operations by their indexing maps
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_GRAPH_ANALYSIS_GENERIC_OP_H
#define AS_GRAPH_ANALYSIS_GENERIC_OP_H

#include "ir/ir.h"
#include "mlir-c/AffineMap.h"

/// The indexing map of operand `i` of a linalg operation.
MlirAffineMap asGenericMap(MlirOperation op, intptr_t i);

/// Whether every loop of a linalg operation is parallel.
bool asGenericIsParallel(MlirOperation op);

/// How an operation that reads the result of `op` by `map` reads what the input
/// `i` of `op` is. Each loop of `op` is an index of its one result, and an
/// index of the input is a loop.
MlirAffineMap asGenericReadThrough(MlirOperation op, intptr_t i,
                                   MlirAffineMap map);

/// A linalg.generic before `next`, at its location. `maps` are those of the
/// inputs and of the output; loops that the output has not are reductions.
/// Takes `body`.
MlirOperation asGenericCreate(MlirOperation next, intptr_t numInputs,
                              const MlirValue *inputs, MlirValue output,
                              const MlirAffineMap *maps, MlirRegion body);

/// Puts a linalg.generic of other inputs and maps in the place of a linalg
/// operation of one output on tensors, which is destroyed; the body, the loops
/// and the output stay. Returns the new operation.
MlirOperation asGenericReplace(MlirOperation op, intptr_t numInputs,
                               const MlirValue *inputs,
                               const MlirAffineMap *maps);

/// Takes inputs out of each linalg.generic in `op` whose elements nothing
/// reads.
void asGenericDropUnused(MlirOperation op);

/// Whether a linalg operation multiplies and adds, and nothing else.
bool asGenericIsProduct(MlirOperation op);

/// Whether it is a product or a convolution of two inputs that adds to its
/// result in each step.
bool asGenericSums(MlirOperation op);

#endif // AS_GRAPH_ANALYSIS_GENERIC_OP_H
