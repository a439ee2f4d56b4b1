//===- rematerialise.c - What is cheap is computed again
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A layer norm centres its rows: it takes their means from them, and reads the
// result twice, for the variance and for what is returned. Kept, the centred
// rows are one more array to write and to read, as large as the rows, which are
// at hand where that array would be. So an elementwise operation on one array
// that has other readers too, and otherwise on arrays of fewer dimensions, is
// done by each of those who read its result, provided that it is a few steps of
// arithmetic and that they read each element once.
//
//===----------------------------------------------------------------------===//

#include "graph/analysis/elementwise-body.h"
#include "graph/analysis/generic-op.h"
#include "graph/prepare-module.h"
#include "mlir-c/BuiltinTypes.h"

/// More steps than these for each element are not done again.
enum { mostSteps = 4 };

//===----------------------------------------------------------------------===//
// What can be computed again
//===----------------------------------------------------------------------===//

static bool takesACycle(MlirOperation op) {
  static const char *const names[] = {
      "arith.addf",     "arith.subf",     "arith.mulf",    "arith.negf",
      "arith.maximumf", "arith.minimumf", "arith.maxnumf", "arith.minnumf",
      "arith.addi",     "arith.subi",     "arith.extf"};
  return asIrIsOneOf(op, names, sizeof names / sizeof *names);
}

/// Whether what is computed for every element is a few steps of arithmetic; the
/// rest is computed for a row or a column.
static bool isCheap(const AsBody *body) {
  uint32_t all = (1u << body->numLoops) - 1;
  int steps = 0;
  for (int i = 0; i < body->numOps; i++) {
    if (asBodyLoops(body, body->reads[i]) != all)
      continue;
    if (!takesACycle(body->op[i]))
      return false;
    steps++;
  }
  return steps <= mostSteps;
}

/// Whether someone else reads the input as well, or it is there in any case.
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

/// Whether the loops are the indices of the result, of which nothing is read.
static bool writesInOrder(const AsBody *body) {
  MlirValue before = mlirBlockGetArgument(body->block, body->numInputs);
  return mlirAffineMapIsPermutation(
             asGenericMap(body->generic, body->numInputs)) &&
         mlirOpOperandIsNull(mlirValueGetFirstUse(before));
}

/// Whether one of the inputs has all loops of the body, in the order of the
/// result, and is read anyway.
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

/// Whether several operations read the result, each element once, and have room
/// for what it is computed from.
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

static MlirWalkResult find(MlirOperation op, void *context) {
  AsBody *body = context;
  bool isFound = asBodyIsElementwise(op) && asBodyRead(op, body) &&
                 writesInOrder(body) && hasOneArray(body) && isCheap(body) &&
                 canFuse(body);
  if (!isFound)
    *body = (AsBody){0};
  return isFound ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

//===----------------------------------------------------------------------===//
// Computing it again
//===----------------------------------------------------------------------===//

/// An operation in the making: what it reads, and its body.
typedef struct Reader {
  intptr_t numInputs;
  MlirValue inputs[AS_BODY_INPUTS + 2]; ///< And the output.
  MlirAffineMap maps[AS_BODY_INPUTS + 2];
  MlirBlock block;
  intptr_t taken; ///< The input that it computes from now on.
} Reader;

/// The element of `value` by `map`, which the reader may have already.
static MlirValue addInput(Reader *reader, MlirValue value, MlirAffineMap map,
                          MlirType type, MlirLocation location) {
  for (intptr_t i = 0; i < reader->numInputs; i++)
    if (mlirValueEqual(reader->inputs[i], value) &&
        mlirAffineMapEqual(reader->maps[i], map))
      return mlirBlockGetArgument(reader->block, i);
  for (intptr_t i = reader->numInputs++; i >= reader->taken; i--) {
    reader->inputs[i + 1] = reader->inputs[i];
    reader->maps[i + 1] = reader->maps[i];
  }
  reader->inputs[reader->taken] = value;
  reader->maps[reader->taken] = map;
  return mlirBlockInsertArgument(reader->block, reader->taken++, type,
                                 location);
}

static void dropTaken(Reader *reader) {
  mlirBlockEraseArgument(reader->block, (unsigned)reader->taken);
  reader->numInputs--;
  for (intptr_t i = reader->taken; i <= reader->numInputs; i++) {
    reader->inputs[i] = reader->inputs[i + 1];
    reader->maps[i] = reader->maps[i + 1];
  }
}

/// Lets an operation compute what `body` does rather than read it.
static void fuse(const AsBody *body, MlirOperation op, intptr_t input) {
  MlirLocation location = mlirOperationGetLocation(body->generic);
  Reader reader = {.block = asIrBody(op),
                   .numInputs = mlirOperationGetNumOperands(op) - 1,
                   .taken = input};
  for (intptr_t o = 0; o <= reader.numInputs; o++) {
    reader.inputs[o] = mlirOperationGetOperand(op, o);
    reader.maps[o] = asGenericMap(op, o);
  }
  MlirAffineMap read = reader.maps[input];
  MlirOperation first = mlirBlockGetFirstOperation(reader.block);
  AsIrMap map = {0};
  for (intptr_t i = 0; i < body->numInputs; i++) {
    MlirValue element = mlirBlockGetArgument(body->block, i);
    asIrMapAdd(&map, element,
               addInput(&reader, mlirOperationGetOperand(body->generic, i),
                        asGenericReadThrough(body->generic, i, read),
                        mlirValueGetType(element), location));
  }
  for (int i = 0; i < body->numOps; i++)
    mlirOperationMoveBefore(asIrMapClone(&map, body->op[i], reader.block),
                            first);
  MlirValue computed =
      mlirOperationGetOperand(mlirBlockGetTerminator(body->block), 0);
  int place = asIrMapFind(&map, computed);
  mlirValueReplaceAllUsesOfWith(
      mlirBlockGetArgument(reader.block, reader.taken),
      place < 0 ? computed : map.to[place]);
  asIrMapFree(&map);
  dropTaken(&reader);
  asGenericReplace(op, reader.numInputs, reader.inputs, reader.maps);
}

AsStatus asGraphRematerialise(MlirModule module, AsError *error) {
  MlirOperation op = mlirModuleGetOperation(module);
  bool changed = false;
  for (;;) {
    AsBody body = {0};
    mlirOperationWalk(op, find, &body, MlirWalkPreOrder);
    if (mlirOperationIsNull(body.generic))
      break;
    MlirValue result = mlirOperationGetResult(body.generic, 0);
    MlirOpOperand use = mlirValueGetFirstUse(result);
    for (; !mlirOpOperandIsNull(use); use = mlirValueGetFirstUse(result))
      fuse(&body, mlirOpOperandGetOwner(use),
           mlirOpOperandGetOperandNumber(use));
    mlirOperationDestroy(body.generic);
    changed = true;
  }
  // What one of them computes twice now, it computes once.
  return changed ? asIrRunPipeline(op, "builtin.module(canonicalize,cse)", true,
                                   error)
                 : AS_OK;
}
