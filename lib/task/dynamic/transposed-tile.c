//===- transposed-tile.c - A tile that many tiles of the result read
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scores of attention are products of queries and keys, both of them rows:
//
//   scores[h, i, j] += queries[h, i, k] * keys[h, j, k]
//
// Vectors go along j, so a kernel has to transpose its keys first. For each
// tile of queries it would do so again, which takes as long as all else where
// these are few. So the loop along j is outside, and transposes a tile of keys
// once; kernels are products without a transpose.
//
//   scf.for %j = ... step %c16 {
//     %s = tensor.extract_slice %keys[0, %j, 0] [12, 16, 64] [1, 1, 1]
//     %t = linalg.transpose ins(%s) outs(...) permutation = [0, 2, 1]
//     scf.for %i = ... step %c8 {
//       %p = linalg.batch_matmul ins(%q, %t : tensor<12x8x64xf32>,
//                                             tensor<12x64x16xf32>) ...
//
// The estimate does not know what a tile of some keys takes together with its
// transpose. Tiles of a whole vector or half of one are worth theirs. Tiles of
// four keys or one are read as they are, in dot products. Of queries there are
// tiles of 6, which keep the units busy, of 3 and of 1. Threads share the
// matrices (thread-parts.h), and large ones go one after the other
// (single-matrices.h).
//
//===----------------------------------------------------------------------===//

#include "task/dynamic/transposed-tile.h"
#include "ir/memref.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "task/dynamic/outer-loops.h"
#include "task/dynamic/single-matrices.h"
#include "task/dynamic/thread-parts.h"

/// Keys of a tile whose dot products take less than those of a vector of keys
/// together with its transpose, in 32 bits.
enum { FEW_KEYS = 4 };

static bool hasClass(const AsMember *member, int class) {
  bool has = false;
  for (int l = 0; l < member->numLoops; l++)
    has |= member->class[l] == class;
  return has;
}

/// The class of the last dimension of the member's result, or -1.
static int lastClass(const AsMember *member) {
  MlirType type = mlirValueGetType(mlirOperationGetResult(member->op, 0));
  intptr_t rank =
      mlirTypeIsARankedTensor(type) ? mlirShapedTypeGetRank(type) : 0;
  int loop = rank > 0 ? asResultLoop(member->op, 0, rank - 1) : -1;
  return loop < 0 ? -1 : member->class[loop];
}

/// Whether the operand is indexed by single loops, of which the one of the
/// class is not the last; sets the rest of *operand.
static bool readOperand(const AsGroupLoops *loops, const AsMember *member,
                        AsTransposed *operand) {
  MlirValue value = mlirOperationGetOperand(member->op, operand->operand);
  MlirType type = mlirValueGetType(value);
  if (!mlirTypeIsARankedTensor(type) || asMemberOf(loops, value) >= 0)
    return false;
  operand->rank = mlirShapedTypeGetRank(type);
  intptr_t count = 0, at = -1;
  for (intptr_t d = 0; d < operand->rank; d++) {
    AsLoopIndex index = asLoopIndexOf(member->op, operand->operand, d);
    int own = index.loop < 0 ? -1 : member->class[index.loop];
    if (index.loop < 0 || (own == operand->class && at >= 0))
      return false;
    if (own >= 0)
      operand->isIndexed[own] = true;
    if (own == operand->class)
      at = d;
    else
      operand->order[count++] = d;
  }
  if (at < 0 || at + 1 == operand->rank)
    return false;
  operand->order[count] = at;
  AsLoopIndex last =
      asLoopIndexOf(member->op, operand->operand, operand->rank - 1);
  return member->class[last.loop] < 0;
}

/// Whether other tiles of the result read the same tile of the operand.
static bool isShared(const AsGroupLoops *loops, const AsMember *member,
                     const AsTransposed *operand) {
  bool is = false;
  for (int c = 0; c < loops->numClasses; c++)
    is |= hasClass(member, c) && !operand->isIndexed[c];
  return is;
}

static bool hasResultOf32Bits(const AsMember *member) {
  enum { BYTES = 4 };
  MlirType type = mlirValueGetType(mlirOperationGetResult(member->op, 0));
  return asIrElementBytes(mlirShapedTypeGetElementType(type)) == BYTES;
}

AsTransposed asTransposedOperand(const AsGroupLoops *loops) {
  AsTransposed none = {.member = -1};
  if (loops->numParallel < loops->numClasses)
    return none; // Tiles would differ from tile to tile of the sum.
  for (int m = 0; m < loops->numMembers; m++) {
    const AsMember *member = &loops->members[m];
    int class = lastClass(member);
    if (class < 0 || mlirOperationGetNumResults(member->op) != 1 ||
        mlirAttributeIsNull(asIrAttribute(member->op, "indexing_maps")))
      continue;
    for (intptr_t i = 0; i < asInitOf(member->op, 0); i++) {
      AsTransposed found = {.member = m,
                            .operand = i,
                            .class = class,
                            .few = hasResultOf32Bits(member) ? FEW_KEYS : 1};
      if (readOperand(loops, member, &found) && isShared(loops, member, &found))
        return found;
    }
  }
  return none;
}

int asTransposedOrder(const AsGroupLoops *loops, const AsTransposed *operand,
                      int order[AS_MAX_CLASSES]) {
  int count = 0, indexed = 0;
  for (int pass = 0; pass < 2; pass++)
    for (int c = 0; c < loops->numParallel; c++) {
      bool isFirst = operand->member >= 0 && operand->isIndexed[c];
      if (isFirst == (pass == 0))
        order[count++] = c;
      indexed += pass == 0 && isFirst;
    }
  for (int c = loops->numParallel; c < loops->numClasses; c++)
    order[count++] = c;
  return indexed;
}

bool asTransposedSizes(const AsGroupLoops *loops, int threads, bool isStrict,
                       AsKernelSizes sizes[AS_MAX_CLASSES]) {
  static const AsKernelSizes keys = {.count = 4,
                                     .size = {16, 8, FEW_KEYS, 1},
                                     .least = {11, 6, 3, 1}},
                             strictKeys = {.count = 4,
                                           .size = {16, 8, FEW_KEYS, 1},
                                           .least = {11, 3, 2, 1}},
                             queries = {.count = 3,
                                        .size = {6, 3, 1},
                                        .least = {4, 2, 1}};
  enum { CLASSES = 2 };
  AsTransposed operand = asTransposedOperand(loops);
  int outer = loops->numClasses && loops->classes[0].isOuter ? 1 : 0;
  int64_t part =
      threads > 1 ? asThreadPart(loops, threads) : asOuterExtent(loops);
  if (operand.member < 0 || loops->numClasses != CLASSES + outer ||
      (outer && (!part || !operand.isIndexed[0])))
    return false;
  for (int c = outer; c < loops->numClasses; c++)
    sizes[c] = c != operand.class ? queries : isStrict ? strictKeys : keys;
  if (outer)
    sizes[0] = (AsKernelSizes){
        .count = part > 1 && asMayHaveSingleMatrices(loops) ? 2 : 1,
        .size = {part, 1}};
  return hasResultOf32Bits(&loops->members[operand.member]);
}

void asReadTransposed(const AsTransposed *operand, MlirOperation clone) {
  MlirAttribute maps = asIrAttribute(clone, "indexing_maps"), all[AS_MAX_DIMS];
  intptr_t count = mlirArrayAttrGetNumElements(maps);
  for (intptr_t i = 0; i < count; i++)
    all[i] = mlirArrayAttrGetElement(maps, i);
  MlirAffineMap map = mlirAffineMapAttrGetValue(all[operand->operand]);
  MlirAffineExpr results[AS_MAX_DIMS];
  for (intptr_t d = 0; d < operand->rank; d++)
    results[d] = mlirAffineMapGetResult(map, operand->order[d]);
  all[operand->operand] = mlirAffineMapAttrGet(mlirAffineMapGet(
      mlirAffineMapGetContext(map), mlirAffineMapGetNumDims(map), 0,
      operand->rank, results));
  mlirOperationSetAttributeByName(
      clone, asIrString("indexing_maps"),
      mlirArrayAttrGet(mlirOperationGetContext(clone), count, all));
}
