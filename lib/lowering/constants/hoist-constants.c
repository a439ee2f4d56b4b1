//===- hoist-constants.c - Split constant computations off functions
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// First half of constant hoisting (lowering/constants/constant-hoisting.h).
// Moves each slice that constant arguments determine
// (lowering/constants/constant-slice.h) into a private function NAME.loadN. It
// computes the tiles of all iterations of the loops that the slice depends on
// as one array, and the original function takes that array as an argument.
//
// Requires:    scheduled functions on tensors.
// Provides:    functions with `as.load` that compute the slices, called before
//              each call of the original function.
// Invalidates: arguments of private functions. Public functions keep theirs:
//              their body moves to a private NAME.body.
//
//   func.func private @f(%x: tensor<4x8xf32>,
//                        %w: tensor<4x8xf32> {as.constant}) {
//     scf.for %j = %c0 to %c8 step %c4 {
//       %v = vector.transfer_read %w[%c0, %j], %p : ...
//       %t = vector.transfer_write %v, %e[%c0, %c0] : ... tensor<4x4xf32>
//
// becomes
//
//   func.func private @f.load0(%w: tensor<4x8xf32>) -> tensor<2x4x4xf32> {
//     %all = scf.for %j = %c0 to %c8 step %c4 iter_args(%a = %e2) -> ... {
//       %v = vector.transfer_read %w[%c0, %j], %p : ...
//       %t = vector.transfer_write %v, %e[%c0, %c0] : ... tensor<4x4xf32>
//       %b = tensor.insert_slice %t into %a[%i, 0, 0] [1, 4, 4] [1, 1, 1] : ...
//   func.func private @f(%x: tensor<4x8xf32>, %all: tensor<2x4x4xf32>) {
//     scf.for %j = %c0 to %c8 step %c4 {
//       %t = tensor.extract_slice %all[%i, 0, 0] [1, 4, 4] [1, 1, 1] : ...
//
//===----------------------------------------------------------------------===//

#include "ir/function-builder.h"
#include "ir/invariant-values.h"
#include "ir/op-builder.h"
#include "ir/tensor-builder.h"
#include "lowering/arith-builder.h"
#include "lowering/constants/constant-hoisting.h"
#include "lowering/constants/constant-slice.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/arena.h"
#include <stdlib.h>

#define MAX_RANK 24 // Of a tile, plus one for each loop.

//===----------------------------------------------------------------------===//
// The array of tiles
//===----------------------------------------------------------------------===//

typedef struct Tiles {
  MlirType tile, all;
  int rank; ///< Of `all`: a dimension for each used loop, then the tile's own.
  int numUsed;
  const AsConstantSliceLevel *used[AS_CONSTANT_SLICE_LEVELS];
  int64_t size[MAX_RANK]; ///< The sizes of one tile in the array.
} Tiles;

static bool describeTiles(const AsConstantSlice *slice, Tiles *tiles) {
  MlirOperation root = slice->ops[slice->numOps - 1];
  *tiles = (Tiles){.tile = mlirValueGetType(mlirOperationGetResult(root, 0))};
  int64_t shape[MAX_RANK];
  for (int l = 0; l < slice->numLevels; l++)
    if (slice->level[l].isUsed) {
      shape[tiles->numUsed] = slice->level[l].trips;
      tiles->size[tiles->numUsed] = 1;
      tiles->used[tiles->numUsed++] = &slice->level[l];
    }
  intptr_t rank = mlirShapedTypeGetRank(tiles->tile);
  if (tiles->numUsed + rank > MAX_RANK)
    return false;
  tiles->rank = tiles->numUsed + (int)rank;
  for (intptr_t r = 0; r < rank; r++)
    shape[tiles->numUsed + r] = tiles->size[tiles->numUsed + r] =
        mlirShapedTypeGetDimSize(tiles->tile, r);
  tiles->all = mlirRankedTensorTypeGet(
      tiles->rank, shape, mlirShapedTypeGetElementType(tiles->tile),
      mlirAttributeGetNull());
  return true;
}

/// Inserts before `next` the tensor.extract_slice from, or the
/// tensor.insert_slice into, the array at the iteration that `counters` give.
static MlirValue accessTile(const Tiles *tiles, MlirOperation next,
                            const char *name, int numTensors,
                            const MlirValue *tensors, const MlirValue *counters,
                            MlirType result) {
  MlirContext context = mlirOperationGetContext(next);
  MlirValue operands[2 + AS_CONSTANT_SLICE_LEVELS];
  for (int t = 0; t < numTensors; t++)
    operands[t] = tensors[t];
  AsArith arith = asArithBefore(next);
  int64_t offset[MAX_RANK] = {0}, stride[MAX_RANK];
  for (int r = 0; r < tiles->rank; r++)
    stride[r] = 1;
  for (int u = 0; u < tiles->numUsed; u++) {
    offset[u] = mlirShapedTypeGetDynamicStrideOrOffset();
    MlirValue from = asIrInsertIndex(next, tiles->used[u]->lower);
    MlirValue by = asIrInsertIndex(next, tiles->used[u]->step);
    operands[numTensors + u] = asArithBinary(
        &arith, "arith.divui",
        asArithBinary(&arith, "arith.subi", counters[u], from), by);
  }
  // Segments: source, destination (of an insert), offsets, sizes, strides.
  int32_t segments[] = {1, 1, tiles->numUsed, 0, 0};
  int32_t *used = segments + (numTensors == 1);
  return asIrInsertValue(
      next,
      &(AsIrParts){.name = name,
                   .numOperands = numTensors + tiles->numUsed,
                   .operands = operands,
                   .numResults = 1,
                   .results = &result,
                   .attributes = (AsIrAttribute[]){
                       {"static_offsets",
                        mlirDenseI64ArrayGet(context, tiles->rank, offset)},
                       {"static_sizes", mlirDenseI64ArrayGet(
                                            context, tiles->rank, tiles->size)},
                       {"static_strides",
                        mlirDenseI64ArrayGet(context, tiles->rank, stride)},
                       {"operandSegmentSizes",
                        mlirDenseI32ArrayGet(context, 3 + numTensors, used)},
                       {0}}});
}

//===----------------------------------------------------------------------===//
// The function that computes the tiles
//===----------------------------------------------------------------------===//

/// Inserts the loop of a level before `next`. *body yields the array unchanged,
/// for now.
static MlirValue insertLoop(MlirOperation next,
                            const AsConstantSliceLevel *level, MlirValue array,
                            MlirBlock *body) {
  int64_t upper = level->lower + level->trips * level->step;
  MlirOperation loop =
      asIrInsertFor(next, (AsIrRange){level->lower, upper, level->step}, array);
  *body = asIrBody(loop);
  return mlirOperationGetResult(loop, 0);
}

/// Clones the slice before the terminator of `body`. Returns the value of its
/// root.
static MlirValue cloneSlice(const AsConstantSlice *slice, AsIrMap *map,
                            MlirBlock body) {
  MlirOperation end = mlirBlockGetTerminator(body), clone = {NULL};
  mlirOperationRemoveFromParent(end);
  for (int i = 0; i < slice->numOps; i++)
    clone = asIrMapClone(map, slice->ops[i], body);
  mlirBlockAppendOwnedOperation(body, end);
  return mlirOperationGetResult(clone, 0);
}

/// Makes `value` the operand of the terminator of `body`.
static void setTerminatorOperand(MlirBlock body, MlirValue value) {
  mlirOperationSetOperands(mlirBlockGetTerminator(body), 1, &value);
}

static MlirOperation createLoad(MlirOperation function, const char *name,
                                const AsConstantSlice *slice,
                                const Tiles *tiles) {
  intptr_t numInputs = slice->arguments.size;
  MlirType *inputs = asAlloc(sizeof *inputs * (size_t)numInputs);
  for (intptr_t i = 0; i < numInputs; i++)
    inputs[i] = mlirValueGetType(slice->arguments.from[i]);
  MlirOperation load =
      asIrInsertFunction(function, name, numInputs, inputs, 1, &tiles->all);
  free(inputs);
  MlirBlock body = asIrBody(load), inner = body;
  AsIrMap map = {0};
  for (intptr_t i = 0; i < numInputs; i++)
    asIrMapAdd(&map, slice->arguments.from[i], mlirBlockGetArgument(body, i));
  MlirValue counters[AS_CONSTANT_SLICE_LEVELS], array;
  if (tiles->numUsed)
    array = asGraphInsertEmpty(mlirBlockGetTerminator(body), tiles->all);
  for (int u = 0; u < tiles->numUsed; u++) {
    MlirBlock around = inner;
    array = insertLoop(mlirBlockGetTerminator(around), tiles->used[u], array,
                       &inner);
    setTerminatorOperand(around, array);
    array = mlirBlockGetArgument(inner, 1);
    counters[u] = mlirBlockGetArgument(inner, 0);
    asIrMapAdd(&map, tiles->used[u]->counter, counters[u]);
  }
  MlirValue tile = cloneSlice(slice, &map, inner);
  if (tiles->numUsed)
    tile =
        accessTile(tiles, mlirBlockGetTerminator(inner), "tensor.insert_slice",
                   2, (MlirValue[]){tile, array}, counters, tiles->all);
  setTerminatorOperand(inner, tile);
  asIrMapFree(&map);
  return load;
}

//===----------------------------------------------------------------------===//
// The function that takes the tiles
//===----------------------------------------------------------------------===//

typedef struct CallRewrite {
  MlirAttribute callee; ///< The function that takes the tiles.
  MlirAttribute load; ///< The function that computes them, to be called first.
  const AsConstantSlice *slice;
  MlirType all;
} CallRewrite;

static MlirWalkResult adaptCall(MlirOperation op, void *context) {
  const CallRewrite *rewrite = context;
  if (!asIrCalls(op, rewrite->callee))
    return MlirWalkResultAdvance;
  intptr_t count = mlirOperationGetNumOperands(op);
  intptr_t numRead = rewrite->slice->arguments.size;
  MlirValue *operands =
      asAlloc(sizeof *operands * (size_t)(count + numRead + 1));
  for (intptr_t i = 0; i < count; i++)
    operands[i] = mlirOperationGetOperand(op, i);
  for (intptr_t i = 0; i < numRead; i++)
    operands[count + 1 + i] = operands[mlirBlockArgumentGetArgNumber(
        rewrite->slice->arguments.from[i])];
  operands[count] =
      asIrInsertValue(op, &(AsIrParts){.name = "func.call",
                                       .numOperands = numRead,
                                       .operands = operands + count + 1,
                                       .numResults = 1,
                                       .results = &rewrite->all,
                                       .attributes = (AsIrAttribute[]){
                                           {"callee", rewrite->load}, {0}}});
  mlirOperationSetOperands(op, count + 1, operands);
  free(operands);
  return MlirWalkResultAdvance;
}

/// "NAME.load0", "NAME.load1", ...
static void nameLoad(MlirOperation function, int number, AsText *name) {
  asIrStringAttribute(function, "sym_name", name);
  asTextFormat(name, ".load%d", number);
}

static void mark(MlirOperation function) {
  mlirOperationSetDiscardableAttributeByName(
      function, asIrString(AS_LOAD_ATTRIBUTE),
      mlirUnitAttrGet(mlirOperationGetContext(function)));
}

static void splitOff(MlirModule module, MlirOperation function,
                     const AsConstantSlice *slice, int number) {
  Tiles tiles;
  if (!describeTiles(slice, &tiles))
    return;
  MlirOperation root = slice->ops[slice->numOps - 1];
  AsText name = {0};
  nameLoad(function, number, &name);
  MlirOperation load = createLoad(function, name.data, slice, &tiles);
  asTextFree(&name);
  mark(load);
  CallRewrite rewrite = {asIrReferTo(function), asIrReferTo(load), slice,
                         tiles.all};
  mlirOperationWalk(mlirModuleGetOperation(module), adaptCall, &rewrite,
                    MlirWalkPreOrder);
  MlirValue counters[AS_CONSTANT_SLICE_LEVELS];
  for (int u = 0; u < tiles.numUsed; u++)
    counters[u] = tiles.used[u]->counter;
  MlirValue value = asIrFunctionAddArgument(function, tiles.all);
  if (tiles.numUsed)
    value = accessTile(&tiles, root, "tensor.extract_slice", 1, &value,
                       counters, tiles.tile);
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(root, 0), value);
  mlirOperationDestroy(root);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

typedef void (*SliceVisitor)(MlirModule module, MlirOperation function,
                             const AsConstantSlice *slice, int number);

/// Calls `visit`, unless it is NULL, for each slice in a block, from the last
/// to the first: once a slice has been replaced, what only it used is unused
/// and skipped. Returns `number` plus the number of slices.
static int visitSlices(MlirModule module, MlirOperation function,
                       MlirBlock block, SliceVisitor visit, int number) {
  int numOps = 0;
  MlirOperation *ops = NULL;
  for (MlirOperation op = mlirBlockGetFirstOperation(block);
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    ops = asRealloc(ops, sizeof *ops * (size_t)(numOps + 1));
    ops[numOps++] = op;
  }
  for (int i = numOps - 1; i >= 0; i--) {
    bool isUsed = mlirOperationGetNumResults(ops[i]) != 1 ||
                  !mlirOpOperandIsNull(
                      mlirValueGetFirstUse(mlirOperationGetResult(ops[i], 0)));
    AsConstantSlice slice = {0};
    if (isUsed && asConstantSliceOf(function, ops[i], &slice)) {
      if (visit)
        visit(module, function, &slice, number);
      number++;
    } else if (isUsed && asIrHasPrefix(ops[i], "scf.")) {
      for (intptr_t r = 0; r < mlirOperationGetNumRegions(ops[i]); r++) {
        MlirBlock inner =
            mlirRegionGetFirstBlock(mlirOperationGetRegion(ops[i], r));
        if (!mlirBlockIsNull(inner))
          number = visitSlices(module, function, inner, visit, number);
      }
    }
    asConstantSliceFree(&slice);
  }
  free(ops);
  return number;
}

typedef struct Redirection {
  MlirAttribute from, to;
} Redirection;

static MlirWalkResult redirect(MlirOperation op, void *context) {
  const Redirection *redirection = context;
  if (asIrCalls(op, redirection->from))
    mlirOperationSetInherentAttributeByName(op, asIrString("callee"),
                                            redirection->to);
  return MlirWalkResultAdvance;
}

typedef struct Reference {
  MlirAttribute to;
  bool isFound;
} Reference;

static MlirWalkResult findReference(MlirOperation op, void *context) {
  Reference *reference = context;
  if (asIrIsNamed(op, "func.call"))
    return MlirWalkResultAdvance;
  for (intptr_t i = 0; i < mlirOperationGetNumAttributes(op); i++)
    reference->isFound |= mlirAttributeEqual(
        mlirOperationGetAttribute(op, i).attribute, reference->to);
  return reference->isFound ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

/// Whether there may be callers that cannot be rewritten: from outside of the
/// module, or through the function's address.
static bool hasUnknownCallers(MlirModule module, MlirOperation function) {
  Reference reference = {asIrReferTo(function), !asIrIsPrivate(function)};
  mlirOperationWalk(mlirModuleGetOperation(module), findReference, &reference,
                    MlirWalkPreOrder);
  return reference.isFound;
}

typedef struct Removal {
  MlirAttribute callee;
  intptr_t argument;
} Removal;

static MlirWalkResult dropOperand(MlirOperation op, void *context) {
  const Removal *removal = context;
  if (!asIrCalls(op, removal->callee))
    return MlirWalkResultAdvance;
  intptr_t count = mlirOperationGetNumOperands(op);
  MlirValue *operands = asAlloc(sizeof *operands * (size_t)count);
  intptr_t kept = 0;
  for (intptr_t i = 0; i < count; i++)
    if (i != removal->argument)
      operands[kept++] = mlirOperationGetOperand(op, i);
  mlirOperationSetOperands(op, kept, operands);
  free(operands);
  return MlirWalkResultAdvance;
}

/// Removes constant arguments that the function no longer uses, since it takes
/// the packed array instead. So the module need not keep both.
static void dropUnused(MlirModule module, MlirOperation function) {
  MlirBlock body = asIrBody(function);
  for (intptr_t i = mlirBlockGetNumArguments(body) - 1; i >= 0; i--) {
    if (!asIrArgumentIsConstant(function, i) ||
        !mlirOpOperandIsNull(
            mlirValueGetFirstUse(mlirBlockGetArgument(body, i))))
      continue;
    Removal removal = {asIrReferTo(function), i};
    mlirOperationWalk(mlirModuleGetOperation(module), dropOperand, &removal,
                      MlirWalkPreOrder);
    asIrFunctionRemoveArgument(function, i);
  }
}

static void splitFunction(MlirOperation function, void *context) {
  MlirModule module = *(MlirModule *)context;
  if (mlirBlockIsNull(asIrBody(function)))
    return;
  if (asIrIsPrivate(function) && asIsConstantSlice(function)) {
    mark(function);
    return;
  }
  if (!asIrHasConstantArgument(function) ||
      !visitSlices(module, function, asIrBody(function), NULL, 0))
    return;
  if (hasUnknownCallers(module, function)) {
    // Calls inside of the module may pass other weights, so they call the
    // private body directly.
    Redirection redirection = {asIrReferTo(function), {NULL}};
    function = asIrFunctionMoveBody(function);
    redirection.to = asIrReferTo(function);
    mlirOperationWalk(mlirModuleGetOperation(module), redirect, &redirection,
                      MlirWalkPreOrder);
  }
  visitSlices(module, function, asIrBody(function), splitOff, 0);
  dropUnused(module, function);
}

void asHoistConstants(MlirModule module) {
  asIrVisitFunctions(module, splitFunction, &module);
}
