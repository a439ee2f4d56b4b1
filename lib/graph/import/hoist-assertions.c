//===- hoist-assertions.c - Check assertions before an operation
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Moves each cf.assert out of the body of a linalg.generic, into plain loops
// before it that run over what its condition depends on.
//
// Importers assert in the body of an embedding look-up that each index is
// within the table. A body with a side effect cannot be vectorised, and the
// assertion is the same for all elements of a row.
//
// Requires:    linalg.generic on tensors.
// Provides:    no cf.assert in a body whose condition is arithmetic on inputs
//              and loops.
// Invalidates: nothing.
//
//   linalg.generic ins(%ids : tensor<4xi64>) outs(... : tensor<4x8xf32>) {
//   ^bb0(%id: i64, %out: f32):
//     %in = arith.cmpi slt, %id, %size : i64
//     cf.assert %in, "too large"
//     ...
// becomes
//   scf.for %i = %c0 to %c4 step %c1 {
//     %id = tensor.extract %ids[%i] : tensor<4xi64>
//     %in = arith.cmpi slt, %id, %size : i64
//     cf.assert %in, "too large"
//   }
//   linalg.generic ins(%ids : tensor<4xi64>) outs(... : tensor<4x8xf32>) {
//     ...
//
//===----------------------------------------------------------------------===//

#include "graph/analysis/body-inputs.h"
#include "graph/analysis/generic-op.h"
#include "graph/graph-passes.h"
#include "ir/def-use.h"
#include "ir/ir-mapping.h"
#include "ir/tensor-builder.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinTypes.h"

enum { maxSlice = 64 };

/// The operations of the body that the condition of an assertion depends on.
typedef struct Slice {
  MlirOperation generic;
  MlirOperation ops[maxSlice]; ///< Users first.
  int size;
  unsigned loops; ///< Which the condition depends on, as bits.
  bool isPure;    ///< Nothing but arithmetic on inputs and loops.
} Slice;

static bool isAdded(const Slice *slice, MlirOperation op) {
  for (int i = 0; i < slice->size; i++)
    if (mlirOperationEqual(slice->ops[i], op))
      return true;
  return false;
}

static void add(Slice *slice, MlirValue value) {
  if (!asIrIsInside(value, slice->generic))
    return;
  if (mlirValueIsABlockArgument(value)) {
    unsigned loops = 0;
    slice->isPure &= asBodyInputCanBeRead(slice->generic, value) &&
                     asBodyInputLoops(slice->generic, value, &loops);
    slice->loops |= loops;
    return;
  }
  MlirOperation op = mlirOpResultGetOwner(value);
  bool isIndex = asIrIsNamed(op, "linalg.index");
  slice->isPure &= isIndex || asIrHasPrefix(op, "arith.");
  if (!slice->isPure || isAdded(slice, op))
    return;
  if (isIndex)
    slice->loops |= 1u << asBodyIndexLoop(op);
  slice->isPure &= slice->size < maxSlice;
  if (slice->isPure)
    slice->ops[slice->size++] = op;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op) && slice->isPure;
       i++)
    add(slice, mlirOperationGetOperand(op, i));
}

/// Copies the operations of the slice, and the assertion, before `end`.
static void copyBefore(const Slice *slice, MlirOperation assertion,
                       const MlirValue *counters, MlirOperation end) {
  AsIrMap map = {0};
  MlirBlock body = asIrBody(slice->generic);
  intptr_t inputs = asBodyNumInputs(slice->generic);
  for (intptr_t i = 0; i < inputs; i++) {
    MlirValue argument = mlirBlockGetArgument(body, i);
    unsigned loops;
    if (asBodyInputCanBeRead(slice->generic, argument) &&
        asBodyInputLoops(slice->generic, argument, &loops) &&
        (loops & ~slice->loops) == 0)
      asIrMapAdd(&map, argument,
                 asBodyInputRead(slice->generic, argument, counters, end));
  }
  MlirBlock block = mlirOperationGetBlock(end);
  for (MlirOperation op = mlirBlockGetFirstOperation(body);
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (asIrIsNamed(op, "linalg.index") && isAdded(slice, op))
      asIrMapAdd(&map, mlirOperationGetResult(op, 0),
                 counters[asBodyIndexLoop(op)]);
    else if (mlirOperationEqual(op, assertion) || isAdded(slice, op))
      mlirOperationMoveBefore(asIrMapClone(&map, op, block), end);
  }
  asIrMapFree(&map);
}

/// An operand that the loop indexes alone, and along which dimension.
static bool findExtent(MlirOperation generic, int loop, intptr_t *operand,
                       intptr_t *dim) {
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(generic); i++) {
    MlirAffineMap map = asGenericMap(generic, i);
    for (intptr_t r = 0; r < mlirAffineMapGetNumResults(map); r++) {
      MlirAffineExpr index = mlirAffineMapGetResult(map, r);
      if (!mlirAffineExprIsADim(index) ||
          mlirAffineDimExprGetPosition(index) != loop)
        continue;
      *operand = i;
      *dim = r;
      return true;
    }
  }
  return false;
}

static bool hasExtents(const Slice *slice) {
  intptr_t operand, dim;
  bool has = true;
  for (int d = 0; d < AS_BODY_MAX_LOOPS; d++)
    if (slice->loops >> d & 1)
      has &= findExtent(slice->generic, d, &operand, &dim);
  return has;
}

static MlirValue insertExtent(MlirOperation generic, int loop,
                              MlirOperation next) {
  intptr_t operand = 0, dim = 0;
  findExtent(generic, loop, &operand, &dim);
  return asGraphInsertDim(next, mlirOperationGetOperand(generic, operand), dim);
}

static void hoist(const Slice *slice, MlirOperation assertion) {
  MlirOperation end = slice->generic;
  MlirValue counters[AS_BODY_MAX_LOOPS];
  for (int d = 0; d < AS_BODY_MAX_LOOPS; d++)
    if (slice->loops >> d & 1) {
      MlirValue zero = asIrInsertIndex(end, 0), one = asIrInsertIndex(end, 1),
                extent = insertExtent(slice->generic, d, end);
      MlirBlock body =
          asIrBody(asIrInsertLoop(end, zero, extent, one, 0, NULL));
      counters[d] = mlirBlockGetArgument(body, 0);
      end = mlirBlockGetTerminator(body);
    }
  copyBefore(slice, assertion, counters, end);
  mlirOperationDestroy(assertion);
}

static MlirWalkResult visit(MlirOperation op, void *context) {
  if (!asIrIsNamed(op, "linalg.generic") || !asIrContains(op, "cf.assert") ||
      mlirOperationGetNumResults(op) == 0 ||
      mlirAffineMapGetNumDims(asGenericMap(op, 0)) > AS_BODY_MAX_LOOPS)
    return MlirWalkResultAdvance;
  MlirOperation next = mlirBlockGetFirstOperation(asIrBody(op));
  while (!mlirOperationIsNull(next)) {
    MlirOperation inner = next;
    next = mlirOperationGetNextInBlock(inner);
    if (!asIrIsNamed(inner, "cf.assert"))
      continue;
    Slice slice = {.generic = op, .isPure = true};
    add(&slice, mlirOperationGetOperand(inner, 0));
    if (!slice.isPure || !hasExtents(&slice))
      continue;
    hoist(&slice, inner);
    *(bool *)context = true;
  }
  return MlirWalkResultAdvance;
}

AsStatus asGraphHoistAssertions(MlirModule module, AsError *error) {
  MlirOperation op = mlirModuleGetOperation(module);
  bool changed = false;
  mlirOperationWalk(op, visit, &changed, MlirWalkPostOrder);
  // Erases what only assertions used, and merges equal constants.
  return changed
             ? asIrRunPipeline(op,
                               "builtin.module(func.func(canonicalize,cse))",
                               false, error)
             : AS_OK;
}
