//===- split-attention.c - Attention of any size by blocks of rows
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where both rows and keys are dynamic, what is between the products of
// attention has as many elements as the product of the two sizes. So all of it
// is done for a block of rows before the next one, and the scores exist for
// these rows only, as in static attention (sketch/rules/cpu/attention.c):
//
//   %s = linalg.batch_matmul ins(%q, %k) ...          -> tensor<12x?x?xf32>
//   ...                                               // softmax
//   %o = linalg.batch_matmul ins(%p, %v) ...          -> tensor<12x?x64xf32>
//
// becomes
//
//   %rest = arith.remui %n, %c64
//   %whole = arith.subi %n, %rest
//   %a = scf.for %i = %c0 to %whole step %c64 iter_args(%t = %empty) {
//     %b = tensor.extract_slice %q[0, %i, 0] [12, 64, 64] [1, 1, 1]
//     %s = linalg.batch_matmul ins(%b, %k) ...        -> tensor<12x64x?xf32>
//     ...
//     %u = tensor.insert_slice %o into %t[0, %i, 0] [12, 64, 64] [1, 1, 1]
//     scf.yield %u
//   }
//   ...                                               // The same of %rest
//   rows.
//
// The operations on a block are then split as all others are. The rest is as it
// was before, for less than a block, so that short texts take what they took.
//
//===----------------------------------------------------------------------===//

#include "task/dynamic/split-attention.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/arena.h"
#include "task/attention-group.h"
#include "task/attention-search.h"
#include "task/dynamic/group-tile.h"
#include <stdlib.h>

/// Rows of a block. Scores of twelve heads and 512 keys are 1.5 MiB then, which
/// second caches hold; with fewer rows keys and values are read more often.
enum { ROWS = 64 };

/// Attention that has both sizes, and the class of its rows.
typedef struct Attention {
  AsGroupLoops loops;
  int rows;
} Attention;

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// Computes the tile, and inserts it into `whole`.
static MlirValue insertTile(const AsGroupTile *tile, MlirValue whole,
                            MlirOperation next) {
  MlirValue result = asTileInit(tile, 0, whole, next);
  AsIrSlice slice = {0};
  asTileCompute(tile, next, &result);
  asTileResultSlice(tile, 0, next, &slice);
  return asIrInsertInsertSlice(next, result, whole, &slice);
}

/// All of the other classes.
static AsGroupTile tileOf(const Attention *attention, MlirOperation next) {
  const AsGroupLoops *loops = &attention->loops;
  AsGroupTile tile = asGroupTile(loops);
  for (int c = 0; c < loops->numClasses; c++) {
    tile.size[c] = mlirShapedTypeGetDynamicSize();
    tile.open[c] = asInsertClassExtent(next, &loops->classes[c]);
  }
  return tile;
}

/// Whole blocks, by a loop that begins at 0; changes `whole` to its result.
static void insertBlocks(AsGroupTile *tile, int rows, MlirValue end,
                         MlirValue *whole) {
  MlirOperation loop =
      asIrInsertLoop(tile->root, asIrInsertIndex(tile->root, 0), end,
                     asIrInsertIndex(tile->root, ROWS), 1, whole);
  MlirBlock body = asIrBody(loop);
  MlirOperation yield = mlirBlockGetTerminator(body);
  tile->offset[rows] = mlirBlockGetArgument(body, 0);
  tile->size[rows] = ROWS;
  tile->open[rows] = (MlirValue){NULL};
  mlirOperationSetOperand(
      yield, 0, insertTile(tile, mlirBlockGetArgument(body, 1), yield));
  *whole = mlirOperationGetResult(loop, 0);
}

static void divide(const Attention *attention) {
  MlirOperation root = asGroupTile(&attention->loops).root;
  AsGroupTile tile = tileOf(attention, root);
  int rows = attention->rows;
  MlirValue extent = tile.open[rows],
            rest = asIrInsertBinary(root, "arith.remui", extent,
                                    asIrInsertIndex(root, ROWS)),
            end = asIrInsertBinary(root, "arith.subi", extent, rest),
            whole = asTileWhole(&tile, 0);
  insertBlocks(&tile, rows, end, &whole);
  tile.offset[rows] = end;
  tile.size[rows] = mlirShapedTypeGetDynamicSize();
  tile.open[rows] = rest;
  whole = insertTile(&tile, whole, root);
  asReplaceGroup(&tile, &whole);
}

//===----------------------------------------------------------------------===//
// Attention
//===----------------------------------------------------------------------===//

/// The class of a loop of the last product; -1 for none.
static int classOf(const AsGroupLoops *loops, int loop) {
  return loop < 0 ? -1 : loops->members[loops->numMembers - 1].class[loop];
}

/// Reads the attention that was found. False if it has one of the sizes at
/// most, or cannot be divided. The caller frees the loops in both cases.
static bool read(const AsAttentionSearch *search, Attention *attention) {
  const AsBlockGroups *groups = &search->groups;
  MlirOperation *members =
      asAlloc(sizeof *members * (size_t)(groups->numNodes + 1));
  int count = 0;
  AsText why = {0};
  for (int i = 0; i < groups->numNodes; i++)
    if (search->isMember[i])
      members[count++] = groups->nodes[i].op;
  const AsGroupLoops *loops = &attention->loops;
  bool is = asGroupClasses(members, count, &attention->loops, &why);
  MlirOperation product = members[count - 1];
  attention->rows = is ? classOf(loops, asAttentionRowLoop(product)) : -1;
  is = attention->rows >= 0 && classOf(loops, asAttentionKeyLoop(product)) >= 0;
  asTextFree(&why);
  free(members);
  return is;
}

void asSplitAttention(MlirBlock block) {
  AsAttentionSearch search = asAttentionSearch(block, AS_GROUP_DYNAMIC);
  int count = 0, all = search.groups.numNodes;
  Attention *found = asAlloc(sizeof *found * (size_t)(all + 1));
  for (int i = 0; i < all; i++) {
    if (!asAttentionEndsAt(&search, i))
      continue;
    if (read(&search, &found[count]))
      count++;
    else
      asGroupLoopsFree(&found[count].loops);
  }
  // The last one first: its operands may be the result of another one.
  for (int a = count - 1; a >= 0; a--) {
    divide(&found[a]);
    asGroupLoopsFree(&found[a].loops);
  }
  free(found);
  asAttentionSearchFree(&search);
}
