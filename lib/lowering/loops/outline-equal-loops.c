//===- outline-equal-loops.c - One function for equal loops over tiles
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each operation of a dynamic size is a chain of loops over tiles, which call
// tasks (task/dynamic/split-group.c). A model of twelve equal layers has twelve
// copies of each chain. All of what follows, and LLVM most of all, would take
// twelve times as long, and so much more code would be made. So a chain that is
// there several times becomes a private function:
//
//   %a = scf.for %i = %c0 to %whole step %c32 iter_args(%t = %empty) {
//     ... = func.call @as_task_1(%x_tile, %v) ...
//   }
//   %b = scf.for %i = %whole to %n step %c1 iter_args(%t = %a) {
//     ... = func.call @as_task_2(%x_row, %v) ...
//   }
//   ...                             // The same for other %x and %v.
//
// becomes
//
//   %b = func.call @as_loops(%x, %v, %n, %empty)
//   ...
//   func.func private @as_loops(%x: tensor<?x768xf32>,
//       %v: tensor<768x768xf32>, %n: index,
//       %t: tensor<?x768xf32> {llvm.noalias}) -> tensor<?x768xf32> {
//     ...                           // The two loops.
//     return %b
//   }
//
// The caller makes the tensors of dynamic sizes that results are written to, as
// it reserves their memory (memory/reserve-memory.c). So loops in which others
// are made are left, but loops inside of these are looked at.
//
// Requires:    tensors before bufferisation; packed weights are arrays
//              (constants/place-initializers.c).
// Provides:    no equal chains of such loops; private functions whose arguments
//              that are written have llvm.noalias.
// Invalidates: the loops.
//
//===----------------------------------------------------------------------===//

#include "ir/def-use.h"
#include "ir/invariant-values.h"
#include "ir/nest-schedule.h"
#include "lowering/lowering-steps.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/arena.h"
#include "support/hash.h"
#include "task/outline-task.h"
#include "task/task.h"
#include <stdlib.h>

enum { BOUNDS = 3 }; ///< Operands of a loop before those that it carries.

/// Loops of one block, each of which but the last one is for the others alone.
typedef struct Chain {
  MlirOperation *loops; ///< Owned; in their order.
  int count;
  AsHash hash;
} Chain;

typedef struct Outliner {
  MlirModule module;
  Chain *chains;
  int numChains;
} Outliner;

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

static bool isDynamic(MlirValue value) {
  MlirType type = mlirValueGetType(value);
  return mlirTypeIsARankedTensor(type) && !mlirShapedTypeHasStaticShape(type);
}

static bool isView(MlirOperation op) {
  static const char *const names[] = {
      "tensor.extract_slice", "tensor.insert_slice", "tensor.collapse_shape",
      "tensor.expand_shape", "tensor.cast"};
  return asIrIsOneOf(op, names, sizeof names / sizeof *names);
}

/// Whether the operation makes a tensor of a dynamic size.
static bool makesDynamic(MlirOperation op) {
  bool makes = (asIrHasPrefix(op, "tensor.") && !isView(op)) ||
               asIrIsNamed(op, "bufferization.alloc_tensor");
  return makes && mlirOperationGetNumResults(op) == 1 &&
         isDynamic(mlirOperationGetResult(op, 0));
}

static MlirWalkResult findMade(MlirOperation op, void *context) {
  bool *isFound = context;
  *isFound |= makesDynamic(op);
  return *isFound ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

/// Whether the initial value of the loop is its own, so that a function may
/// write it: the values of two loops may be one tensor.empty, of which each
/// call gets a copy.
static bool hasOwnInits(MlirOperation loop) {
  bool has = true;
  for (intptr_t i = BOUNDS; i < mlirOperationGetNumOperands(loop); i++) {
    MlirValue init = mlirOperationGetOperand(loop, i);
    MlirOperation made = asIrDefinition(init);
    bool isView =
        !mlirOperationIsNull(made) && asIrIsNamed(made, "tensor.extract_slice");
    has &= !isDynamic(init) || asIrIsMadeBy(init, "tensor.empty") ||
           asIrHasOneUse(init);
    has &= !isView; // Of what the function would return a copy.
  }
  return has;
}

/// Whether a function may have the loop.
static bool mayMove(MlirOperation loop) {
  bool makes = false;
  if (!asIrIsNamed(loop, "scf.for") || !mlirOperationGetNumResults(loop) ||
      !hasOwnInits(loop))
    return false;
  mlirOperationWalk(loop, findMade, &makes, MlirWalkPreOrder);
  return !makes;
}

static MlirWalkResult findOpenEnd(MlirOperation op, void *context) {
  int64_t end;
  bool *isFound = context;
  *isFound |= asIrIsNamed(op, "scf.for") &&
              !asIrConstantInteger(mlirOperationGetOperand(op, 1), &end);
  return *isFound ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

/// Whether it is a loop over tiles of a dynamic size.
static bool isOverTiles(MlirOperation loop) {
  bool isOpen = false;
  if (!mayMove(loop) || !asIrContains(loop, "func.call"))
    return false;
  mlirOperationWalk(loop, findOpenEnd, &isOpen, MlirWalkPreOrder);
  return isOpen;
}

//===----------------------------------------------------------------------===//
// Chains
//===----------------------------------------------------------------------===//

static bool isIn(const Chain *chain, MlirOperation op) {
  for (int l = 0; l < chain->count; l++)
    if (mlirOperationEqual(chain->loops[l], op))
      return true;
  return false;
}

/// Whether the operation is a loop of the chain, or in one.
static bool isInside(const Chain *chain, MlirOperation op) {
  while (!mlirOperationIsNull(op) && !isIn(chain, op))
    op = mlirOperationGetParentOperation(op);
  return !mlirOperationIsNull(op);
}

static bool isOnlyFor(const Chain *chain, MlirOperation loop) {
  for (intptr_t r = 0; r < mlirOperationGetNumResults(loop); r++)
    for (MlirOpOperand use =
             mlirValueGetFirstUse(mlirOperationGetResult(loop, r));
         !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
      if (!isInside(chain, mlirOpOperandGetOwner(use)))
        return false;
  return true;
}

/// Puts the loop in front of those that come after it.
static void addLoop(Chain *chain, MlirOperation loop) {
  chain->loops = asRealloc(chain->loops,
                           sizeof *chain->loops * (size_t)(chain->count + 1));
  int at = chain->count++;
  for (; at > 0 && mlirOperationIsBeforeInBlock(loop, chain->loops[at - 1]);
       at--)
    chain->loops[at] = chain->loops[at - 1];
  chain->loops[at] = loop;
}

/// Adds the loops that one of the chain goes on with, and those before them.
static void addBefore(Chain *chain, MlirOperation loop) {
  for (intptr_t i = BOUNDS; i < mlirOperationGetNumOperands(loop); i++) {
    MlirOperation before =
        asIrMadeBy(mlirOperationGetOperand(loop, i), "scf.for");
    if (mlirOperationIsNull(before) || isIn(chain, before) ||
        !mlirBlockEqual(mlirOperationGetBlock(before),
                        mlirOperationGetBlock(loop)) ||
        !mayMove(before) || !isOnlyFor(chain, before))
      continue;
    addLoop(chain, before);
    addBefore(chain, before);
  }
}

static bool isTaken(const Outliner *outliner, MlirOperation op) {
  bool is = false;
  for (int c = 0; c < outliner->numChains && !is; c++)
    is = isIn(&outliner->chains[c], op);
  return is;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// An AsTakesAlong: constants and what is computed of sizes is computed by the
/// function, and so are tensors of static sizes that hold nothing yet, or one
/// number.
static bool takes(MlirOperation op) {
  if (mlirOperationGetNumResults(op) != 1)
    return false;
  MlirValue result = mlirOperationGetResult(op, 0);
  MlirType type = mlirValueGetType(result);
  if (asIrIsNamed(op, "arith.constant"))
    return asIsCheap(op);
  if (asIrHasPrefix(op, "arith."))
    return mlirTypeIsAIndex(type) || mlirTypeIsAInteger(type);
  return isView(op) ? !asIrIsNamed(op, "tensor.insert_slice")
                    : asIsCheap(op) && !isDynamic(result);
}

static AsSelection selectionOf(const Chain *chain) {
  return asSelectionOfAll(chain->loops, chain->count, takes);
}

/// Marks the arguments that the loops write.
static void markWritten(const Chain *chain, const AsSelection *selection,
                        MlirOperation function) {
  for (int l = 0; l < chain->count; l++)
    for (intptr_t i = BOUNDS; i < mlirOperationGetNumOperands(chain->loops[l]);
         i++) {
      int input = asIrMapFind(&selection->inputs,
                              mlirOperationGetOperand(chain->loops[l], i));
      if (input >= 0)
        asIrArgumentMark(function, input, AS_NOALIAS_ATTRIBUTE);
    }
}

static MlirOperation functionOf(const Chain *chain,
                                const AsSelection *selection) {
  MlirOperation function =
      asSelectionFunction(selection, mlirOperationGetLocation(selection->root));
  markWritten(chain, selection, function);
  mlirOperationSetAttributeByName(
      function, asIrString("sym_name"),
      mlirStringAttrGet(mlirOperationGetContext(function),
                        asIrString("as_loops")));
  return function;
}

static AsHash hashOf(const Chain *chain) {
  AsSelection selection = selectionOf(chain);
  MlirOperation function = functionOf(chain, &selection);
  AsHash hash = asTaskHashFunction(function);
  mlirOperationDestroy(function);
  asSelectionFree(&selection);
  return hash;
}

/// Gives the chain a tensor.empty of its own where it starts from one.
static void separateInits(const Chain *chain) {
  for (int l = 0; l < chain->count; l++)
    for (intptr_t i = BOUNDS; i < mlirOperationGetNumOperands(chain->loops[l]);
         i++) {
      MlirOperation loop = chain->loops[l],
                    empty = asIrMadeBy(mlirOperationGetOperand(loop, i),
                                       "tensor.empty");
      if (mlirOperationIsNull(empty) || !mlirOperationGetNumOperands(empty))
        continue;
      MlirOperation own = mlirOperationClone(empty);
      mlirBlockInsertOwnedOperationBefore(mlirOperationGetBlock(loop), loop,
                                          own);
      mlirOperationSetOperand(loop, i, mlirOperationGetResult(own, 0));
    }
}

/// Replaces the chain by a call of the function with that name; creates it if
/// there is no name yet, and sets it.
static void outline(const Outliner *outliner, const Chain *chain,
                    AsText *name) {
  separateInits(chain);
  AsSelection selection = selectionOf(chain);
  MlirLocation location = mlirOperationGetLocation(selection.root);
  if (!name->length) {
    MlirSymbolTable symbols =
        mlirSymbolTableCreate(mlirModuleGetOperation(outliner->module));
    MlirStringRef symbol = mlirStringAttrGetValue(
        mlirSymbolTableInsert(symbols, functionOf(chain, &selection)));
    asTextAppend(name, symbol.data, symbol.length);
    mlirSymbolTableDestroy(symbols);
  }
  asSelectionCall(&selection, location, asTextString(name));
  for (int l = chain->count - 1; l >= 0; l--)
    mlirOperationDestroy(chain->loops[l]);
  asSelectionFree(&selection);
}

//===----------------------------------------------------------------------===//
// Arrays of packed weights
//===----------------------------------------------------------------------===//

typedef struct Arrays {
  MlirOperation first; ///< Of the chain.
  MlirOperation *ops;  ///< Those in its loops that make tensors of arrays.
  int count;
} Arrays;

static MlirWalkResult findArray(MlirOperation op, void *context) {
  Arrays *arrays = context;
  if (!asIrIsNamed(op, "bufferization.to_tensor") ||
      !asIrIsMadeBy(mlirOperationGetOperand(op, 0), "memref.get_global") ||
      !asIrIsFixed(mlirOperationGetResult(op, 0)))
    return MlirWalkResultAdvance;
  arrays->ops =
      asRealloc(arrays->ops, sizeof *arrays->ops * (size_t)(arrays->count + 1));
  arrays->ops[arrays->count++] = op;
  return MlirWalkResultAdvance;
}

static MlirAttribute arrayOf(MlirOperation op) {
  return asIrAttribute(asIrDefinition(mlirOperationGetOperand(op, 0)), "name");
}

/// Reads each array once, in front of the chain: it is another one in each
/// layer, and so an argument.
static void readArraysBefore(const Chain *chain) {
  Arrays arrays = {.first = chain->loops[0]};
  for (int l = 0; l < chain->count; l++)
    mlirOperationWalk(chain->loops[l], findArray, &arrays, MlirWalkPreOrder);
  for (int a = 0; a < arrays.count; a++) {
    MlirOperation op = arrays.ops[a],
                  array = asIrDefinition(mlirOperationGetOperand(op, 0));
    int same = 0;
    while (same < a &&
           !mlirAttributeEqual(arrayOf(arrays.ops[same]), arrayOf(op)))
      same++;
    if (same < a) {
      mlirValueReplaceAllUsesOfWith(
          mlirOperationGetResult(op, 0),
          mlirOperationGetResult(arrays.ops[same], 0));
      mlirOperationDestroy(op);
      if (!asIrCountUses(mlirOperationGetResult(array, 0)))
        mlirOperationDestroy(array); // Its name would count.
      arrays.ops[a] = arrays.ops[same];
      continue;
    }
    if (isInside(chain, array))
      mlirOperationMoveBefore(array, arrays.first);
    mlirOperationMoveBefore(op, arrays.first);
  }
  free(arrays.ops);
}

//===----------------------------------------------------------------------===//
// The whole
//===----------------------------------------------------------------------===//

static void addChain(Outliner *outliner, MlirOperation last) {
  Chain chain = {0};
  addLoop(&chain, last);
  addBefore(&chain, last);
  readArraysBefore(&chain);
  chain.hash = hashOf(&chain);
  outliner->chains =
      asRealloc(outliner->chains,
                sizeof *outliner->chains * (size_t)(outliner->numChains + 1));
  outliner->chains[outliner->numChains++] = chain;
}

/// Finds the chains of a block, from the last one on, and of blocks in what is
/// in no chain.
static void findInBlock(MlirBlock block, void *context) {
  Outliner *outliner = context;
  if (isTaken(outliner, mlirBlockGetParentOperation(block)))
    return;
  MlirOperation *ops = NULL;
  int count = 0;
  for (MlirOperation op = mlirBlockGetFirstOperation(block);
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (!isOverTiles(op))
      continue;
    ops = asRealloc(ops, sizeof *ops * (size_t)(count + 1));
    ops[count++] = op;
  }
  for (int i = count - 1; i >= 0; i--)
    if (!isTaken(outliner, ops[i]))
      addChain(outliner, ops[i]);
  free(ops);
  asVisitInnerBlocks(block, findInBlock, outliner);
}

static void findInFunction(MlirOperation function, void *outliner) {
  MlirRegion region = mlirOperationGetRegion(function, 0);
  for (MlirBlock block = mlirRegionGetFirstBlock(region);
       !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block))
    findInBlock(block, outliner);
}

static bool areEqual(const Chain *a, const Chain *b) {
  return a->hash.high == b->hash.high && a->hash.low == b->hash.low;
}

/// Outlines the chains that are equal to number `first`, if it is the first one
/// of several.
static void outlineEqual(const Outliner *outliner, int first) {
  const Chain *chains = outliner->chains;
  bool isFirst = true;
  int count = 0;
  for (int c = 0; c < outliner->numChains; c++)
    if (areEqual(&chains[c], &chains[first]))
      isFirst &= c >= first, count++;
  AsText name = {0};
  for (int c = first; c < outliner->numChains && isFirst && count > 1; c++)
    if (areEqual(&chains[c], &chains[first]))
      outline(outliner, &chains[c], &name);
  asTextFree(&name);
}

void asOutlineEqualLoops(MlirModule module) {
  Outliner outliner = {.module = module};
  asIrVisitFunctions(module, findInFunction, &outliner);
  for (int c = 0; c < outliner.numChains; c++)
    outlineEqual(&outliner, c);
  for (int c = 0; c < outliner.numChains; c++)
    free(outliner.chains[c].loops);
  free(outliner.chains);
}
