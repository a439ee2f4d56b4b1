//===- rematerialise.c - Recompute cheap results in readers
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fuses an elementwise operation into each of the operations that read its
// result, where recomputing costs less than an array in memory.
//
// A layer norm subtracts the mean from its rows and reads the result twice: for
// the variance and for the normalised rows. Kept, the centred rows are an array
// as large as the input, which has to be written and read. An operation is
// recomputed if it has a few cheap steps, one input of the result's shape that
// is read anyway, and otherwise inputs of fewer dimensions, and if its readers
// read each element once. Results do not change.
//
// Requires:    linalg on tensors.
// Provides:    no intermediate tensor that several readers can recompute
//              cheaply.
// Invalidates: nothing.
//
//   %c = linalg.generic {...} ins(%x, %mean : tensor<4x64xf32>, tensor<4xf32>)
//       outs(%e : tensor<4x64xf32>) { ... arith.subf ... }
//   %v = linalg.generic {...} ins(%c : ...) { ... arith.mulf, arith.addf ... }
//   %n = linalg.generic {...} ins(%c, %s : ...) { ... arith.mulf ... }
// becomes
//   %v = linalg.generic {...} ins(%x, %mean : ...) { ... arith.subf, ... }
//   %n = linalg.generic {...} ins(%x, %mean, %s : ...) { ... arith.subf, ... }
//
//===----------------------------------------------------------------------===//

#include "graph/analysis/elementwise-body.h"
#include "graph/analysis/fuse-body.h"
#include "graph/analysis/generic-op.h"
#include "graph/graph-passes.h"
#include "mlir-c/BuiltinTypes.h"

/// The most arithmetic operations for each element that are worth repeating.
enum { maxSteps = 4 };

//===----------------------------------------------------------------------===//
// Finding candidates
//===----------------------------------------------------------------------===//

static bool isCheapOp(MlirOperation op) {
  static const char *const names[] = {
      "arith.addf",     "arith.subf",     "arith.mulf",    "arith.negf",
      "arith.maximumf", "arith.minimumf", "arith.maxnumf", "arith.minnumf",
      "arith.addi",     "arith.subi",     "arith.extf"};
  return asIrIsOneOf(op, names, sizeof names / sizeof *names);
}

/// Whether the body has few and cheap operations that vary over all loops.
/// Other operations are computed once for a row or a column.
static bool isCheap(const AsBody *body) {
  uint32_t all = (1u << body->numLoops) - 1;
  int steps = 0;
  for (int i = 0; i < body->numOps; i++) {
    if (asBodyLoops(body, body->reads[i]) != all)
      continue;
    if (!isCheapOp(body->op[i]))
      return false;
    steps++;
  }
  return steps <= maxSteps;
}

/// Whether the input is in memory anyway: another operation reads it, or it is
/// not the result of a linalg operation.
static bool isReadAnyway(MlirOperation op, MlirValue input) {
  if (!mlirValueIsAOpResult(input) ||
      !asIrHasPrefix(mlirOpResultGetOwner(input), "linalg."))
    return true;
  MlirOpOperand use = mlirValueGetFirstUse(input);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (!mlirOperationEqual(mlirOpOperandGetOwner(use), op))
      return true;
  return false;
}

/// Whether exactly one input varies over all loops, has the output's map, and
/// is in memory anyway.
static bool hasOneArray(const AsBody *body) {
  uint32_t all = (1u << body->numLoops) - 1;
  int arrays = 0;
  for (intptr_t i = 0; i < body->numInputs; i++) {
    MlirAffineMap map = asGenericMap(body->generic, i);
    MlirValue input = mlirOperationGetOperand(body->generic, i);
    if (!mlirAffineMapIsProjectedPermutation(map))
      return false;
    if (asBodyLoops(body, 1u << i) != all)
      continue;
    arrays++;
    if (!mlirAffineMapEqual(map,
                            asGenericMap(body->generic, body->numInputs)) ||
        !mlirTypeIsARankedTensor(mlirValueGetType(input)) ||
        !isReadAnyway(body->generic, input))
      return false;
  }
  return arrays == 1;
}

/// Whether several operations read the result, each by a permutation, and stay
/// within AS_BODY_INPUTS inputs after fusion.
static bool canFuse(const AsBody *body) {
  MlirValue result = mlirOperationGetResult(body->generic, 0);
  MlirOperation reader[AS_BODY_INPUTS];
  intptr_t uses = 0;
  bool areSeveral = false;
  for (MlirOpOperand use = mlirValueGetFirstUse(result);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation op = mlirOpOperandGetOwner(use);
    intptr_t input = mlirOpOperandGetOperandNumber(use);
    if (uses == AS_BODY_INPUTS || !asIrIsNamed(op, "linalg.generic") ||
        mlirOperationGetNumResults(op) != 1 ||
        input == mlirOperationGetNumOperands(op) - 1 ||
        !mlirAffineMapIsPermutation(asGenericMap(op, input)))
      return false;
    areSeveral |= uses && !mlirOperationEqual(op, reader[0]);
    reader[uses++] = op;
  }
  for (intptr_t u = 0; u < uses; u++)
    if (mlirOperationGetNumOperands(reader[u]) - 1 +
            uses * (body->numInputs - 1) >
        AS_BODY_INPUTS)
      return false;
  return areSeveral;
}

static MlirWalkResult findCandidate(MlirOperation op, void *context) {
  AsBody *body = context;
  bool isFound = asBodyIsElementwise(op) && asBodyRead(op, body) &&
                 asBodyWritesInOrder(body) && hasOneArray(body) &&
                 isCheap(body) && canFuse(body);
  if (!isFound)
    *body = (AsBody){0};
  return isFound ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

AsStatus asGraphRematerialise(MlirModule module, AsError *error) {
  MlirOperation op = mlirModuleGetOperation(module);
  bool changed = false;
  for (;;) { // Each round takes an operation away, so this ends.
    AsBody body = {0};
    mlirOperationWalk(op, findCandidate, &body, MlirWalkPreOrder);
    if (mlirOperationIsNull(body.generic))
      break;
    MlirValue result = mlirOperationGetResult(body.generic, 0);
    MlirOpOperand use = mlirValueGetFirstUse(result);
    for (; !mlirOpOperandIsNull(use); use = mlirValueGetFirstUse(result))
      asBodyFuse(&body, asBodyYielded(&body), mlirOpOperandGetOwner(use),
                 mlirOpOperandGetOperandNumber(use));
    mlirOperationDestroy(body.generic);
    changed = true;
  }
  // Merges computations that a reader of several inputs now contains twice.
  return changed ? asIrRunPipeline(op, "builtin.module(canonicalize,cse)", true,
                                   error)
                 : AS_OK;
}
