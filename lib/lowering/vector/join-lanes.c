//===- join-lanes.c - Compute together what was computed lane by lane
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites a vector that is put together from scalars, each of which the same
// operation makes of elements of the same vectors.
//
// Upstream vectorises poolings with strides that way, and leaves it to LLVM to
// find the vectors. LLVM does so for a single register only: of 27 lanes it
// makes 27 scalar maxima.
//
// Requires:    canonical IR in the arith and vector dialects.
// Provides:    no vector.from_elements of such scalars.
// Invalidates: nothing.
//
//   %x0 = vector.extract %x[0, 0] : f32 from vector<1x5xf32>
//   %x1 = vector.extract %x[0, 2] : f32 from vector<1x5xf32>
//   %x2 = vector.extract %x[0, 4] : f32 from vector<1x5xf32>
//   // The same of %y, all elements of a vector<3xf32>.
//   %0 = arith.maximumf %x0, %y0 : f32
//   %1 = arith.maximumf %x1, %y1 : f32
//   %2 = arith.maximumf %x2, %y2 : f32
//   %r = vector.from_elements %0, %1, %2 : vector<3xf32>
//
// becomes
//
//   %x = vector.shape_cast %x : vector<1x5xf32> to vector<5xf32>
//   %lanes = vector.shuffle %x, %x [0, 2, 4] : vector<5xf32>, vector<5xf32>
//   %r = arith.maximumf %lanes, %y : vector<3xf32>
//
//===----------------------------------------------------------------------===//

#include "ir/def-use.h"
#include "lowering/arith-builder.h"
#include "lowering/lowering-steps.h"
#include "lowering/vector/interleave.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/arena.h"
#include <stdlib.h>
#include <string.h>

/// How deep the operations are that make one lane.
enum { DEPTH = 4 };

static bool isVector(MlirValue value) {
  return mlirTypeIsAVector(mlirValueGetType(value));
}

/// Looks through vectors of one element.
static MlirValue scalarOf(MlirValue value) {
  for (;;) {
    MlirOperation op = asIrDefinition(value);
    bool isExtract = !mlirOperationIsNull(op) &&
                     asIrIsNamed(op, "vector.extract") &&
                     asVectorSize(mlirOperationGetOperand(op, 0)) == 1;
    bool isBroadcast = !mlirOperationIsNull(op) &&
                       asIrIsNamed(op, "vector.broadcast") &&
                       asVectorSize(value) == 1;
    if (!isExtract && !isBroadcast)
      return value;
    value = mlirOperationGetOperand(op, 0);
  }
}

/// The place of an element of a vector that has no other operands, in row-major
/// order; -1 if `value` is none.
static int64_t placeOf(MlirValue value) {
  MlirOperation extract = asIrMadeBy(value, "vector.extract");
  if (mlirOperationIsNull(extract) || isVector(value) ||
      mlirOperationGetNumOperands(extract) != 1)
    return -1;
  MlirType type = mlirValueGetType(mlirOperationGetOperand(extract, 0));
  MlirAttribute position = asIrAttribute(extract, "static_position");
  int64_t place = 0;
  for (intptr_t r = 0; r < mlirShapedTypeGetRank(type); r++)
    place = place * mlirShapedTypeGetDimSize(type, r) +
            mlirDenseI64ArrayGetElement(position, r);
  return place;
}

/// Operations that give the same of a vector as of each of its lanes.
static bool isByLane(MlirOperation op) {
  static const char *const names[] = {
      "arith.maximumf", "arith.minimumf", "arith.maxnumf", "arith.minnumf",
      "arith.addf",     "arith.mulf",     "arith.maxsi",   "arith.minsi",
      "arith.maxui",    "arith.minui",    "arith.addi",    "arith.muli"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!mlirOperationIsNull(op) && asIrIsNamed(op, names[i]))
      return true;
  return false;
}

static MlirAttribute flagsOf(MlirOperation op) {
  return asIrAttribute(op, "fastmath");
}

/// The scalars of all lanes.
typedef struct Lanes {
  MlirValue *values;
  int64_t count;
} Lanes;

static Lanes makeLanes(int64_t count) {
  return (Lanes){asAlloc(sizeof(MlirValue) * (size_t)count), count};
}

/// The operands number `operand` of what makes the lanes.
static Lanes operandsOf(const Lanes *lanes, int operand) {
  Lanes operands = makeLanes(lanes->count);
  for (int64_t l = 0; l < lanes->count; l++)
    operands.values[l] = scalarOf(
        mlirOperationGetOperand(asIrDefinition(lanes->values[l]), operand));
  return operands;
}

/// The vector whose elements all lanes are; null if there is none.
static MlirValue sourceOf(const Lanes *lanes) {
  MlirValue source = {NULL};
  for (int64_t l = 0; l < lanes->count; l++) {
    if (placeOf(lanes->values[l]) < 0)
      return (MlirValue){NULL};
    MlirValue from =
        mlirOperationGetOperand(asIrDefinition(lanes->values[l]), 0);
    if (l && !mlirValueEqual(from, source))
      return (MlirValue){NULL};
    source = from;
  }
  return source;
}

static bool canJoin(const Lanes *lanes, int depth);

static bool canJoinOperands(const Lanes *lanes, int operand, int depth) {
  Lanes operands = operandsOf(lanes, operand);
  bool can = canJoin(&operands, depth);
  free(operands.values);
  return can;
}

static bool canJoin(const Lanes *lanes, int depth) {
  if (!mlirValueIsNull(sourceOf(lanes)))
    return true;
  MlirOperation first = asIrDefinition(lanes->values[0]);
  if (!depth || !isByLane(first))
    return false;
  for (int64_t l = 1; l < lanes->count; l++) {
    MlirOperation op = asIrDefinition(lanes->values[l]);
    if (mlirOperationIsNull(op) ||
        !mlirIdentifierEqual(mlirOperationGetName(op),
                             mlirOperationGetName(first)) ||
        !mlirAttributeEqual(flagsOf(op), flagsOf(first)))
      return false;
  }
  return canJoinOperands(lanes, 0, depth - 1) &&
         canJoinOperands(lanes, 1, depth - 1);
}

static MlirValue shuffle(const AsArith *arith, const Lanes *lanes,
                         MlirValue source) {
  int64_t size = asVectorSize(source);
  MlirType element = mlirShapedTypeGetElementType(mlirValueGetType(source));
  MlirValue flat =
      asVectorReshape(arith, source, mlirVectorTypeGet(1, &size, element));
  int64_t *places = asAlloc(sizeof *places * (size_t)lanes->count);
  bool isWhole = size == lanes->count;
  for (int64_t l = 0; l < lanes->count; l++) {
    places[l] = placeOf(lanes->values[l]);
    isWhole &= places[l] == l;
  }
  MlirValue shuffled =
      isWhole ? flat : asVectorShuffle(arith, flat, flat, places, lanes->count);
  free(places);
  return shuffled;
}

static MlirValue join(const AsArith *arith, const Lanes *lanes) {
  MlirValue source = sourceOf(lanes);
  if (!mlirValueIsNull(source))
    return shuffle(arith, lanes, source);
  MlirOperation first = asIrDefinition(lanes->values[0]);
  MlirValue joined[2];
  for (int operand = 0; operand < 2; operand++) {
    Lanes operands = operandsOf(lanes, operand);
    joined[operand] = join(arith, &operands);
    free(operands.values);
  }
  AsText name = {0};
  asTextAppendString(&name,
                     mlirIdentifierStr(mlirOperationGetName(first)).data);
  MlirAttribute flags = flagsOf(first);
  MlirValue result =
      asArithEmit(arith, name.data, mlirValueGetType(joined[0]), 2, joined,
                  mlirAttributeIsNull(flags) ? NULL : "fastmath", flags);
  asTextFree(&name);
  return result;
}

static MlirWalkResult visit(MlirOperation op, void *context) {
  (void)context;
  if (!asIrIsNamed(op, "vector.from_elements"))
    return MlirWalkResultAdvance;
  Lanes lanes = makeLanes(mlirOperationGetNumOperands(op));
  for (int64_t l = 0; l < lanes.count; l++)
    lanes.values[l] = scalarOf(mlirOperationGetOperand(op, l));
  MlirValue vector = mlirOperationGetResult(op, 0);
  bool can = lanes.count > 1 && canJoin(&lanes, DEPTH);
  if (can) {
    AsArith arith = asArithBefore(op);
    mlirValueReplaceAllUsesOfWith(vector,
                                  asVectorReshape(&arith, join(&arith, &lanes),
                                                  mlirValueGetType(vector)));
    mlirOperationDestroy(op);
  }
  free(lanes.values);
  return can ? MlirWalkResultSkip : MlirWalkResultAdvance;
}

void asJoinLanes(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), visit, NULL,
                    MlirWalkPostOrder);
}
