//===- read-indices.c - Read the indices of gathers in the body
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// If the index of a tensor.extract in the body of a linalg.generic depends on
// an input, the body reads that input by a tensor.extract of its own.
//
// The two forms compute the same. Upstream's vectoriser asks whether the index
// varies along the lanes, and takes it that each input does. Of an element that
// is read at given loops it knows: a row of a table is then read as vectors,
// and not gathered.
//
// Requires:    linalg.generic on tensors.
// Provides:    no index in a body depends on an input that does not vary along
//              the lanes.
// Invalidates: nothing.
//
//   linalg.generic ins(%ids : tensor<4xi64>) outs(... : tensor<4x8xf32>) {
//   ^bb0(%id: i64, %out: f32):
//     %row = arith.index_cast %id : i64 to index
//     %column = linalg.index 1 : index
//     %element = tensor.extract %table[%row, %column] : tensor<9x8xf32>
// becomes
//   linalg.generic outs(... : tensor<4x8xf32>) {
//   ^bb0(%out: f32):
//     %i = linalg.index 0 : index
//     %id = tensor.extract %ids[%i] : tensor<4xi64>
//     ...
//
//===----------------------------------------------------------------------===//

#include "graph/analysis/body-inputs.h"
#include "graph/analysis/generic-op.h"
#include "graph/graph-passes.h"
#include "ir/op-builder.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/arena.h"
#include <stdlib.h>

/// Values of a body that indices depend on.
typedef struct Trace {
  MlirOperation generic;
  MlirOperation *ops;
  int size, capacity;
  unsigned inputs; ///< As bits.
} Trace;

static bool isTraced(const Trace *trace, MlirOperation op) {
  for (int i = 0; i < trace->size; i++)
    if (mlirOperationEqual(trace->ops[i], op))
      return true;
  return false;
}

static void follow(Trace *trace, MlirValue value) {
  if (!asIrIsInside(value, trace->generic))
    return;
  if (mlirValueIsABlockArgument(value)) {
    intptr_t number = mlirBlockArgumentGetArgNumber(value);
    if (number < asBodyNumInputs(trace->generic))
      trace->inputs |= 1u << number;
    return;
  }
  MlirOperation op = mlirOpResultGetOwner(value);
  if (isTraced(trace, op))
    return;
  if (trace->size == trace->capacity) {
    trace->capacity = trace->capacity ? 2 * trace->capacity : 16;
    trace->ops =
        asRealloc(trace->ops, sizeof *trace->ops * (size_t)trace->capacity);
  }
  trace->ops[trace->size++] = op;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++)
    follow(trace, mlirOperationGetOperand(op, i));
}

/// The inputs that some index of the body depends on.
static unsigned indexingInputs(MlirOperation generic) {
  Trace trace = {.generic = generic};
  for (MlirOperation op = mlirBlockGetFirstOperation(asIrBody(generic));
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    for (intptr_t i = 1; asIrIsNamed(op, "tensor.extract") &&
                         i < mlirOperationGetNumOperands(op);
         i++)
      follow(&trace, mlirOperationGetOperand(op, i));
  free(trace.ops);
  return trace.inputs;
}

static void readInBody(MlirOperation generic, MlirValue argument,
                       unsigned loops) {
  MlirOperation first = mlirBlockGetFirstOperation(asIrBody(generic));
  MlirValue counters[AS_BODY_MAX_LOOPS];
  for (int d = 0; d < AS_BODY_MAX_LOOPS; d++)
    if (loops >> d & 1)
      counters[d] = asIrInsertLoopIndex(first, d);
  MlirValue element = asBodyInputRead(generic, argument, counters, first);
  mlirValueReplaceAllUsesOfWith(argument, element);
}

static MlirWalkResult visit(MlirOperation op, void *context) {
  int64_t extents[AS_BODY_MAX_LOOPS];
  if (!asIrIsNamed(op, "linalg.generic") || !asBodyExtents(op, extents) ||
      asBodyNumInputs(op) > AS_BODY_MAX_LOOPS || !asGenericIsParallel(op) ||
      mlirAffineMapGetNumDims(asGenericMap(op, 0)) == 0)
    return MlirWalkResultAdvance;
  unsigned inputs = indexingInputs(op);
  intptr_t lane = mlirAffineMapGetNumDims(asGenericMap(op, 0)) - 1;
  for (intptr_t i = 0; i < asBodyNumInputs(op); i++) {
    MlirValue argument = mlirBlockGetArgument(asIrBody(op), i);
    unsigned loops;
    // What differs from lane to lane is a vector of indices in any case.
    if (!(inputs >> i & 1) || !asBodyInputCanBeRead(op, argument) ||
        !asBodyInputLoops(op, argument, &loops) || loops >> lane & 1)
      continue;
    readInBody(op, argument, loops);
    *(bool *)context = true;
  }
  return MlirWalkResultAdvance;
}

void asGraphReadIndices(MlirModule module) {
  MlirOperation op = mlirModuleGetOperation(module);
  bool changed = false;
  mlirOperationWalk(op, visit, &changed, MlirWalkPostOrder);
  if (changed)
    asGenericDropUnused(op);
}
