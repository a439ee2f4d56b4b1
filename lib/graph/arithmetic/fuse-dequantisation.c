//===- fuse-dequantisation.c - Read quantised weights where they are multiplied
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites contractions of which an operand is made from narrower numbers: they
// read the narrow numbers, and widen them in their body. A scale that is the
// same for all that is summed up is applied to the sum instead.
//
// Quantised weights are bytes, or f16, that a front end widens before it
// multiplies by them. With few rows the time of a product is that of reading
// its weights; as f32 they are four times as large. Constants would even be
// widened once, and stay wide. Scales are rounded otherwise, so they are only
// moved without --fp=strict, and only behind sums of 32 bits or more, which do
// not overflow without them.
//
// What differs along the sum, scales and zero points of groups, is applied to
// the narrow numbers in the body (ir/scaled-product.h). Groups that were
// collapsed into one dimension become loops of the sum. So do pairs of fixed
// weights of four bits, which are packed into bytes (pack-nibbles.h).
//
// Requires:    linalg on tensors; transposes folded into contractions, biases
//              in epilogues.
// Provides:    no contraction reads fixed weights that were only widened and
//              scaled.
// Invalidates: contractions that are rewritten become linalg.generic.
//
//   %d = linalg.generic {indexing_maps = [(n,k) -> (n,k), (n,k) -> (n), ...]}
//       ins(%w, %s : tensor<8x4xi8>, tensor<8xf32>) outs(...) {
//     %1 = arith.sitofp %in : i8 to f32
//     %2 = arith.mulf %1, %scale : f32
//   %0 = linalg.generic {...(m,n,k)} ins(%x, %d : ..., tensor<8x4xf32>) ...
// becomes
//   %1 = linalg.generic {...(m,n,k)} ins(%x, %w : ..., tensor<8x4xi8>) ... {
//     %2 = arith.sitofp %b : i8 to f32
//     %3 = arith.mulf %a, %2 : f32
//     %4 = arith.addf %out, %3 : f32
//   %0 = linalg.generic {...(m,n)} ins(%1, %s : ..., tensor<8xf32>) ... {
//     %2 = arith.mulf %sum, %scale : f32
//
//===----------------------------------------------------------------------===//

#include "graph/analysis/fuse-body.h"
#include "graph/analysis/generic-op.h"
#include "graph/arithmetic/pack-nibbles.h"
#include "graph/arithmetic/split-groups.h"
#include "graph/graph-passes.h"
#include "ir/def-use.h"
#include "ir/invariant-values.h"
#include "ir/memref.h"
#include "ir/tensor-builder.h"
#include "ir/widened-rows.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/BuiltinTypes.h"

/// Operands that are used again more often than this are not narrowed unless
/// they are fixed and have the lanes: they would be widened again each time.
static const int64_t mostReuse = 16;

/// Elements that fill a vector of f32 on any CPU.
static const int64_t mostLanes = 16;

/// With so many bytes of the wide operand for each use of its elements, it does
/// not stay in a cache: 1 MiB with 32 rows, 2 MiB with 64 were measured.
static const int64_t bytesForEachUse = 32 << 10;

typedef struct Dequantisation {
  AsBody body;
  MlirOperation product;
  intptr_t operand;        ///< The one of `product` that the body computes.
  bool mayReorder;         ///< The terms of its sum.
  MlirValue widened;       ///< The value of the body without the scales.
  int scales[AS_BODY_OPS]; ///< Operations of the body that scale, last first.
  int numScales;
} Dequantisation;

//===----------------------------------------------------------------------===//
// Finding what is widened
//===----------------------------------------------------------------------===//

/// Whether the operation is cheap enough to be done again for each use.
static bool isCheap(MlirOperation op) {
  static const char *const names[] = {
      "arith.extf",   "arith.extsi",  "arith.extui", "arith.sitofp",
      "arith.uitofp", "arith.trunci", "arith.addi",  "arith.subi",
      "arith.andi",   "arith.shli",   "arith.shrsi", "arith.shrui",
      "arith.addf",   "arith.subf",   "arith.mulf",  "arith.negf"};
  return asIrIsOneOf(op, names, sizeof names / sizeof *names);
}

/// Whether few and cheap operations make the value.
static bool isCheaplyMade(const AsBody *body, MlirValue value, int *steps) {
  enum { most = 12 };
  int op = mlirValueIsAOpResult(value)
               ? asBodyNumber(body, mlirOpResultGetOwner(value))
               : -1;
  if (op < 0)
    return true;
  if (!isCheap(body->op[op]) || ++*steps > most)
    return false;
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(body->op[op]); i++)
    if (!isCheaplyMade(body, mlirOperationGetOperand(body->op[op], i), steps))
      return false;
  return true;
}

/// Whether the input is an array of fewer bits than the result that varies over
/// as many loops.
static bool isNarrowArray(const AsBody *body, intptr_t input, int numLoops) {
  MlirType type =
               mlirValueGetType(mlirOperationGetOperand(body->generic, input)),
           result = mlirValueGetType(mlirOperationGetResult(body->generic, 0));
  int bits = asIrElementBits(type);
  return mlirTypeIsARankedTensor(type) && bits >= 8 &&
         bits < asIrElementBits(result) &&
         mlirAffineMapGetNumResults(asGenericMap(body->generic, input)) ==
             numLoops;
}

/// How many numbers an element of an integer input contains, if the body takes
/// them out of it along one loop: the extent of that loop; 0 otherwise.
static int64_t numPacked(const AsBody *body, intptr_t input) {
  enum { fewestBits = 2 };
  MlirType type =
               mlirValueGetType(mlirOperationGetOperand(body->generic, input)),
           result = mlirValueGetType(mlirOperationGetResult(body->generic, 0));
  MlirAffineMap map = asGenericMap(body->generic, input),
                written = asGenericMap(body->generic, body->numInputs);
  if (!isNarrowArray(body, input, body->numLoops - 1) ||
      !mlirTypeIsAInteger(mlirShapedTypeGetElementType(type)))
    return 0;
  for (intptr_t r = 0; r < body->numLoops; r++) {
    MlirAffineExpr loop = mlirAffineMapGetResult(written, r);
    bool isUsed = false;
    for (intptr_t d = 0; d < body->numLoops - 1; d++)
      isUsed |= mlirAffineExprEqual(mlirAffineMapGetResult(map, d), loop);
    int64_t extent = mlirShapedTypeGetDimSize(result, r);
    if (!isUsed)
      return extent * fewestBits <= asIrElementBits(type) ? extent : 0;
  }
  return 0;
}

/// The dimension of the product's result that a loop is; -1 for a reduction.
static intptr_t resultDimension(MlirOperation product, MlirAffineExpr loop) {
  MlirAffineMap result = asGenericMap(product, 2);
  for (intptr_t r = 0; r < mlirAffineMapGetNumResults(result); r++)
    if (mlirAffineExprEqual(mlirAffineMapGetResult(result, r), loop))
      return r;
  return -1;
}

/// Whether the inputs, as bits, are the same for all that is summed up.
static bool staySame(const Dequantisation *own, uint32_t inputs) {
  MlirAffineMap read = asGenericMap(own->product, own->operand);
  for (intptr_t i = 0; i < own->body.numInputs; i++) {
    if (!(inputs >> i & 1))
      continue;
    if (!mlirAffineMapIsProjectedPermutation(
            asGenericMap(own->body.generic, i)))
      return false;
    MlirAffineMap map = asGenericReadThrough(own->body.generic, i, read);
    for (intptr_t r = 0; r < mlirAffineMapGetNumResults(map); r++)
      if (resultDimension(own->product, mlirAffineMapGetResult(map, r)) < 0)
        return false;
  }
  return true;
}

/// The operand of a scaling operation that stays the same for all that is
/// summed up; -1 if there is none.
static intptr_t scaleOperand(const Dequantisation *own, MlirOperation op) {
  bool commutes = asIrIsNamed(op, "arith.mulf");
  if (!commutes && !asIrIsNamed(op, "arith.divf"))
    return -1;
  for (intptr_t o = 1; o >= !commutes; o--)
    if (staySame(own, asBodyReads(&own->body, mlirOperationGetOperand(op, o))))
      return o;
  return -1;
}

static bool startsFromZero(MlirOperation product) {
  MlirOperation fill =
      asIrMadeBy(mlirOperationGetOperand(product, 2), "linalg.fill");
  return !mlirOperationIsNull(fill) &&
         asIrIsZero(mlirOperationGetOperand(fill, 0));
}

/// Whether scales can be moved behind the sums.
static bool mayScaleSums(const Dequantisation *own) {
  enum { leastBits = 32 };
  MlirType sums = mlirValueGetType(mlirOperationGetResult(own->product, 0)),
           made = mlirValueGetType(
               mlirOperationGetOperand(own->product, own->operand));
  return mlirTypeIsAFloat(mlirShapedTypeGetElementType(sums)) &&
         asIrElementBits(sums) >= leastBits &&
         asIrElementBits(sums) == asIrElementBits(made) &&
         startsFromZero(own->product) && asGenericSums(own->product);
}

/// Takes scales off what the body yields.
static void findScales(Dequantisation *own) {
  while (mlirValueIsAOpResult(own->widened)) {
    MlirOperation op = mlirOpResultGetOwner(own->widened);
    intptr_t scale = scaleOperand(own, op);
    if (scale < 0)
      return;
    own->scales[own->numScales++] = asBodyNumber(&own->body, op);
    own->widened = mlirOperationGetOperand(op, 1 - scale);
  }
}

/// How often each element of the operand is used; more than
/// AS_MOST_WIDENED_ROWS if that is not known.
static int64_t reuseOf(MlirOperation product, intptr_t operand) {
  MlirAffineMap map = asGenericMap(product, operand);
  int64_t reuse = 1;
  MlirAffineMap result = asGenericMap(product, 2);
  MlirType type = mlirValueGetType(mlirOperationGetResult(product, 0));
  for (intptr_t r = 0; r < mlirAffineMapGetNumResults(result); r++) {
    MlirAffineExpr loop = mlirAffineMapGetResult(result, r);
    bool isUsed = false;
    for (intptr_t d = 0; d < mlirAffineMapGetNumResults(map); d++)
      isUsed |= mlirAffineExprEqual(mlirAffineMapGetResult(map, d), loop);
    if (isUsed)
      continue;
    if (mlirShapedTypeIsDynamicDim(type, r) ||
        mlirShapedTypeGetDimSize(type, r) > AS_MOST_WIDENED_ROWS)
      return AS_MOST_WIDENED_ROWS + 1;
    reuse *= mlirShapedTypeGetDimSize(type, r);
  }
  return reuse;
}

/// Whether the operand is indexed by the lanes of the result, so that it is
/// widened by vectors. Others are widened number by number.
static bool hasLanes(MlirOperation product, intptr_t operand) {
  MlirAffineMap map = asGenericMap(product, operand);
  MlirAffineMap result = asGenericMap(product, 2);
  intptr_t last = mlirAffineMapGetNumResults(result) - 1;
  for (intptr_t r = 0; last >= 0 && r < mlirAffineMapGetNumResults(map); r++)
    if (mlirAffineExprEqual(mlirAffineMapGetResult(map, r),
                            mlirAffineMapGetResult(result, last)))
      return true;
  return false;
}

/// Whether both operands lie along what is summed up.
static bool areAlongSum(MlirOperation product) {
  MlirAffineMap result = asGenericMap(product, 2);
  for (intptr_t operand = 0; operand < 2; operand++) {
    intptr_t last = asGenericLastLoop(asGenericMap(product, operand));
    if (last < 0 || asGenericMapUses(result, last))
      return false;
  }
  return true;
}

/// Whether the narrow numbers may be multiplied in dot products, which widen a
/// vector for several rows: vectors lie along the sum, which is of floats and
/// may be reordered.
static bool mayFormDots(const Dequantisation *own, intptr_t input) {
  MlirType sum = mlirShapedTypeGetElementType(
               mlirValueGetType(mlirOperationGetResult(own->product, 0))),
           narrow = mlirValueGetType(
               mlirOperationGetOperand(own->body.generic, input));
  intptr_t rank = mlirShapedTypeGetRank(narrow);
  if (!own->mayReorder || !areAlongSum(own->product) || rank == 0)
    return false;
  int64_t along = mlirShapedTypeGetDimSize(narrow, rank - 1);
  bool hasVectors =
      along % mostLanes == 0 ? along >= mostLanes : along >= 2 * mostLanes;
  return hasVectors && (mlirTypeIsAF32(sum) || mlirTypeIsAF64(sum));
}

/// How often the elements of the operand may be used where they stay narrow and
/// may change. Widened beforehand they are written and read, which takes longer
/// than to widen them for each few rows if they do not stay in a cache then.
static int64_t mostUses(const Dequantisation *own, intptr_t input) {
  MlirType wide =
      mlirValueGetType(mlirOperationGetOperand(own->product, own->operand));
  if (!mlirShapedTypeHasStaticShape(wide) || !mayFormDots(own, input))
    return mostReuse;
  int64_t most = asIrShapedBytes(wide) / bytesForEachUse;
  return most < mostReuse              ? mostReuse
         : most > AS_MOST_WIDENED_ROWS ? AS_MOST_WIDENED_ROWS
                                       : most;
}

/// Whether reading the narrow numbers is worth widening them for each use.
static bool isWorthIt(const Dequantisation *own, intptr_t input) {
  MlirValue made = mlirOperationGetOperand(own->product, own->operand);
  bool isFixed = asIrIsFixed(mlirOperationGetOperand(own->body.generic, input));
  int64_t most = isFixed ? mostReuse : mostUses(own, input);
  if (reuseOf(own->product, own->operand) <= most)
    return isFixed || asIrHasOneUse(made);
  return isFixed && hasLanes(own->product, own->operand);
}

/// The only input that varies over all loops of the body, if it is a narrow
/// array; or the only one that numbers are taken out of; -1 otherwise.
static intptr_t narrowInput(const AsBody *body) {
  intptr_t found = -1, packed = -1, numTakenFrom = 0;
  for (intptr_t i = 0; i < body->numInputs; i++) {
    MlirAffineMap map = asGenericMap(body->generic, i);
    if (!mlirAffineMapIsProjectedPermutation(map))
      return -1;
    if (numPacked(body, i) > 1) {
      packed = i;
      numTakenFrom++;
    }
    if (!mlirAffineMapIsPermutation(map))
      continue;
    if (found >= 0 || !isNarrowArray(body, i, body->numLoops))
      return -1;
    found = i;
  }
  return found >= 0 || numTakenFrom != 1 ? found : packed;
}

/// Whether the producer of the operand only widens and scales a narrow array.
/// `made` is what it makes, before groups are collapsed. With `mayScale` scales
/// are taken off.
static bool findDequantisation(Dequantisation *own, MlirValue made,
                               bool mayScale) {
  MlirOperation producer = asIrMadeBy(made, "linalg.generic");
  int steps = 0;
  if (mlirOperationIsNull(producer) || !asBodyIsElementwise(producer) ||
      !asBodyRead(producer, &own->body) || !asBodyWritesInOrder(&own->body))
    return false;
  own->widened = asBodyYielded(&own->body);
  if (mayScale)
    findScales(own);
  intptr_t input = narrowInput(&own->body);
  return input >= 0 && asBodyReads(&own->body, own->widened) >> input & 1 &&
         isWorthIt(own, input) &&
         isCheaplyMade(&own->body, own->widened, &steps);
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// The map by which the operation that scales the sums reads an input of the
/// body.
static MlirAffineMap readBesideSums(const Dequantisation *own, intptr_t input,
                                    intptr_t rank) {
  MlirContext context = mlirOperationGetContext(own->product);
  MlirAffineMap map = asGenericReadThrough(
      own->body.generic, input, asGenericMap(own->product, own->operand));
  MlirAffineExpr indices[AS_BODY_LOOPS];
  intptr_t count = mlirAffineMapGetNumResults(map);
  for (intptr_t r = 0; r < count; r++)
    indices[r] = mlirAffineDimExprGet(
        context, resultDimension(own->product, mlirAffineMapGetResult(map, r)));
  return mlirAffineMapGet(context, rank, 0, count, indices);
}

/// A body that scales its first argument; the next ones are the inputs `reads`
/// of the other body.
static MlirRegion scalingBody(const Dequantisation *own, MlirType element,
                              uint32_t reads) {
  const AsBody *body = &own->body;
  MlirLocation location = mlirOperationGetLocation(body->generic);
  MlirBlock block = mlirBlockCreate(1, &element, &location);
  AsIrMap map = {0};
  for (intptr_t i = 0; i < body->numInputs; i++)
    if (reads >> i & 1) {
      MlirValue input = mlirBlockGetArgument(body->block, i);
      asIrMapAdd(
          &map, input,
          mlirBlockAddArgument(block, mlirValueGetType(input), location));
    }
  mlirBlockAddArgument(block, element, location);
  asIrMapAdd(&map, own->widened, mlirBlockGetArgument(block, 0));
  MlirValue scaled = mlirBlockGetArgument(block, 0);
  for (int s = own->numScales - 1; s >= 0; s--) {
    asBodyClone(body, own->scales[s], &map, block);
    MlirValue from = mlirOperationGetResult(body->op[own->scales[s]], 0);
    scaled = map.to[asIrMapFind(&map, from)];
  }
  asIrMapFree(&map);
  MlirOperationState yield =
      mlirOperationStateGet(asIrString("linalg.yield"), location);
  mlirOperationStateAddOperands(&yield, 1, &scaled);
  mlirBlockAppendOwnedOperation(block, mlirOperationCreate(&yield));
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, block);
  return region;
}

/// Scales the sums by an operation behind the product.
static void scaleSums(const Dequantisation *own) {
  MlirOperation product = own->product;
  MlirValue sums = mlirOperationGetResult(product, 0);
  MlirType type = mlirValueGetType(sums);
  MlirType element = mlirShapedTypeGetElementType(type);
  intptr_t rank = mlirShapedTypeGetRank(type), count = 1;
  MlirAffineMap all =
      mlirAffineMapMultiDimIdentityGet(mlirOperationGetContext(product), rank);
  uint32_t reads = 0;
  for (int s = 0; s < own->numScales; s++) {
    MlirOperation op = own->body.op[own->scales[s]];
    reads |= asBodyReads(&own->body,
                         mlirOperationGetOperand(op, scaleOperand(own, op)));
  }
  MlirValue inputs[AS_BODY_INPUTS + 1] = {sums};
  MlirAffineMap maps[AS_BODY_INPUTS + 2] = {all};
  for (intptr_t i = 0; i < own->body.numInputs; i++)
    if (reads >> i & 1) {
      inputs[count] = mlirOperationGetOperand(own->body.generic, i);
      maps[count++] = readBesideSums(own, i, rank);
    }
  maps[count] = all;
  MlirOperation next = mlirOperationGetNextInBlock(product);
  MlirValue empty = asGraphInsertEmptyLike(
      next, mlirOperationGetOperand(product, 2), element);
  MlirOperation scaled = asGenericCreate(next, count, inputs, empty, maps,
                                         scalingBody(own, element, reads));
  mlirValueReplaceAllUsesExcept(sums, mlirOperationGetResult(scaled, 0), 1,
                                &scaled);
}

typedef struct Fusion {
  bool mayReorder, changed;
} Fusion;

/// The value from which the operand was collapsed by groups, if the product can
/// sum up by groups, or the operand itself.
static MlirValue groupsOf(MlirOperation product, intptr_t operand) {
  MlirValue value = mlirOperationGetOperand(product, operand);
  return asCanSplitGroups(product, operand)
             ? mlirOperationGetOperand(mlirOpResultGetOwner(value), 0)
             : value;
}

static MlirWalkResult fuse(MlirOperation op, void *context) {
  Fusion *fusion = context;
  if (!asGenericIsProduct(op))
    return MlirWalkResultAdvance;
  for (intptr_t operand = 0; operand < 2; operand++) {
    Dequantisation own = {
        .product = op, .operand = operand, .mayReorder = fusion->mayReorder};
    asPackNibbles(op, operand);
    MlirValue made = groupsOf(op, operand);
    bool isSplit = !mlirValueEqual(made, mlirOperationGetOperand(op, operand));
    bool mayScale = fusion->mayReorder && mayScaleSums(&own);
    if (!mlirAffineMapIsProjectedPermutation(asGenericMap(op, operand)) ||
        !findDequantisation(&own, made, mayScale && !isSplit))
      continue;
    if (isSplit) {
      own.product = asSplitGroups(op, operand);
      if (mayScale)
        findScales(&own);
    }
    if (own.numScales)
      scaleSums(&own);
    asBodyFuse(&own.body, own.widened, own.product, operand);
    fusion->changed = true;
    return MlirWalkResultSkip;
  }
  return MlirWalkResultAdvance;
}

AsStatus asGraphFuseDequantisation(MlirModule module, bool mayReorder,
                                   AsError *error) {
  MlirOperation op = mlirModuleGetOperation(module);
  AsStatus status = AS_OK;
  // Each round rewrites one operand of a product. That has fewer bits then, so
  // this ends.
  for (bool changed = true; changed && !status;) {
    Fusion fusion = {.mayReorder = mayReorder};
    mlirOperationWalk(op, fuse, &fusion, MlirWalkPostOrder);
    changed = fusion.changed;
    if (changed) // Erases operations that nothing reads any more.
      status =
          asIrRunPipeline(op, "builtin.module(canonicalize,cse)", true, error);
  }
  return status;
}
