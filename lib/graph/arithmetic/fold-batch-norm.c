//===- fold-batch-norm.c - Fold scales into filters
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites an elementwise operation that scales and shifts a convolution or a
// contraction by weights: the filter is multiplied by the scales, and only one
// shift remains.
//
// A batch norm in inference is such an operation. The filter is constant, so
// the scaled filter is computed once (lowering/constants/constant-hoisting.h),
// and the shift is a bias in the epilogue. Products are rounded otherwise, so
// the pass is not run with --fp=strict.
//
// Requires:    asGraphBiasesToEpilogues: sums start from a fill of zero.
// Provides:    filters scaled by operations on weights; epilogues that only
//              shift.
// Invalidates: nothing.
//
//   %c = linalg.conv_2d_nhwc_hwcf ins(%x, %w : ..., tensor<3x3x4x8xf32>) ...
//   %0 = linalg.generic {...} ins(%c, %mean, %s, %beta : ...) outs(%e : ...) {
//     %1 = arith.subf %in, %m : f32
//     %2 = arith.mulf %1, %scale : f32
//     %3 = arith.addf %2, %b : f32
// becomes
//   %f = linalg.generic {...} ins(%w, %s : tensor<3x3x4x8xf32>, tensor<8xf32>)
//       outs(%g : tensor<3x3x4x8xf32>) { ... arith.mulf ... }
//   %c = linalg.conv_2d_nhwc_hwcf ins(%x, %f : ...) ...
//   %0 = linalg.generic {...} ins(%c, %mean, %s, %beta : ...) outs(%e : ...) {
//     %1 = arith.negf %m : f32
//     %2 = arith.mulf %1, %scale : f32
//     %3 = arith.addf %2, %b : f32
//     %4 = arith.addf %in, %3 : f32
//
//===----------------------------------------------------------------------===//

#include "graph/analysis/elementwise-body.h"
#include "graph/analysis/generic-op.h"
#include "graph/graph-passes.h"
#include "ir/def-use.h"
#include "ir/invariant-values.h"
#include "ir/tensor-builder.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

/// A contraction or convolution, and the operation that scales its result.
typedef struct Scaling {
  AsBody body;
  MlirOperation sum;
  intptr_t filter; ///< The operand of `sum` that is the filter.
  intptr_t input;  ///< The input of the scaling operation that is the sum.
  int chain[AS_BODY_OPS]; ///< The operations that scale and shift, in order.
  int length;
  uint32_t reads; ///< The inputs that determine the scale, as bits.
} Scaling;

//===----------------------------------------------------------------------===//
// Finding the scales
//===----------------------------------------------------------------------===//

static bool isScale(MlirOperation op) {
  return asIrIsNamed(op, "arith.mulf") || asIrIsNamed(op, "arith.divf");
}

static bool isShift(MlirOperation op) {
  return asIrIsNamed(op, "arith.addf") || asIrIsNamed(op, "arith.subf");
}

static MlirOperation soleUser(MlirValue value) {
  MlirOpOperand use = mlirValueGetFirstUse(value);
  if (mlirOpOperandIsNull(use) ||
      !mlirOpOperandIsNull(mlirOpOperandGetNextUse(use)))
    return (MlirOperation){NULL};
  return mlirOpOperandGetOwner(use);
}

/// The operand of `op` that holds the weights by which it scales or shifts
/// `value`; -1 if it does not.
static intptr_t factorOf(const AsBody *body, MlirOperation op, MlirValue value,
                         uint32_t *reads) {
  if (mlirOperationIsNull(op) || (!isScale(op) && !isShift(op)))
    return -1;
  intptr_t other = mlirValueEqual(mlirOperationGetOperand(op, 0), value);
  bool commutes =
      asIrIsNamed(op, "arith.mulf") || asIrIsNamed(op, "arith.addf");
  *reads = 0;
  return (other == 1 || commutes) &&
                 asBodyDetermines(body, mlirOperationGetOperand(op, other),
                                  reads)
             ? other
             : -1;
}

/// The loops of the result that index the filter, as bits.
static uint32_t filterLoops(const Scaling *scaling) {
  MlirAffineMap filter = asGenericMap(scaling->sum, scaling->filter);
  MlirAffineMap result = asGenericMap(scaling->sum, 2);
  MlirAffineMap read = asGenericMap(scaling->body.generic, scaling->input);
  uint32_t loops = 0;
  for (intptr_t r = 0; r < mlirAffineMapGetNumResults(result); r++)
    for (intptr_t d = 0; d < mlirAffineMapGetNumResults(filter); d++)
      if (mlirAffineExprEqual(mlirAffineMapGetResult(filter, d),
                              mlirAffineMapGetResult(result, r)))
        loops |=
            1u << mlirAffineDimExprGetPosition(mlirAffineMapGetResult(read, r));
  return loops;
}

/// Finds the operations that scale and shift the sum. False if none scales by
/// weights.
static bool findChain(Scaling *scaling) {
  const AsBody *body = &scaling->body;
  uint32_t loops = filterLoops(scaling), reads;
  MlirValue value = mlirBlockGetArgument(body->block, scaling->input);
  for (;;) {
    MlirOperation user = soleUser(value);
    if (factorOf(body, user, value, &reads) < 0 ||
        (asBodyLoops(body, reads) & ~loops))
      break;
    scaling->chain[scaling->length++] = asBodyNumber(body, user);
    if (isScale(user))
      scaling->reads |= reads;
    value = mlirOperationGetResult(user, 0);
  }
  return scaling->reads != 0;
}

/// Whether the operation's input `i` is the only read of the value. The value
/// may also be the operation's output, if the body does not read that.
static bool isReadOnce(MlirValue value, MlirOperation generic, intptr_t i) {
  MlirOpOperand use = mlirValueGetFirstUse(value);
  for (; !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    if (!mlirOperationEqual(mlirOpOperandGetOwner(use), generic))
      return false;
    intptr_t operand = mlirOpOperandGetOperandNumber(use);
    MlirValue element = mlirBlockGetArgument(asIrBody(generic), operand);
    if (operand != i && !mlirOpOperandIsNull(mlirValueGetFirstUse(element)))
      return false;
  }
  return true;
}

static bool startsFromZero(MlirOperation sum) {
  MlirOperation fill =
      asIrMadeBy(mlirOperationGetOperand(sum, 2), "linalg.fill");
  return !mlirOperationIsNull(fill) &&
         asIrIsZero(mlirOperationGetOperand(fill, 0));
}

/// Whether the operand is a filter: computed from weights only, with elements
/// of the sums' type, and indexed by a projected permutation.
static bool isFilter(MlirOperation sum, intptr_t operand) {
  MlirValue value = mlirOperationGetOperand(sum, operand);
  MlirType type = mlirValueGetType(value);
  MlirType sums = mlirValueGetType(mlirOperationGetResult(sum, 0));
  return asIrIsFixed(value) && mlirTypeIsARankedTensor(type) &&
         mlirShapedTypeHasStaticShape(type) &&
         mlirTypeEqual(mlirShapedTypeGetElementType(type),
                       mlirShapedTypeGetElementType(sums)) &&
         mlirTypeIsAFloat(mlirShapedTypeGetElementType(type)) &&
         mlirAffineMapIsProjectedPermutation(asGenericMap(sum, operand)) &&
         mlirShapedTypeGetRank(type) <= AS_BODY_LOOPS;
}

static bool findSum(Scaling *scaling) {
  MlirOperation generic = scaling->body.generic;
  for (intptr_t i = 0; i < scaling->body.numInputs; i++) {
    MlirValue value = mlirOperationGetOperand(generic, i);
    if (!mlirValueIsAOpResult(value) ||
        !asGenericSums(mlirOpResultGetOwner(value)) ||
        !isReadOnce(value, generic, i) ||
        !mlirAffineMapIsPermutation(asGenericMap(generic, i)))
      continue;
    scaling->sum = mlirOpResultGetOwner(value);
    scaling->input = i;
    scaling->filter = isFilter(scaling->sum, 1) ? 1 : 0;
    if (isFilter(scaling->sum, scaling->filter) &&
        startsFromZero(scaling->sum) && findChain(scaling))
      return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Scaling
//===----------------------------------------------------------------------===//

static MlirValue insertArith(MlirOperation next, const char *name,
                             intptr_t numOperands, MlirValue left,
                             MlirValue right) {
  MlirType type = mlirValueGetType(left);
  return asIrInsertValue(next,
                         &(AsIrParts){.name = name,
                                      .numOperands = numOperands,
                                      .operands = (MlirValue[]){left, right},
                                      .numResults = 1,
                                      .results = &type});
}

/// Inserts the operation of the chain's operation `op` on other operands.
static MlirValue insertLike(MlirOperation next, MlirOperation op,
                            MlirValue left, MlirValue right) {
  static const char *const names[] = {"arith.mulf", "arith.divf", "arith.addf",
                                      "arith.subf"};
  int name = 0;
  while (!asIrIsNamed(op, names[name]))
    name++;
  return insertArith(next, names[name], 2, left, right);
}

/// The operand of a step of the chain that weights determine.
static MlirValue factor(const Scaling *scaling, int step, MlirValue value) {
  uint32_t reads;
  MlirOperation op = scaling->body.op[scaling->chain[step]];
  return mlirOperationGetOperand(op,
                                 factorOf(&scaling->body, op, value, &reads));
}

/// The map by which the operation that scales the filter reads an input of the
/// scaling operation. Its loops are the dimensions of the filter.
static MlirAffineMap readBesideFilter(const Scaling *scaling, intptr_t input) {
  MlirOperation generic = scaling->body.generic;
  MlirContext context = mlirOperationGetContext(generic);
  MlirAffineMap map = asGenericMap(generic, input);
  MlirAffineMap read = asGenericMap(generic, scaling->input);
  MlirAffineMap result = asGenericMap(scaling->sum, 2);
  MlirAffineMap filter = asGenericMap(scaling->sum, scaling->filter);
  MlirAffineExpr indices[AS_BODY_LOOPS];
  intptr_t rank = mlirAffineMapGetNumResults(map);
  intptr_t dimensions = mlirAffineMapGetNumResults(filter);
  for (intptr_t i = 0; i < rank; i++) {
    MlirAffineExpr loop = mlirAffineMapGetResult(map, i);
    for (intptr_t r = 0; r < mlirAffineMapGetNumResults(read); r++)
      for (intptr_t d = 0; d < dimensions; d++)
        if (mlirAffineExprEqual(mlirAffineMapGetResult(read, r), loop) &&
            mlirAffineExprEqual(mlirAffineMapGetResult(result, r),
                                mlirAffineMapGetResult(filter, d)))
          indices[i] = mlirAffineDimExprGet(context, d);
  }
  return mlirAffineMapGet(context, dimensions, 0, rank, indices);
}

/// A body that multiplies its first argument, the filter's element, by the
/// scales. The next arguments are the inputs that determine the scales.
static MlirRegion scalingBody(const Scaling *scaling, MlirType element) {
  const AsBody *body = &scaling->body;
  MlirLocation location = mlirOperationGetLocation(body->generic);
  MlirBlock block = mlirBlockCreate(1, &element, &location);
  AsIrMap places = {0};
  for (intptr_t i = 0; i < body->numInputs; i++)
    if (scaling->reads >> i & 1) {
      MlirValue own = mlirBlockGetArgument(body->block, i);
      asIrMapAdd(&places, own,
                 mlirBlockAddArgument(block, mlirValueGetType(own), location));
    }
  mlirBlockAddArgument(block, element, location);
  MlirValue factors[AS_BODY_OPS];
  MlirValue value = mlirBlockGetArgument(body->block, scaling->input);
  for (int i = 0; i < scaling->length; i++) {
    MlirOperation op = body->op[scaling->chain[i]];
    factors[i] = factor(scaling, i, value);
    value = mlirOperationGetResult(op, 0);
    int producer = mlirValueIsAOpResult(factors[i])
                       ? asBodyNumber(body, mlirOpResultGetOwner(factors[i]))
                       : -1;
    if (!isScale(op))
      continue;
    if (producer >= 0 && asIrMapFind(&places, factors[i]) < 0)
      asBodyClone(body, producer, &places, block);
    int place = asIrMapFind(&places, factors[i]);
    factors[i] = place < 0 ? factors[i] : places.to[place];
  }
  asIrMapFree(&places);
  MlirValue scaled = mlirBlockGetArgument(block, 0);
  MlirOperationState state =
      mlirOperationStateGet(asIrString("linalg.yield"), location);
  mlirOperationStateAddOperands(&state, 1, &scaled);
  MlirOperation yield = mlirOperationCreate(&state);
  mlirBlockAppendOwnedOperation(block, yield);
  for (int i = 0; i < scaling->length; i++)
    if (isScale(body->op[scaling->chain[i]]))
      scaled =
          insertLike(yield, body->op[scaling->chain[i]], scaled, factors[i]);
  mlirOperationSetOperand(yield, 0, scaled);
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, block);
  return region;
}

/// The filter times the scale, before the sum.
static MlirValue scaleFilter(const Scaling *scaling) {
  const AsBody *body = &scaling->body;
  MlirContext context = mlirOperationGetContext(scaling->sum);
  MlirValue filter = mlirOperationGetOperand(scaling->sum, scaling->filter);
  MlirType type = mlirValueGetType(filter);
  MlirAffineMap all =
      mlirAffineMapMultiDimIdentityGet(context, mlirShapedTypeGetRank(type));
  MlirValue inputs[AS_BODY_INPUTS + 1] = {filter};
  MlirAffineMap maps[AS_BODY_INPUTS + 2] = {all};
  intptr_t count = 1;
  for (intptr_t i = 0; i < body->numInputs; i++)
    if (scaling->reads >> i & 1) {
      inputs[count] = mlirOperationGetOperand(body->generic, i);
      maps[count++] = readBesideFilter(scaling, i);
    }
  maps[count] = all;
  MlirOperation scaled = asGenericCreate(
      scaling->sum, count, inputs, asGraphInsertEmpty(scaling->sum, type), maps,
      scalingBody(scaling, mlirShapedTypeGetElementType(type)));
  return mlirOperationGetResult(scaled, 0);
}

/// Replaces the chain by one addition of the shifts, each scaled by the scales
/// that followed it.
static void keepShifts(const Scaling *scaling) {
  const AsBody *body = &scaling->body;
  MlirOperation last = body->op[scaling->chain[scaling->length - 1]];
  MlirValue sum = mlirBlockGetArgument(body->block, scaling->input);
  MlirValue value = sum, shift = {NULL};
  for (int i = 0; i < scaling->length; i++) {
    MlirOperation op = body->op[scaling->chain[i]];
    MlirValue by = factor(scaling, i, value);
    if (!mlirValueIsNull(shift))
      shift = insertLike(last, op, shift, by);
    else if (asIrIsNamed(op, "arith.subf"))
      shift = insertArith(last, "arith.negf", 1, by, by);
    else if (isShift(op))
      shift = by;
    value = mlirOperationGetResult(op, 0);
  }
  if (!mlirValueIsNull(shift))
    sum = insertArith(last, "arith.addf", 2, sum, shift);
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(last, 0), sum);
}

static MlirWalkResult foldScale(MlirOperation op, void *context) {
  Scaling scaling = {0};
  if (!asBodyIsElementwise(op) || !asBodyRead(op, &scaling.body) ||
      !findSum(&scaling))
    return MlirWalkResultAdvance;
  // Only `op` reads the sum, so it can move behind the operations that compute
  // the scales.
  mlirOperationMoveBefore(scaling.sum, op);
  mlirOperationSetOperand(scaling.sum, scaling.filter, scaleFilter(&scaling));
  keepShifts(&scaling);
  *(bool *)context = true;
  return MlirWalkResultAdvance;
}

AsStatus asGraphFoldBatchNorms(MlirModule module, AsError *error) {
  MlirOperation op = mlirModuleGetOperation(module);
  bool changed = false;
  mlirOperationWalk(op, foldScale, &changed, MlirWalkPostOrder);
  AsStatus status = AS_OK;
  if (changed)
    status =
        asIrRunPipeline(op, "builtin.module(canonicalize,cse)", true, error);
  if (changed && !status)
    asGenericDropUnused(op);
  return status;
}
