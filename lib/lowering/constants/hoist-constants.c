//===- hoist-constants.c - Taking out what weights determine
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The first half of lowering/constants/constant-hoisting.h. All the tiles that
// a slice computes, one for each iteration of the loops that it depends on,
// become one array, which a function of their own computes and the function
// that they were in takes as an argument.
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

#define MAX_RANK 24 // Of a tile, and one for each loop around it.

//===----------------------------------------------------------------------===//
// Tiles in their array
//===----------------------------------------------------------------------===//

typedef struct Tiles {
  MlirType tile, all;
  int rank; ///< Of all: the loops that are used, then the tile's own.
  int numUsed;
  const AsConstantSliceLevel *used[AS_CONSTANT_SLICE_LEVELS];
  int64_t size[MAX_RANK]; ///< Of one tile in the array.
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

/// tensor.extract_slice of, or tensor.insert_slice into, the array, at the
/// iteration that `counters` say: before `next`.
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
  // Sources, destinations where there are any, offsets, sizes, strides.
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
// The function that computes them
//===----------------------------------------------------------------------===//

/// The loop of a level before `next`; *body ends with a yield of the array as
/// the iteration found it.
static MlirValue insertLoop(MlirOperation next,
                            const AsConstantSliceLevel *level, MlirValue array,
                            MlirBlock *body) {
  MlirType types[] = {mlirIndexTypeGet(mlirOperationGetContext(next)),
                      mlirValueGetType(array)};
  MlirLocation location = mlirOperationGetLocation(next);
  *body = mlirBlockCreate(2, types, (MlirLocation[]){location, location});
  MlirRegion region = mlirRegionCreate();
  mlirRegionAppendOwnedBlock(region, *body);
  MlirOperationState state =
      mlirOperationStateGet(asIrString("scf.yield"), location);
  MlirValue before = mlirBlockGetArgument(*body, 1);
  mlirOperationStateAddOperands(&state, 1, &before);
  mlirBlockAppendOwnedOperation(*body, mlirOperationCreate(&state));
  int64_t upper = level->lower + level->trips * level->step;
  MlirValue operands[] = {asIrInsertIndex(next, level->lower),
                          asIrInsertIndex(next, upper),
                          asIrInsertIndex(next, level->step), array};
  return asIrInsertValue(next, &(AsIrParts){.name = "scf.for",
                                            .numOperands = 4,
                                            .operands = operands,
                                            .numResults = 1,
                                            .results = &types[1],
                                            .region = region});
}

/// Clones the slice before the end of `body`; the value of its root.
static MlirValue cloneSlice(const AsConstantSlice *slice, AsIrMap *map,
                            MlirBlock body) {
  MlirOperation end = mlirBlockGetTerminator(body), clone = {NULL};
  mlirOperationRemoveFromParent(end);
  for (int i = 0; i < slice->numOps; i++)
    clone = asIrMapClone(map, slice->ops[i], body);
  mlirBlockAppendOwnedOperation(body, end);
  return mlirOperationGetResult(clone, 0);
}

/// Lets the last operation of `body` have `value` as its operand.
static void endWith(MlirBlock body, MlirValue value) {
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
    endWith(around, array);
    array = mlirBlockGetArgument(inner, 1);
    counters[u] = mlirBlockGetArgument(inner, 0);
    asIrMapAdd(&map, tiles->used[u]->counter, counters[u]);
  }
  MlirValue tile = cloneSlice(slice, &map, inner);
  if (tiles->numUsed)
    tile =
        accessTile(tiles, mlirBlockGetTerminator(inner), "tensor.insert_slice",
                   2, (MlirValue[]){tile, array}, counters, tiles->all);
  endWith(inner, tile);
  asIrMapFree(&map);
  return load;
}

//===----------------------------------------------------------------------===//
// The function that takes them
//===----------------------------------------------------------------------===//

typedef struct Callers {
  MlirAttribute callee; ///< What they call.
  MlirAttribute load;   ///< What they are to call before.
  const AsConstantSlice *slice;
  MlirType all;
} Callers;

static MlirWalkResult adaptCall(MlirOperation op, void *context) {
  const Callers *callers = context;
  if (!asIrCalls(op, callers->callee))
    return MlirWalkResultAdvance;
  intptr_t count = mlirOperationGetNumOperands(op);
  intptr_t numRead = callers->slice->arguments.size;
  MlirValue *operands =
      asAlloc(sizeof *operands * (size_t)(count + numRead + 1));
  for (intptr_t i = 0; i < count; i++)
    operands[i] = mlirOperationGetOperand(op, i);
  for (intptr_t i = 0; i < numRead; i++)
    operands[count + 1 + i] = operands[mlirBlockArgumentGetArgNumber(
        callers->slice->arguments.from[i])];
  operands[count] =
      asIrInsertValue(op, &(AsIrParts){.name = "func.call",
                                       .numOperands = numRead,
                                       .operands = operands + count + 1,
                                       .numResults = 1,
                                       .results = &callers->all,
                                       .attributes = (AsIrAttribute[]){
                                           {"callee", callers->load}, {0}}});
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
  Callers callers = {asIrReferTo(function), asIrReferTo(load), slice,
                     tiles.all};
  mlirOperationWalk(mlirModuleGetOperation(module), adaptCall, &callers,
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

/// Calls `visit`, unless it is NULL, for the slices of a block, the last first:
/// what only a later one uses is then no longer used. Returns `number` and as
/// many as there were.
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

/// Whether somebody calls the function whose arguments cannot be changed: from
/// outside, or by its address.
static bool isCalledBlindly(MlirModule module, MlirOperation function) {
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

/// Weights that a function now takes packed, it no longer takes as they are: so
/// a module need not keep both.
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
  if (isCalledBlindly(module, function)) {
    // Whoever calls it in the module has weights of its own.
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
