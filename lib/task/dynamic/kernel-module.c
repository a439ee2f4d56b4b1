//===- kernel-module.c - A module of one tile of a group
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See kernel-module.h. The tile is computed in front of the root, moved into a
// function, and taken away again.
//
//===----------------------------------------------------------------------===//

#include "task/dynamic/kernel-module.h"
#include "mlir-c/BuiltinAttributes.h"
#include "support/arena.h"
#include "task/dynamic/group-tile.h"
#include "task/outline-task.h"
#include <stdlib.h>

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

static bool isMadeBy(MlirValue value, MlirOperation op) {
  return !mlirValueIsNull(value) &&
         mlirOperationEqual(mlirOpResultGetOwner(value), op);
}

/// A module with a function of the structured ones of the operations, but not
/// of the one that makes the value `given`.
static MlirModule moduleOf(const Operations *all, MlirValue given,
                           MlirLocation location) {
  AsNode *nodes = asAlloc(sizeof *nodes * (size_t)(all->count + 1));
  AsBlockGroups groups = {.nodes = nodes, .numGroups = 1};
  for (int i = 0; i < all->count; i++)
    if (!isMadeBy(given, all->ops[i]) && !asIsCheap(all->ops[i]) &&
        (asIrHasPrefix(all->ops[i], "linalg.") ||
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
static MlirValue startOf(const AsGroupTile *tile, intptr_t r) {
  bool carries = tile->loops->numParallel < tile->loops->numClasses;
  MlirValue whole = asTileWhole(tile, r);
  return carries ? asTileOfWhole(tile, r, whole, tile->root)
                 : asTileInit(tile, r, whole, tile->root);
}

MlirModule asKernelModule(const AsGroupLoops *loops, const int64_t *sizes) {
  AsGroupTile tile = asGroupTile(loops);
  MlirValue zero = asIrInsertIndex(tile.root, 0), starts[AS_MAX_RESULTS],
            // No constant, so that it becomes an argument as in the loops.
      offset = asIrInsertBinary(tile.root, "arith.addi", zero, zero);
  for (int c = 0; c < loops->numClasses; c++) {
    tile.offset[c] = offset;
    tile.size[c] = sizes[c];
  }
  for (intptr_t r = 0; r < tile.numResults; r++)
    starts[r] = startOf(&tile, r);
  asTileTranspose(&tile, tile.root);
  asTileCompute(&tile, tile.root, starts);
  Operations added = operationsBetween(mlirOpResultGetOwner(zero), tile.root);
  MlirModule module = moduleOf(&added, tile.transposedTile,
                               mlirOperationGetLocation(tile.root));
  for (int i = added.count - 1; i >= 0; i--)
    mlirOperationDestroy(added.ops[i]);
  free(added.ops);
  return module;
}
