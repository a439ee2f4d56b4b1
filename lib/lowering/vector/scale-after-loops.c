//===- scale-after-loops.c - Scale sums of quantised weights after loops
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Quantised weights have a scale for each group of what is summed up, so the
// loop over a group multiplies each weight by the same scale. Sums up what is
// not scaled, and scales the sum after the loop: a multiplication for each
// group instead of one for each weight.
//
// A product of many rows scales a weight once for all of them, but would have
// as many sums to scale: loops are left as they are where that is more work.
// Which factor is a scale: see scaled-terms.h.
//
// Requires:    structured loops; invariant reads outside of them; that sums
//              may be reordered.
// Provides:    no loop whose sums have a common scale that is worth moving.
// Invalidates: these loops.
//
//   %0 = scf.for ... iter_args(%sum = %x) -> vector<16xf32> {
//     %w = arith.sitofp %b : vector<16xi32> to vector<16xf32>
//     %d = arith.mulf %w, %scale : vector<16xf32>
//     %p = arith.mulf %a, %d : vector<16xf32>
//     %n = arith.addf %sum, %p : vector<16xf32>
//     scf.yield %n
//   }
//
// becomes
//
//   %0 = scf.for ... iter_args(%sum = %zero) -> vector<16xf32> {
//     %w = arith.sitofp %b : vector<16xi32> to vector<16xf32>
//     %p = arith.mulf %a, %w : vector<16xf32>
//     %n = arith.addf %sum, %p : vector<16xf32>
//     scf.yield %n
//   }
//   %1 = arith.mulf %0, %scale : vector<16xf32>
//   %2 = arith.addf %1, %x : vector<16xf32>
//
//===----------------------------------------------------------------------===//

#include "ir/def-use.h"
#include "ir/memref.h"
#include "ir/trip-count.h"
#include "lowering/lowering-steps.h"
#include "lowering/vector/element-origin.h"
#include "lowering/vector/interleave.h"
#include "lowering/vector/scaled-terms.h"
#include "mlir-c/BuiltinTypes.h"

enum { MOST_TERMS = 64, BOUNDS = 3 };

/// An operand of an addition: what a step of the loop adds to the sum.
typedef struct Term {
  MlirOperation add;
  intptr_t operand;
  AsScaling scaling;
} Term;

/// What a loop sums up in one of its iter_args.
typedef struct Sum {
  MlirOperation loop;
  MlirValue scale; ///< What all terms are multiplied by; null before the first.
  double saved;    ///< Multiplications in all iterations.
  int numTerms;
  Term terms[MOST_TERMS];
} Sum;

//===----------------------------------------------------------------------===//
// Matching
//===----------------------------------------------------------------------===//

/// The first scale that is found becomes that of the sum.
static bool isScaleOf(MlirValue factor, MlirValue other, void *context) {
  const Sum *sum = context;
  if (!asIrIsInside(other, sum->loop))
    return false;
  return mlirValueIsNull(sum->scale)
             ? !asIrIsInside(factor, sum->loop) && asIsWidened(other)
             : mlirValueEqual(factor, sum->scale);
}

static bool addTerm(Sum *sum, MlirOperation add, intptr_t operand,
                    double times) {
  AsScaling scaling =
      asFindScaling(mlirOperationGetOperand(add, operand), isScaleOf, sum);
  if (mlirOperationIsNull(scaling.op) || sum->numTerms == MOST_TERMS)
    return false;
  sum->scale = scaling.scale;
  sum->terms[sum->numTerms++] = (Term){add, operand, scaling};
  // Other sums that use the scaled weight save it together, and so do rows.
  MlirValue scaled = mlirOperationGetResult(scaling.op, 0);
  sum->saved += times / asIrCountUses(scaled) / asSharedRows(scaling.other);
  return true;
}

/// Follows a value to operand `index` of the terminator of `body`, through all
/// that is added to it, also in loops inside. `times` is how often the body
/// runs.
static bool follow(Sum *sum, MlirValue value, MlirBlock body, intptr_t index,
                   double times) {
  for (;;) {
    if (!asIrHasOneUse(value))
      return false;
    MlirOpOperand use = mlirValueGetFirstUse(value);
    MlirOperation op = mlirOpOperandGetOwner(use);
    intptr_t operand = mlirOpOperandGetOperandNumber(use);
    if (!mlirBlockEqual(mlirOperationGetBlock(op), body))
      return false;
    intptr_t result = 0;
    if (mlirOperationEqual(op, mlirBlockGetTerminator(body))) {
      return operand == index;
    } else if (asIrIsNamed(op, "scf.for") && operand >= BOUNDS) {
      result = operand - BOUNDS;
      MlirBlock inner = asIrBody(op);
      if (!follow(sum, mlirBlockGetArgument(inner, result + 1), inner, result,
                  times * asIrLoopIterations(op)))
        return false;
    } else if (!asIrIsNamed(op, "vector.shape_cast") &&
               !(asIrIsNamed(op, "arith.addf") &&
                 addTerm(sum, op, 1 - operand, times))) {
      return false;
    }
    value = mlirOperationGetResult(op, result);
  }
}

/// Whether the sum is of at least 32 bits, and scaling it takes less than
/// scaling its terms: an addition, a multiplication, and a register or two.
static bool isWorthIt(const Sum *sum, MlirType type) {
  enum { leastBits = 32, cost = 4 };
  MlirType element =
      mlirTypeIsAVector(type) ? mlirShapedTypeGetElementType(type) : type;
  return mlirTypeIsAFloat(element) &&
         (int)mlirFloatTypeGetWidth(element) >= leastBits && sum->saved >= cost;
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

static void scaleAfter(const Sum *sum, intptr_t index) {
  MlirOperation loop = sum->loop;
  for (int t = 0; t < sum->numTerms; t++) {
    const Term *term = &sum->terms[t];
    AsArith arith = asArithBefore(term->add);
    mlirOperationSetOperand(
        term->add, term->operand,
        asUnscaled(&arith, mlirOperationGetOperand(term->add, term->operand),
                   &term->scaling));
  }
  MlirValue start = mlirOperationGetOperand(loop, BOUNDS + index),
            result = mlirOperationGetResult(loop, index);
  AsArith before = asArithBefore(loop),
          after = asArithBefore(mlirOperationGetNextInBlock(loop));
  mlirOperationSetOperand(loop, BOUNDS + index,
                          asArithNumber(&before, start, 0));
  MlirValue scale = sum->scale;
  if (mlirTypeIsAVector(mlirValueGetType(result)))
    scale = asVectorReshape(&after, scale, mlirValueGetType(result));
  MlirValue scaled = asArithMul(&after, result, scale);
  MlirOperation scaling = asIrDefinition(scaled);
  if (!asIrIsZero(start))
    scaled = asArithAdd(&after, scaled, start);
  mlirValueReplaceAllUsesExcept(result, scaled, 1, &scaling);
}

/// Loops outside before those inside.
static MlirWalkResult visit(MlirOperation loop, void *context) {
  (void)context;
  if (!asIrIsNamed(loop, "scf.for"))
    return MlirWalkResultAdvance;
  MlirBlock body = asIrBody(loop);
  for (intptr_t i = 0; i < mlirOperationGetNumResults(loop); i++) {
    Sum sum = {.loop = loop};
    if (follow(&sum, mlirBlockGetArgument(body, i + 1), body, i,
               asIrLoopIterations(loop)) &&
        isWorthIt(&sum, mlirValueGetType(mlirOperationGetResult(loop, i))))
      scaleAfter(&sum, i);
  }
  return MlirWalkResultAdvance;
}

void asScaleAfterLoops(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), visit, NULL,
                    MlirWalkPreOrder);
}
