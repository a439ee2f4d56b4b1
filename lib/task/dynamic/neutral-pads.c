//===- neutral-pads.c - What a reduction takes without a change
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rest of a sum may be computed by a tile that is longer, if what is behind
// the end of its operands adds nothing:
//
//   sum += x          -0.0, as 0.0 + -0.0 is 0.0
//   sum += x * y      0.0 and -0.0, whose product is -0.0
//   max(max, x)       the infinity that is less than all
//
// and zeros for integers. Both factors need to have the dimension, as zero
// times infinity is no zero. The root alone may have it: what another member
// computes of a pad is no pad.
//
// A maximum whose flags say that there are no infinities is not padded, and
// neither is arith.maxnumf: only a NaN leaves all others as they are, and with
// --fp=fast there is none.
//
//===----------------------------------------------------------------------===//

#include "task/dynamic/neutral-pads.h"
#include "ir/def-use.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "task/dynamic/padded-tile.h"
#include <math.h>

/// How a reduction goes on.
typedef struct Step {
  MlirOperation op;    ///< Combines; null if it is another one.
  double neutral;      ///< Of floats; integers have 0.
  int numFactors;      ///< 1 or 2.
  intptr_t operand[2]; ///< Of the root, one for each factor.
} Step;

static const AsMember *rootOf(const AsGroupLoops *loops) {
  return &loops->members[loops->numMembers - 1];
}

/// The value before its type was changed to one that has it as well, and zeros
/// and infinities with their signs.
static MlirValue withoutCasts(MlirValue value) {
  static const char *const casts[] = {"arith.extf", "arith.extsi",
                                      "arith.extui"};
  for (;;) {
    bool isCast = false;
    for (size_t c = 0; c < sizeof casts / sizeof *casts; c++)
      isCast |= asIrIsMadeBy(value, casts[c]);
    if (!isCast)
      return value;
    value = mlirOperationGetOperand(mlirOpResultGetOwner(value), 0);
  }
}

/// The number of the operand that a factor is an element of, or -1.
static intptr_t operandOf(MlirOperation root, MlirValue factor) {
  factor = withoutCasts(factor);
  bool isArgument =
      mlirValueIsABlockArgument(factor) &&
      mlirBlockEqual(mlirBlockArgumentGetOwner(factor), asIrBody(root));
  intptr_t number =
      isArgument ? mlirBlockArgumentGetArgNumber(factor) : (intptr_t)-1;
  return number < asInitOf(root, 0) ? number : -1;
}

/// Sets what is combined with the result so far.
static bool readTerm(MlirOperation root, MlirValue term, Step *step) {
  bool isSum = asIrIsNamed(step->op, "arith.addf") ||
               asIrIsNamed(step->op, "arith.addi");
  term = withoutCasts(term);
  bool isProduct = isSum && (asIrIsMadeBy(term, "arith.mulf") ||
                             asIrIsMadeBy(term, "arith.muli"));
  step->numFactors = isProduct ? 2 : 1;
  for (int f = 0; f < step->numFactors; f++) {
    MlirValue factor =
        isProduct ? mlirOperationGetOperand(mlirOpResultGetOwner(term), f)
                  : term;
    step->operand[f] = operandOf(root, factor);
    if (step->operand[f] < 0)
      return false;
  }
  return !isProduct || step->operand[0] != step->operand[1];
}

static Step stepOf(MlirOperation root) {
  static const struct {
    const char *name;
    double neutral;
  } all[] = {{"arith.addf", -0.0},
             {"arith.addi", 0},
             {"arith.maximumf", -INFINITY},
             {"arith.minimumf", INFINITY}};
  Step step = {.op = {NULL}}, none = {.op = {NULL}};
  if (!asIrHasPrefix(root, "linalg.") || mlirOperationGetNumResults(root) != 1)
    return none;
  MlirBlock body = asIrBody(root);
  MlirValue end = mlirOperationGetOperand(mlirBlockGetTerminator(body), 0),
            soFar = mlirBlockGetArgument(body, asInitOf(root, 0));
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (asIrIsMadeBy(end, all[i].name)) {
      step.op = mlirOpResultGetOwner(end);
      step.neutral = all[i].neutral;
    }
  if (mlirOperationIsNull(step.op) ||
      (isinf(step.neutral) && !asIrMayBeInfinite(step.op)) ||
      !asIrHasOneUse(soFar))
    return none;
  for (int o = 0; o < 2; o++)
    if (mlirValueEqual(mlirOperationGetOperand(step.op, o), soFar))
      return readTerm(root, mlirOperationGetOperand(step.op, 1 - o), &step)
                 ? step
                 : none;
  return none;
}

static bool hasClass(const AsMember *member, int class) {
  bool has = false;
  for (int l = 0; l < member->numLoops; l++)
    has |= member->class[l] == class;
  return has;
}

/// Whether the class, and no window, runs through dimensions of the operand.
static bool isIndexedBy(const AsMember *root, intptr_t i, int class) {
  MlirValue value = mlirOperationGetOperand(root->op, i);
  bool is = false;
  if (!mlirTypeIsARankedTensor(mlirValueGetType(value)))
    return false;
  for (intptr_t d = 0; d < mlirShapedTypeGetRank(mlirValueGetType(value));
       d++) {
    if (asTileDim(root, i, d).class != class)
      continue;
    if (asLoopIndexOf(root->op, i, d).loop < 0)
      return false;
    is = true;
  }
  return is;
}

/// Whether there is such an element: all floats of IEEE 754 and bf16 have
/// signed zeros and infinities.
static bool hasNeutral(MlirOperation root, intptr_t i) {
  MlirType element = mlirShapedTypeGetElementType(
      mlirValueGetType(mlirOperationGetOperand(root, i)));
  return mlirTypeIsAInteger(element) || mlirTypeIsAF16(element) ||
         mlirTypeIsABF16(element) || mlirTypeIsAF32(element) ||
         mlirTypeIsAF64(element);
}

bool asMayPad(const AsGroupLoops *loops, int class) {
  const AsMember *root = rootOf(loops);
  Step step = stepOf(root->op);
  if (!loops->classes[class].isReduction || mlirOperationIsNull(step.op))
    return false;
  for (int m = 0; m < loops->numMembers - 1; m++)
    if (hasClass(&loops->members[m], class))
      return false;
  for (int f = 0; f < step.numFactors; f++) {
    MlirValue value = mlirOperationGetOperand(root->op, step.operand[f]);
    if (!isIndexedBy(root, step.operand[f], class) ||
        !hasNeutral(root->op, step.operand[f]) || asIsPaddedImage(value) ||
        asIrIsMadeBy(value, "linalg.fill"))
      return false;
  }
  return true;
}

MlirAttribute asNeutralPad(const AsGroupLoops *loops, intptr_t i) {
  MlirOperation root = rootOf(loops)->op;
  Step step = stepOf(root);
  MlirType element = mlirShapedTypeGetElementType(
      mlirValueGetType(mlirOperationGetOperand(root, i)));
  if (!mlirTypeIsAFloat(element))
    return mlirIntegerAttrGet(element, 0);
  bool isFirst = step.numFactors == 2 && step.operand[0] == i;
  return mlirFloatAttrDoubleGet(mlirOperationGetContext(root), element,
                                isFirst ? 0 : step.neutral);
}
