//===- group-tile.c - A group on one tile
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tile has a place and a size along each class of loops. The size is static,
// but for blocks of attention (split-attention.c). Of operands that the group
// does not compute, the tile reads slices:
//
//   %s = tensor.extract_slice %x[%i, 0] [32, 768] [1, 1]
//   %p = linalg.matmul ins(%s, %w : tensor<32x768xf32>, ...)
//
// Of fills and empty tensors there are smaller ones, and of padded images
// padded tiles (padded-tile.h). Of a sum the last tile may be padded as well,
// by what adds nothing (neutral-pads.h):
//
//   %z = linalg.fill ins(%c-0.0) ... -> tensor<64x768xf32>
//   %r = tensor.extract_slice %w[%k, 0] [%left, 768] [1, 1]
//   %s = tensor.insert_slice %r into %z[0, 0] [%left, 768] [1, 1]
//
// Tiles of one operand may be transposed (transposed-tile.h).
//
//===----------------------------------------------------------------------===//

#include "task/dynamic/group-tile.h"
#include "ir/def-use.h"
#include "ir/ir-mapping.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "task/dynamic/neutral-pads.h"
#include "task/dynamic/padded-tile.h"

static const AsMember *rootOf(const AsGroupTile *tile) {
  return &tile->loops->members[tile->loops->numMembers - 1];
}

AsGroupTile asGroupTile(const AsGroupLoops *loops) {
  MlirOperation root = loops->members[loops->numMembers - 1].op;
  return (AsGroupTile){.loops = loops,
                       .root = root,
                       .numResults = mlirOperationGetNumResults(root),
                       .transposed = asTransposedOperand(loops)};
}

MlirValue asInsertClassExtent(MlirOperation next, const AsLoopClass *class) {
  MlirType type = mlirValueGetType(class->tensor);
  if (asIsPaddedImage(class->tensor)) // So that nothing needs the whole of it.
    return asInsertPaddedSize(next, class->tensor, class->dim);
  if (!mlirShapedTypeIsDynamicDim(type, class->dim) ||
      !asIrIsMadeBy(class->tensor, "tensor.empty"))
    return asGraphInsertDim(next, class->tensor, class->dim);
  intptr_t before = 0;
  for (intptr_t d = 0; d < class->dim; d++)
    before += mlirShapedTypeIsDynamicDim(type, d);
  return mlirOperationGetOperand(mlirOpResultGetOwner(class->tensor), before);
}

//===----------------------------------------------------------------------===//
// Tiles of tensors
//===----------------------------------------------------------------------===//

/// The size along a dimension where it is a value; null if it is static.
static MlirValue openSize(const AsGroupTile *tile, const AsTileDim *dim) {
  return dim->class < 0 ? (MlirValue){NULL} : tile->open[dim->class];
}

/// How many elements there are along a dimension, as far as types say it.
static int64_t extentOfDim(const AsGroupTile *tile, const AsTileDim *dim) {
  return mlirValueIsNull(openSize(tile, dim))
             ? asTileExtent(dim, dim->class < 0 ? 0 : tile->size[dim->class])
             : mlirShapedTypeGetDynamicSize();
}

/// The type of a tile of operand `i`.
static MlirType tileType(const AsGroupTile *tile, const AsMember *member,
                         intptr_t i) {
  MlirType type = mlirValueGetType(mlirOperationGetOperand(member->op, i));
  int64_t shape[AS_MAX_RANK];
  intptr_t rank = mlirShapedTypeGetRank(type);
  for (intptr_t d = 0; d < rank; d++) {
    AsTileDim dim = asTileDim(member, i, d);
    shape[d] = extentOfDim(tile, &dim);
  }
  return mlirRankedTensorTypeGet(
      rank, shape, mlirShapedTypeGetElementType(type), mlirAttributeGetNull());
}

/// What tiles are cut from.
typedef enum Whole {
  OPERAND, ///< What the group reads.
  RESULT,  ///< What the group computes, or a part of it.
} Whole;

/// Where the tile begins along a dimension.
static MlirValue placeOfDim(const AsGroupTile *tile, const AsTileDim *dim,
                            Whole of, MlirOperation next) {
  if (dim->class < 0)
    return (MlirValue){NULL};
  MlirValue offset = of == RESULT && !mlirValueIsNull(tile->inPart[dim->class])
                         ? tile->inPart[dim->class]
                         : tile->offset[dim->class];
  return dim->step == 1 || mlirValueIsNull(offset)
             ? offset
             : asIrInsertBinary(next, "arith.muli", offset,
                                asIrInsertIndex(next, dim->step));
}

/// Where the tile of operand `i` is in the whole; false if it is the whole.
static bool tileSlice(const AsGroupTile *tile, const AsMember *member,
                      intptr_t i, Whole of, MlirOperation next,
                      AsIrSlice *slice) {
  MlirType type = mlirValueGetType(mlirOperationGetOperand(member->op, i));
  bool isPart = false;
  for (intptr_t d = 0; d < mlirShapedTypeGetRank(type); d++) {
    AsTileDim dim = asTileDim(member, i, d);
    MlirValue place = placeOfDim(tile, &dim, of, next),
              size = openSize(tile, &dim);
    if (mlirValueIsNull(size)) {
      isPart |= dim.class >= 0 || mlirShapedTypeIsDynamicDim(type, d);
      asIrSliceAdd(slice, extentOfDim(tile, &dim), place);
    } else {
      isPart |= !mlirValueIsNull(place);
      asIrSliceAddOpen(slice, size, place);
    }
  }
  return isPart;
}

/// The tile of a padded image.
static MlirValue extractPadded(const AsGroupTile *tile, const AsMember *member,
                               intptr_t i, MlirValue whole,
                               MlirOperation next) {
  MlirValue begin[AS_MAX_RANK];
  for (intptr_t d = 0; d < mlirShapedTypeGetRank(mlirValueGetType(whole));
       d++) {
    AsTileDim dim = asTileDim(member, i, d);
    begin[d] = placeOfDim(tile, &dim, OPERAND, next);
  }
  return asInsertPaddedTile(next, whole, begin, tileType(tile, member, i));
}

/// How many elements of the tile are there along a dimension; null: all.
static MlirValue leftOf(const AsGroupTile *tile, const AsTileDim *dim) {
  return dim->class < 0 ? (MlirValue){NULL} : tile->left[dim->class];
}

/// Whether something of the tile of an operand is behind the end of it.
static bool isCut(const AsGroupTile *tile, const AsMember *member, intptr_t i,
                  MlirValue whole) {
  bool is = false;
  for (intptr_t d = 0; d < mlirShapedTypeGetRank(mlirValueGetType(whole));
       d++) {
    AsTileDim dim = asTileDim(member, i, d);
    is |= !mlirValueIsNull(leftOf(tile, &dim));
  }
  return is;
}

/// What is there of the tile of operand `i`, and neutral elements behind it.
static MlirValue extractCut(const AsGroupTile *tile, const AsMember *member,
                            intptr_t i, MlirValue whole, MlirOperation next) {
  AsIrSlice from = {0}, to = {0};
  for (intptr_t d = 0; d < mlirShapedTypeGetRank(mlirValueGetType(whole));
       d++) {
    AsTileDim dim = asTileDim(member, i, d);
    MlirValue left = leftOf(tile, &dim),
              place = placeOfDim(tile, &dim, OPERAND, next), none = {NULL};
    int64_t extent =
        asTileExtent(&dim, dim.class < 0 ? 0 : tile->size[dim.class]);
    if (mlirValueIsNull(left)) {
      asIrSliceAdd(&from, extent, place);
      asIrSliceAdd(&to, extent, none);
    } else {
      asIrSliceAddOpen(&from, left, place);
      asIrSliceAddOpen(&to, left, none);
    }
  }
  MlirValue neutral = asIrInsertConstant(next, asNeutralPad(tile->loops, i));
  return asInsertBordered(next, whole, neutral, tileType(tile, member, i),
                          &from, &to);
}

/// The tile of a value that is shaped like operand `i`.
static MlirValue extractTile(const AsGroupTile *tile, const AsMember *member,
                             intptr_t i, Whole of, MlirValue whole,
                             MlirOperation next) {
  AsIrSlice slice = {0};
  if (asIsPaddedImage(whole))
    return extractPadded(tile, member, i, whole, next);
  if (isCut(tile, member, i, whole))
    return extractCut(tile, member, i, whole, next);
  return tileSlice(tile, member, i, of, next, &slice)
             ? asIrInsertExtractSlice(next, whole, tileType(tile, member, i),
                                      &slice)
             : whole;
}

static bool isFill(MlirValue value) {
  return asIrIsMadeBy(value, "linalg.fill");
}

/// A tensor.empty of the tile of operand `i`.
static MlirValue emptyTile(const AsGroupTile *tile, const AsMember *member,
                           intptr_t i, MlirOperation next) {
  MlirType type = tileType(tile, member, i);
  MlirValue sizes[AS_MAX_RANK];
  intptr_t count = 0;
  for (intptr_t d = 0; d < mlirShapedTypeGetRank(type); d++) {
    AsTileDim dim = asTileDim(member, i, d);
    if (!mlirValueIsNull(openSize(tile, &dim)))
      sizes[count++] = openSize(tile, &dim);
  }
  return asGraphInsertEmptyOf(next, type, count, sizes);
}

/// A tensor.empty or a fill of the tile instead of one of the whole.
static MlirValue cheapTile(const AsGroupTile *tile, const AsMember *member,
                           intptr_t i, MlirOperation next) {
  MlirValue value = mlirOperationGetOperand(member->op, i),
            empty = emptyTile(tile, member, i, next);
  if (!isFill(value))
    return empty;
  MlirValue scalar = mlirOperationGetOperand(mlirOpResultGetOwner(value), 0);
  return asGraphInsertFillOf(next, scalar, empty);
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
static int initMember(const AsGroupTile *tile, intptr_t r) {
  return asMemberOf(tile->loops, mlirOperationGetOperand(
                                     tile->root, asInitOf(tile->root, r)));
}

bool asTileReadsBefore(const AsGroupTile *tile, intptr_t r) {
  intptr_t init = asInitOf(tile->root, r);
  return initMember(tile, r) < 0 &&
         !isCheap(mlirOperationGetOperand(tile->root, init)) &&
         readsInit(tile->root, init);
}

//===----------------------------------------------------------------------===//
// From what a result starts
//===----------------------------------------------------------------------===//

MlirValue asTileWhole(const AsGroupTile *tile, intptr_t r) {
  MlirOperation op = tile->root;
  for (;;) {
    MlirValue init =
        asWithoutFills(mlirOperationGetOperand(op, asInitOf(op, r)));
    int member = asMemberOf(tile->loops, init);
    if (member < 0)
      return init;
    op = tile->loops->members[member].op;
    r = mlirOpResultGetResultNumber(init);
  }
}

MlirValue asTileOfWhole(const AsGroupTile *tile, intptr_t r, MlirValue whole,
                        MlirOperation next) {
  return extractTile(tile, rootOf(tile), asInitOf(tile->root, r), RESULT, whole,
                     next);
}

MlirValue asTileInit(const AsGroupTile *tile, intptr_t r, MlirValue whole,
                     MlirOperation next) {
  if (initMember(tile, r) >= 0)
    return (MlirValue){NULL};
  const AsMember *root = rootOf(tile);
  intptr_t i = asInitOf(root->op, r);
  MlirValue init = mlirOperationGetOperand(root->op, i);
  if (isFill(init))
    return cheapTile(tile, root, i, next);
  return asTileReadsBefore(tile, r) ? asTileOfWhole(tile, r, whole, next)
                                    : emptyTile(tile, root, i, next);
}

bool asTileResultSlice(const AsGroupTile *tile, intptr_t r, MlirOperation next,
                       AsIrSlice *slice) {
  return tileSlice(tile, rootOf(tile), asInitOf(tile->root, r), RESULT, next,
                   slice);
}

//===----------------------------------------------------------------------===//
// The group
//===----------------------------------------------------------------------===//

/// Whether the tile of an operand is transposed, which a few elements are not.
static bool isTransposed(const AsGroupTile *tile) {
  return tile->transposed.member >= 0 &&
         tile->size[tile->transposed.class] > tile->transposed.few;
}

/// Whether it is that operand.
static bool readsTransposed(const AsGroupTile *tile, const AsMember *member,
                            intptr_t i) {
  return isTransposed(tile) && i == tile->transposed.operand &&
         member == &tile->loops->members[tile->transposed.member];
}

void asTileTranspose(AsGroupTile *tile, MlirOperation next) {
  const AsTransposed *transposed = &tile->transposed;
  tile->transposedTile = (MlirValue){NULL};
  if (!isTransposed(tile))
    return;
  const AsMember *member = &tile->loops->members[transposed->member];
  MlirValue whole = mlirOperationGetOperand(member->op, transposed->operand);
  tile->transposedTile = asGraphInsertTranspose(
      next,
      extractTile(tile, member, transposed->operand, OPERAND, whole, next),
      transposed->order);
}

/// The tile of operand `i`; of the root's initial values, those of `inits` that
/// the group does not compute.
static MlirValue operandTile(const AsGroupTile *tile, const AsMember *member,
                             intptr_t i, const AsIrMap *tiles,
                             const MlirValue *inits, MlirOperation next) {
  MlirValue value = mlirOperationGetOperand(member->op, i);
  intptr_t first = asInitOf(tile->root, 0);
  if (member == rootOf(tile) && i >= first && i < first + tile->numResults &&
      !mlirValueIsNull(inits[i - first]))
    return inits[i - first];
  if (readsTransposed(tile, member, i))
    return tile->transposedTile;
  if (i >= asNumIndexed(member->op) ||
      !mlirTypeIsARankedTensor(mlirValueGetType(value)))
    return value;
  int known = asIrMapFind(tiles, value);
  if (known >= 0)
    return tiles->to[known];
  return isCheap(value) ? cheapTile(tile, member, i, next)
                        : extractTile(tile, member, i, OPERAND, value, next);
}

typedef struct Indices {
  const AsGroupTile *tile;
  const AsMember *member;
} Indices;

/// Adds the place of the tile to what a body reads as loop index.
static MlirWalkResult moveIndex(MlirOperation op, void *context) {
  const Indices *indices = context;
  if (!asIrIsNamed(op, "linalg.index"))
    return MlirWalkResultAdvance;
  int class = indices->member
                  ->class[mlirIntegerAttrGetValueInt(asIrAttribute(op, "dim"))];
  if (class < 0 || mlirValueIsNull(indices->tile->offset[class]))
    return MlirWalkResultAdvance;
  MlirValue index = mlirOperationGetResult(op, 0),
            moved =
                asIrInsertBinary(mlirOperationGetNextInBlock(op), "arith.addi",
                                 index, indices->tile->offset[class]);
  MlirOperation sum = mlirOpResultGetOwner(moved);
  mlirValueReplaceAllUsesExcept(index, moved, 1, &sum);
  return MlirWalkResultAdvance;
}

/// The type that a result has of tiles of the operands.
static MlirType resultType(const AsGroupTile *tile, const AsMember *member,
                           intptr_t r, MlirOperation clone) {
  intptr_t init = asInitOf(member->op, r);
  if (init >= 0)
    return mlirValueGetType(mlirOperationGetOperand(clone, init));
  MlirType type = mlirValueGetType(mlirOperationGetResult(member->op, r));
  int64_t shape[AS_MAX_RANK];
  intptr_t rank = mlirShapedTypeGetRank(type);
  for (intptr_t d = 0; d < rank; d++)
    shape[d] = member->class[d] < 0 ? mlirShapedTypeGetDimSize(type, d)
                                    : tile->size[member->class[d]];
  return mlirRankedTensorTypeGet(
      rank, shape, mlirShapedTypeGetElementType(type), mlirAttributeGetNull());
}

static MlirOperation cloneMember(const AsGroupTile *tile,
                                 const AsMember *member, AsIrMap *tiles,
                                 const MlirValue *inits, MlirOperation next) {
  MlirOperation clone = mlirOperationClone(member->op);
  mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(next), next, clone);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(clone); i++)
    mlirOperationSetOperand(clone, i,
                            operandTile(tile, member, i, tiles, inits, clone));
  if (readsTransposed(tile, member, tile->transposed.operand))
    asReadTransposed(&tile->transposed, clone);
  for (intptr_t r = 0; r < mlirOperationGetNumResults(clone); r++) {
    mlirValueSetType(mlirOperationGetResult(clone, r),
                     resultType(tile, member, r, clone));
    asIrMapAdd(tiles, mlirOperationGetResult(member->op, r),
               mlirOperationGetResult(clone, r));
  }
  Indices indices = {tile, member};
  mlirOperationWalk(clone, moveIndex, &indices, MlirWalkPostOrder);
  return clone;
}

void asTileCompute(const AsGroupTile *tile, MlirOperation next,
                   MlirValue *values) {
  AsIrMap tiles = {0};
  MlirOperation root = {NULL};
  for (int m = 0; m < tile->loops->numMembers; m++)
    root = cloneMember(tile, &tile->loops->members[m], &tiles, values, next);
  for (intptr_t r = 0; r < tile->numResults; r++)
    values[r] = mlirOperationGetResult(root, r);
  asIrMapFree(&tiles);
}

void asReplaceGroup(const AsGroupTile *tile, const MlirValue *results) {
  for (intptr_t r = 0; r < tile->numResults; r++)
    mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(tile->root, r),
                                  results[r]);
  for (int m = tile->loops->numMembers - 1; m >= 0; m--)
    mlirOperationDestroy(tile->loops->members[m].op);
}
