//===- split-group.c - Replace a group by loops over static tiles
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Along each class of loops there is a loop for each size of tiles, over what
// the larger ones left:
//
//   %0 = scf.for %i = 0 to (n / 128) * 128 step 128   // tiles of 128
//   %1 = scf.for ... step 32                           // of the rest
//   ...
//   %3 = scf.for ... step 1
//
// The loops of parallel classes carry the results, into which each tile is
// inserted. The loops of reductions are inside, and carry the accumulators of a
// tile, so that each sum is computed in the order of the program.
//
// Where the loops end is said in tile-range.c.
//
//===----------------------------------------------------------------------===//

#include "task/dynamic/split-group.h"
#include "ir/def-use.h"
#include "ir/tensor-builder.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/arena.h"
#include "task/dynamic/padded-tile.h"
#include "task/dynamic/tile-range.h"
#include "task/outline-task.h"
#include <stdlib.h>

typedef struct Split {
  const AsGroupLoops *loops;
  const AsKernelSizes *sizes;
  MlirOperation root;
  intptr_t numResults;
  bool mayOverlap;
  MlirValue extent[AS_MAX_CLASSES];
  // The current tile.
  MlirValue offset[AS_MAX_CLASSES];
  int64_t size[AS_MAX_CLASSES];
} Split;

static const AsMember *rootOf(const Split *split) {
  return &split->loops->members[split->loops->numMembers - 1];
}

//===----------------------------------------------------------------------===//
// Tiles of tensors
//===----------------------------------------------------------------------===//

/// The type of a tile of operand `i`.
static MlirType tileType(const Split *split, const AsMember *member,
                         intptr_t i) {
  MlirType type = mlirValueGetType(mlirOperationGetOperand(member->op, i));
  int64_t shape[AS_MAX_RANK];
  intptr_t rank = mlirShapedTypeGetRank(type);
  for (intptr_t d = 0; d < rank; d++) {
    AsTileDim dim = asTileDim(member, i, d);
    shape[d] = asTileExtent(&dim, dim.class < 0 ? 0 : split->size[dim.class]);
  }
  return mlirRankedTensorTypeGet(
      rank, shape, mlirShapedTypeGetElementType(type), mlirAttributeGetNull());
}

/// Where the tile begins along a dimension.
static MlirValue placeOfDim(const Split *split, const AsTileDim *dim,
                            MlirOperation next) {
  if (dim->class < 0)
    return (MlirValue){NULL};
  MlirValue offset = split->offset[dim->class];
  return dim->step == 1 ? offset
                        : asIrInsertBinary(next, "arith.muli", offset,
                                           asIrInsertIndex(next, dim->step));
}

/// Where the tile of operand `i` is in the whole; false if it is the whole.
static bool tileSlice(const Split *split, const AsMember *member, intptr_t i,
                      MlirOperation next, AsIrSlice *slice) {
  MlirType type = mlirValueGetType(mlirOperationGetOperand(member->op, i));
  bool isPart = false;
  for (intptr_t d = 0; d < mlirShapedTypeGetRank(type); d++) {
    AsTileDim dim = asTileDim(member, i, d);
    isPart |= dim.class >= 0 || mlirShapedTypeIsDynamicDim(type, d);
    asIrSliceAdd(slice,
                 asTileExtent(&dim, dim.class < 0 ? 0 : split->size[dim.class]),
                 placeOfDim(split, &dim, next));
  }
  return isPart;
}

/// The tile of a padded image.
static MlirValue extractPadded(const Split *split, const AsMember *member,
                               intptr_t i, MlirValue whole,
                               MlirOperation next) {
  MlirValue begin[AS_MAX_RANK];
  for (intptr_t d = 0; d < mlirShapedTypeGetRank(mlirValueGetType(whole));
       d++) {
    AsTileDim dim = asTileDim(member, i, d);
    begin[d] = placeOfDim(split, &dim, next);
  }
  return asInsertPaddedTile(next, whole, begin, tileType(split, member, i));
}

/// The tile of a value that is shaped like operand `i`.
static MlirValue extractTile(const Split *split, const AsMember *member,
                             intptr_t i, MlirValue whole, MlirOperation next) {
  AsIrSlice slice = {0};
  if (asIsPaddedImage(whole))
    return extractPadded(split, member, i, whole, next);
  return tileSlice(split, member, i, next, &slice)
             ? asIrInsertExtractSlice(next, whole, tileType(split, member, i),
                                      &slice)
             : whole;
}

static bool isFill(MlirValue value) {
  return asIrIsMadeBy(value, "linalg.fill");
}

/// A tensor.empty or a fill of the tile instead of one of the whole.
static MlirValue cheapTile(const Split *split, const AsMember *member,
                           intptr_t i, MlirOperation next) {
  MlirValue value = mlirOperationGetOperand(member->op, i);
  MlirType type = tileType(split, member, i);
  if (!isFill(value))
    return asGraphInsertEmpty(next, type);
  MlirValue scalar = mlirOperationGetOperand(mlirOpResultGetOwner(value), 0);
  return asGraphInsertFill(next, scalar, type);
}

static bool isCheap(MlirValue value) {
  return isFill(value) || asIrIsMadeBy(value, "tensor.empty");
}

/// Whether the operation reads operand `i` of its initial values.
static bool readsInit(MlirOperation op, intptr_t i) {
  MlirValue inside = mlirBlockGetArgument(asIrBody(op), i);
  return !mlirOpOperandIsNull(mlirValueGetFirstUse(inside));
}

/// The member that computes what result `r` of the root starts from, or -1.
static int initMember(const Split *split, intptr_t r) {
  return asMemberOf(split->loops, mlirOperationGetOperand(
                                      split->root, asInitOf(split->root, r)));
}

/// Whether result `r` of the root depends on what was in the tensor before.
static bool readsBefore(const Split *split, intptr_t r) {
  intptr_t init = asInitOf(split->root, r);
  return initMember(split, r) < 0 &&
         !isCheap(mlirOperationGetOperand(split->root, init)) &&
         readsInit(split->root, init);
}

//===----------------------------------------------------------------------===//
// The group on a tile
//===----------------------------------------------------------------------===//

/// The tile of operand `i`; of the root's initial values, those of `inits` that
/// the group does not compute.
static MlirValue operandTile(const Split *split, const AsMember *member,
                             intptr_t i, const AsIrMap *tiles,
                             const MlirValue *inits, MlirOperation next) {
  MlirValue value = mlirOperationGetOperand(member->op, i);
  intptr_t first = asInitOf(split->root, 0);
  if (member == rootOf(split) && i >= first && i < first + split->numResults &&
      !mlirValueIsNull(inits[i - first]))
    return inits[i - first];
  if (i >= asNumIndexed(member->op) ||
      !mlirTypeIsARankedTensor(mlirValueGetType(value)))
    return value;
  int known = asIrMapFind(tiles, value);
  if (known >= 0)
    return tiles->to[known];
  return isCheap(value) ? cheapTile(split, member, i, next)
                        : extractTile(split, member, i, value, next);
}

typedef struct Indices {
  const Split *split;
  const AsMember *member;
} Indices;

/// Adds the place of the tile to what a body reads as loop index.
static MlirWalkResult moveIndex(MlirOperation op, void *context) {
  const Indices *indices = context;
  if (!asIrIsNamed(op, "linalg.index"))
    return MlirWalkResultAdvance;
  int class = indices->member
                  ->class[mlirIntegerAttrGetValueInt(asIrAttribute(op, "dim"))];
  if (class < 0)
    return MlirWalkResultAdvance;
  MlirValue index = mlirOperationGetResult(op, 0),
            moved =
                asIrInsertBinary(mlirOperationGetNextInBlock(op), "arith.addi",
                                 index, indices->split->offset[class]);
  MlirOperation sum = mlirOpResultGetOwner(moved);
  mlirValueReplaceAllUsesExcept(index, moved, 1, &sum);
  return MlirWalkResultAdvance;
}

/// The type that a result has of tiles of the operands.
static MlirType resultType(const Split *split, const AsMember *member,
                           intptr_t r, MlirOperation clone) {
  intptr_t init = asInitOf(member->op, r);
  if (init >= 0)
    return mlirValueGetType(mlirOperationGetOperand(clone, init));
  MlirType type = mlirValueGetType(mlirOperationGetResult(member->op, r));
  int64_t shape[AS_MAX_RANK];
  intptr_t rank = mlirShapedTypeGetRank(type);
  for (intptr_t d = 0; d < rank; d++)
    shape[d] = member->class[d] < 0 ? mlirShapedTypeGetDimSize(type, d)
                                    : split->size[member->class[d]];
  return mlirRankedTensorTypeGet(
      rank, shape, mlirShapedTypeGetElementType(type), mlirAttributeGetNull());
}

static MlirOperation cloneMember(const Split *split, const AsMember *member,
                                 AsIrMap *tiles, const MlirValue *inits,
                                 MlirOperation next) {
  MlirOperation clone = mlirOperationClone(member->op);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(next), next, clone);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(clone); i++)
    mlirOperationSetOperand(clone, i,
                            operandTile(split, member, i, tiles, inits, clone));
  for (intptr_t r = 0; r < mlirOperationGetNumResults(clone); r++) {
    mlirValueSetType(mlirOperationGetResult(clone, r),
                     resultType(split, member, r, clone));
    asIrMapAdd(tiles, mlirOperationGetResult(member->op, r),
               mlirOperationGetResult(clone, r));
  }
  Indices indices = {split, member};
  mlirOperationWalk(clone, moveIndex, &indices, MlirWalkPostOrder);
  return clone;
}

/// Computes the group on the current tile: from the initial values of the
/// root's results to the results.
static void computeTile(const Split *split, MlirOperation next,
                        MlirValue *values) {
  AsIrMap tiles = {0};
  MlirOperation root = {NULL};
  for (int m = 0; m < split->loops->numMembers; m++)
    root = cloneMember(split, &split->loops->members[m], &tiles, values, next);
  for (intptr_t r = 0; r < split->numResults; r++)
    values[r] = mlirOperationGetResult(root, r);
  asIrMapFree(&tiles);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

static void splitClass(Split *split, int class, bool isTile, MlirOperation next,
                       MlirValue *values);

/// The initial value of result `r` on the current tile; null if the group
/// computes it.
static MlirValue initTile(const Split *split, intptr_t r, MlirValue whole,
                          MlirOperation next) {
  if (initMember(split, r) >= 0)
    return (MlirValue){NULL};
  const AsMember *root = rootOf(split);
  intptr_t i = asInitOf(root->op, r);
  MlirValue init = mlirOperationGetOperand(root->op, i);
  if (isFill(init))
    return cheapTile(split, root, i, next);
  return readsBefore(split, r)
             ? extractTile(split, root, i, whole, next)
             : asGraphInsertEmpty(next, tileType(split, root, i));
}

/// Where the result `r` of the current tile is in the whole.
static bool resultSlice(const Split *split, intptr_t r, MlirOperation next,
                        AsIrSlice *slice) {
  return tileSlice(split, rootOf(split), asInitOf(split->root, r), next, slice);
}

/// A tile along all parallel classes: reduces it, and inserts it into `wholes`.
static void splitTile(Split *split, MlirOperation next, MlirValue *wholes) {
  MlirValue tiles[AS_MAX_RESULTS];
  for (intptr_t r = 0; r < split->numResults; r++)
    tiles[r] = initTile(split, r, wholes[r], next);
  splitClass(split, split->loops->numParallel, true, next, tiles);
  for (intptr_t r = 0; r < split->numResults; r++) {
    AsIrSlice slice = {0};
    wholes[r] = resultSlice(split, r, next, &slice)
                    ? asIrInsertInsertSlice(next, tiles[r], wholes[r], &slice)
                    : tiles[r];
  }
}

/// Where the tile begins that a loop has come to.
static MlirValue placeOf(MlirValue counter, MlirValue last,
                         MlirOperation next) {
  return mlirValueIsNull(last)
             ? counter
             : asIrInsertBinary(next, "arith.minsi", counter, last);
}

/// One loop over tiles of `size`; changes `values` to its results.
static void splitBySize(Split *split, int class, const AsTileRange *range,
                        int64_t size, bool isTile, MlirOperation next,
                        MlirValue *values) {
  MlirValue step = asIrInsertIndex(next, size), last = {NULL};
  if (range->overlaps)
    last = asIrInsertBinary(next, "arith.subi", split->extent[class], step);
  MlirOperation loop = asIrInsertLoop(next, range->begin, range->end, step,
                                      split->numResults, values);
  MlirBlock body = asIrBody(loop);
  MlirOperation yield = mlirBlockGetTerminator(body);
  MlirValue inner[AS_MAX_RESULTS];
  for (intptr_t r = 0; r < split->numResults; r++)
    inner[r] = mlirBlockGetArgument(body, 1 + r);
  split->offset[class] = placeOf(mlirBlockGetArgument(body, 0), last, yield);
  split->size[class] = size;
  splitClass(split, class + 1, isTile, yield, inner);
  for (intptr_t r = 0; r < split->numResults; r++) {
    mlirOperationSetOperand(yield, r, inner[r]);
    values[r] = mlirOperationGetResult(loop, r);
  }
}

/// Computes all of the classes from `class` on: parallel ones, then, on a tile
/// of those, reductions.
static void splitClass(Split *split, int class, bool isTile, MlirOperation next,
                       MlirValue *values) {
  const AsGroupLoops *loops = split->loops;
  if (class == (isTile ? loops->numClasses : loops->numParallel)) {
    if (isTile)
      computeTile(split, next, values);
    else
      splitTile(split, next, values);
    return;
  }
  const AsKernelSizes *sizes = &split->sizes[class];
  MlirValue begin = asIrInsertIndex(next, 0);
  for (int k = 0; k < sizes->count; k++) {
    bool overlaps = split->mayOverlap && sizes->size[k] > 1 && !isTile;
    AsTileRange range = asInsertTileRange(next, sizes, k, split->extent[class],
                                          begin, overlaps);
    splitBySize(split, class, &range, sizes->size[k], isTile, next, values);
    begin = range.end;
  }
}

//===----------------------------------------------------------------------===//
// The whole
//===----------------------------------------------------------------------===//

/// The extent of a dimension, read off what made the tensor where that says it.
static MlirValue extentOf(MlirValue tensor, intptr_t dim, MlirOperation next) {
  MlirType type = mlirValueGetType(tensor);
  if (asIsPaddedImage(tensor)) // So that nothing needs the whole of it.
    return asInsertPaddedSize(next, tensor, dim);
  if (!mlirShapedTypeIsDynamicDim(type, dim) ||
      !asIrIsMadeBy(tensor, "tensor.empty"))
    return asGraphInsertDim(next, tensor, dim);
  intptr_t before = 0;
  for (intptr_t d = 0; d < dim; d++)
    before += mlirShapedTypeIsDynamicDim(type, d);
  return mlirOperationGetOperand(mlirOpResultGetOwner(tensor), before);
}

/// The tensor into which the tiles of result `r` are inserted.
static MlirValue wholeOf(const Split *split, intptr_t r) {
  MlirOperation op = split->root;
  for (;;) {
    MlirValue init =
        asWithoutFills(mlirOperationGetOperand(op, asInitOf(op, r)));
    int member = asMemberOf(split->loops, init);
    if (member < 0)
      return init;
    op = split->loops->members[member].op;
    r = mlirOpResultGetResultNumber(init);
  }
}

static Split begin(const AsGroupLoops *loops) {
  MlirOperation root = loops->members[loops->numMembers - 1].op;
  Split split = {.loops = loops,
                 .root = root,
                 .numResults = mlirOperationGetNumResults(root),
                 .mayOverlap = true};
  for (intptr_t r = 0; r < split.numResults; r++)
    split.mayOverlap &= !readsBefore(&split, r);
  return split;
}

bool asGroupMayOverlap(const AsGroupLoops *loops) {
  return begin(loops).mayOverlap;
}

void asSplitGroup(const AsGroupLoops *loops, const AsKernelSizes *sizes) {
  Split split = begin(loops);
  MlirOperation root = split.root;
  split.sizes = sizes;
  MlirValue wholes[AS_MAX_RESULTS];
  for (int c = 0; c < loops->numClasses; c++)
    split.extent[c] =
        extentOf(loops->classes[c].tensor, loops->classes[c].dim, root);
  for (intptr_t r = 0; r < split.numResults; r++)
    wholes[r] = wholeOf(&split, r);
  splitClass(&split, 0, false, root, wholes);
  for (intptr_t r = 0; r < split.numResults; r++)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(root, r), wholes[r]);
  for (int m = loops->numMembers - 1; m >= 0; m--)
    mlirOperationDestroy(loops->members[m].op);
}

//===----------------------------------------------------------------------===//
// One tile alone
//===----------------------------------------------------------------------===//

typedef struct Operations {
  MlirOperation *ops; ///< Owned.
  int count;
} Operations;

static Operations operationsBetween(MlirOperation first, MlirOperation end) {
  Operations between = {0};
  for (MlirOperation op = first; !mlirOperationEqual(op, end);
       op = mlirOperationGetNextInBlock(op)) {
    between.ops = asRealloc(between.ops,
                            sizeof *between.ops * (size_t)(between.count + 1));
    between.ops[between.count++] = op;
  }
  return between;
}

/// A module with a function of the structured ones of the operations.
static MlirModule moduleOf(const Operations *all, MlirLocation location) {
  AsNode *nodes = asAlloc(sizeof *nodes * (size_t)(all->count + 1));
  AsBlockGroups groups = {.nodes = nodes, .numGroups = 1};
  for (int i = 0; i < all->count; i++)
    if (!asIsCheap(all->ops[i]) && (asIrHasPrefix(all->ops[i], "linalg.") ||
                                    asIrIsNamed(all->ops[i], "tensor.pad")))
      nodes[groups.numNodes++] = (AsNode){.op = all->ops[i]};
  AsSelection selection = asSelectionOf(&groups, 0);
  MlirOperation function = asSelectionFunction(&selection, location);
  mlirOperationRemoveAttributeByName(function, asIrString("sym_visibility"));
  MlirModule module = mlirModuleCreateEmpty(location);
  mlirBlockAppendOwnedOperation(mlirModuleGetBody(module), function);
  asSelectionFree(&selection);
  free(nodes);
  return module;
}

/// The initial value of result `r`: where a sum is carried from tile to tile,
/// what the tile before has left there.
static MlirValue startOf(const Split *split, intptr_t r) {
  bool carries = split->loops->numParallel < split->loops->numClasses;
  MlirValue whole = wholeOf(split, r);
  return carries ? extractTile(split, rootOf(split), asInitOf(split->root, r),
                               whole, split->root)
                 : initTile(split, r, whole, split->root);
}

MlirModule asKernelModule(const AsGroupLoops *loops, const int64_t *sizes) {
  Split split = begin(loops);
  MlirValue zero = asIrInsertIndex(split.root, 0), tiles[AS_MAX_RESULTS],
            // No constant, so that it becomes an argument as in the loops.
      offset = asIrInsertBinary(split.root, "arith.addi", zero, zero);
  for (int c = 0; c < loops->numClasses; c++) {
    split.offset[c] = offset;
    split.size[c] = sizes[c];
  }
  for (intptr_t r = 0; r < split.numResults; r++)
    tiles[r] = startOf(&split, r);
  computeTile(&split, split.root, tiles);
  Operations added = operationsBetween(mlirOpResultGetOwner(zero), split.root);
  MlirModule module = moduleOf(&added, mlirOperationGetLocation(split.root));
  for (int i = added.count - 1; i >= 0; i--)
    mlirOperationDestroy(added.ops[i]);
  free(added.ops);
  return module;
}
