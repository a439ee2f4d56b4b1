//===- widen-once.c - Widen quantised weights once for many rows
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A product of many rows by quantised weights goes over them once for each few
// rows, and would widen and scale them each time. Where a loop computes the
// same widened weights in each iteration, and they fit into the second cache,
// they are computed once before that loop. Outer loops come first: what fits
// there is computed least often.
//
// Steps of an unrolled loop use rows of weights one after another. Their values
// lie in one array, in that order.
//
// Requires:    structured loops over bufferised IR.
// Provides:    no loop that widens the same integers in each of its iterations,
//              if there is room for what comes out, and enough use of it.
// Invalidates: nothing. Adds buffers and loops that fill them.
//
//   scf.for %m = ... {
//     scf.for %k = %c0 to %c64 step %c1 ... {
//       %0 = vector.transfer_read %w[%k, %c0] ... vector<16xi8>
//       %1 = arith.sitofp %0 : vector<16xi8> to vector<16xf32>
//       %2 = arith.mulf %1, %scale : vector<16xf32>
//       %3 = arith.mulf %x, %2 : vector<16xf32>       // %x depends on %m
//
// becomes
//
//   %b = memref.alloc() : memref<64x16xf32>
//   scf.for %j = %c0 to %c64 step %c1 {
//     %0 = vector.transfer_read %w[%j, %c0] ... vector<16xi8>
//     %1 = arith.sitofp %0 : vector<16xi8> to vector<16xf32>
//     %2 = arith.mulf %1, %scale : vector<16xf32>
//     vector.store %2, %b[%j, %c0]
//   }
//   scf.for %m = ... {
//     scf.for %k = %c0 to %c64 step %c1 ... {
//       %2 = vector.load %b[%k, %c0] : memref<64x16xf32>, vector<16xf32>
//       %3 = arith.mulf %x, %2 : vector<16xf32>
//
//===----------------------------------------------------------------------===//

#include "ir/def-use.h"
#include "ir/ir-mapping.h"
#include "ir/linear-index.h"
#include "ir/memref.h"
#include "lowering/arith-builder.h"
#include "lowering/lowering-steps.h"
#include "lowering/vector/interleave.h"
#include "lowering/vector/repeated-values.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/arena.h"
#include "target/widening-limits.h"
#include <stdlib.h>

enum {
  MOST_TOGETHER = 64, ///< Values in one array.
  MOST_STEPS = 16     ///< Operations one after another on a widened value.
};

//===----------------------------------------------------------------------===//
// What is worth it
//===----------------------------------------------------------------------===//

static bool isFloatVector(MlirType type) {
  return mlirTypeIsAVector(type) && !mlirVectorTypeIsScalable(type) &&
         mlirShapedTypeGetRank(type) > 0 &&
         mlirTypeIsAFloat(mlirShapedTypeGetElementType(type));
}

/// The bytes of the value in all iterations; more than AS_WIDEN_MOST_BYTES if
/// there are too many.
static int64_t bytesOf(const AsRepeated *own) {
  int64_t bits =
      asVectorSize(own->value) * asIrElementBits(mlirValueGetType(own->value));
  int64_t bytes = (bits + 7) / 8;
  for (int l = 0; l < own->numLoops; l++) {
    int64_t trip = asIrRangeTrip(&own->range[l]);
    if (trip > AS_WIDEN_MOST_BYTES / bytes)
      return AS_WIDEN_MOST_BYTES + 1;
    bytes *= trip;
  }
  return bytes;
}

static bool isWorthIt(const AsRepeated *own) {
  return isFloatVector(mlirValueGetType(own->value)) && own->numLoops > 0 &&
         own->times >= AS_WIDEN_FEWEST_TIMES &&
         bytesOf(own) <= AS_WIDEN_MOST_BYTES && asRepeatedIsLast(own) &&
         asRepeatedIsKept(own);
}

//===----------------------------------------------------------------------===//
// An array for them
//===----------------------------------------------------------------------===//

/// Values that are computed in the same loops and are as long.
typedef struct Rows {
  int count;
  AsRepeated value[MOST_TOGETHER];
  MlirType row; ///< A value as a vector of one dimension.
  MlirValue buffer;
} Rows;

static MlirType rowType(MlirValue value) {
  int64_t lanes = asVectorSize(value);
  return mlirVectorTypeGet(
      1, &lanes, mlirShapedTypeGetElementType(mlirValueGetType(value)));
}

static bool belongs(const Rows *rows, const AsRepeated *value) {
  const AsRepeated *first = &rows->value[0];
  if (rows->count == MOST_TOGETHER || first->numLoops != value->numLoops ||
      !mlirTypeEqual(rows->row, rowType(value->value)))
    return false;
  for (int l = 0; l < value->numLoops; l++)
    if (!mlirOperationEqual(first->loops[l], value->loops[l]))
      return false;
  return true;
}

/// Which iteration of the loop it is.
static MlirValue iterationOf(MlirOperation next, MlirValue counter,
                             const AsIrRange *range) {
  if (range->lower)
    counter = asIrInsertBinary(next, "arith.subi", counter,
                               asIrInsertIndex(next, range->lower));
  return range->step == 1
             ? counter
             : asIrInsertBinary(next, "arith.divui", counter,
                                asIrInsertIndex(next, range->step));
}

/// The row of value `i`: `count` rows for each iteration. Where each step of a
/// loop uses as many rows, that is the counter and no quotient.
static MlirValue rowIndex(const Rows *rows, MlirOperation next,
                          MlirValue counter, int i) {
  AsIrRange range = rows->value[0].range[rows->value[0].numLoops - 1];
  int64_t each = rows->count;
  if (range.step == rows->count)
    range.step = each = 1;
  MlirValue index = iterationOf(next, counter, &range);
  if (each > 1)
    index = asIrInsertBinary(next, "arith.muli", index,
                             asIrInsertIndex(next, each));
  return i == 0 ? index
                : asIrInsertBinary(next, "arith.addi", index,
                                   asIrInsertIndex(next, i));
}

/// A vector.load or vector.store of value `i` in the iterations of `loops`.
/// With `stored` null it is a load.
static MlirOperation access(const Rows *rows, int i, MlirOperation next,
                            const MlirOperation *loops, MlirValue stored) {
  const AsRepeated *own = &rows->value[0];
  MlirValue operands[AS_REPEATED_LOOPS + 3];
  intptr_t count = 0;
  bool isStore = !mlirValueIsNull(stored);
  if (isStore)
    operands[count++] = stored;
  operands[count++] = rows->buffer;
  for (int l = 0; l < own->numLoops; l++) {
    MlirValue counter = mlirBlockGetArgument(asIrBody(loops[l]), 0);
    operands[count++] = l == own->numLoops - 1
                            ? rowIndex(rows, next, counter, i)
                            : iterationOf(next, counter, &own->range[l]);
  }
  operands[count++] = asIrInsertIndex(next, 0);
  return asIrInsert(
      next, &(AsIrParts){.name = isStore ? "vector.store" : "vector.load",
                         .numOperands = count,
                         .operands = operands,
                         .numResults = !isStore,
                         .results = &rows->row});
}

static void allocate(Rows *rows) {
  enum { alignment = 64 };
  const AsRepeated *own = &rows->value[0];
  int64_t shape[AS_REPEATED_LOOPS + 1];
  for (int l = 0; l < own->numLoops; l++)
    shape[l] = asIrRangeTrip(&own->range[l]);
  shape[own->numLoops - 1] *= rows->count;
  shape[own->numLoops] = mlirShapedTypeGetDimSize(rows->row, 0);
  MlirType type = mlirMemRefTypeContiguousGet(
      mlirShapedTypeGetElementType(rows->row), own->numLoops + 1, shape,
      mlirAttributeGetNull());
  rows->buffer = asIrInsertAlloc(own->around, type, alignment);
}

//===----------------------------------------------------------------------===//
// Computing them before the loop
//===----------------------------------------------------------------------===//

/// New loops, and where to go on in each: `end[d]` ends what is done inside `d`
/// of them and outside of the others.
typedef struct Filling {
  AsIrMap map;
  MlirOperation loops[AS_REPEATED_LOOPS], end[AS_REPEATED_LOOPS + 1];
} Filling;

static void insertLoops(const AsRepeated *own, Filling *filling) {
  MlirOperation next = own->around;
  for (int l = 0; l < own->numLoops; l++) {
    MlirOperation loop = asIrInsertFor(next, own->range[l], (MlirValue){NULL});
    asIrMapAdd(&filling->map, mlirBlockGetArgument(asIrBody(own->loops[l]), 0),
               mlirBlockGetArgument(asIrBody(loop), 0));
    filling->loops[l] = filling->end[l] = loop;
    next = mlirBlockGetTerminator(asIrBody(loop));
  }
  filling->end[own->numLoops] = next;
}

/// Clones what the value depends on, each operation outside of the loops that
/// do not matter to it.
static MlirValue cloneValue(const AsRepeated *own, MlirValue value,
                            Filling *filling) {
  AsIrMap *map = &filling->map;
  int place = asIrMapFind(map, value);
  if (place >= 0)
    return map->to[place];
  if (!asIrIsInside(value, own->around))
    return value;
  MlirOperation op = mlirOpResultGetOwner(value);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++)
    (void)cloneValue(own, mlirOperationGetOperand(op, i), filling);
  MlirOperation next = filling->end[asRepeatedDepth(own, value)];
  mlirOperationMoveBefore(asIrMapClone(map, op, mlirOperationGetBlock(next)),
                          next);
  return map->to[asIrMapFind(map, value)];
}

static void replaceByLoad(const Rows *rows, int i) {
  const AsRepeated *own = &rows->value[i];
  MlirOperation op = mlirOpResultGetOwner(own->value);
  AsArith arith = asArithBefore(op);
  MlirOperation load =
      access(rows, i, op, rows->value[0].loops, (MlirValue){NULL});
  mlirValueReplaceAllUsesOfWith(
      own->value, asVectorReshape(&arith, mlirOperationGetResult(load, 0),
                                  mlirValueGetType(own->value)));
  mlirOperationDestroy(op);
}

static void computeBefore(Rows *rows) {
  Filling filling = {0};
  allocate(rows);
  insertLoops(&rows->value[0], &filling);
  MlirOperation next = filling.end[rows->value[0].numLoops];
  for (int i = 0; i < rows->count; i++) {
    AsArith arith = asArithBefore(next);
    MlirValue value =
        cloneValue(&rows->value[i], rows->value[i].value, &filling);
    (void)access(rows, i, next, filling.loops,
                 asVectorReshape(&arith, value, rows->row));
  }
  asIrMapFree(&filling.map);
  for (int i = 0; i < rows->count; i++)
    replaceByLoad(rows, i);
}

//===----------------------------------------------------------------------===//
// All loops
//===----------------------------------------------------------------------===//

typedef struct Operations {
  MlirOperation *all;
  size_t count;
} Operations;

static void append(Operations *operations, MlirOperation op) {
  operations->all = asRealloc(operations->all, sizeof *operations->all *
                                                   (operations->count + 1));
  operations->all[operations->count++] = op;
}

static MlirWalkResult collectLoop(MlirOperation op, void *context) {
  if (asIrIsNamed(op, "scf.for"))
    append(context, op);
  return MlirWalkResultAdvance;
}

typedef struct Search {
  MlirOperation around;
  Operations seen;  ///< Operations on widened integers.
  Operations found; ///< Those of them whose results are worth an array.
} Search;

/// Adds what is computed from the value, and the value itself.
static void follow(Search *search, MlirOperation op, int steps) {
  AsRepeated own;
  if (steps == 0 || mlirOperationGetNumResults(op) != 1 ||
      !asRepeatedFind(&own, search->around, mlirOperationGetResult(op, 0)))
    return;
  for (size_t i = 0; i < search->seen.count; i++)
    if (mlirOperationEqual(search->seen.all[i], op))
      return;
  append(&search->seen, op);
  if (isWorthIt(&own))
    append(&search->found, op);
  for (MlirOpOperand use = mlirValueGetFirstUse(own.value);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    follow(search, mlirOpOperandGetOwner(use), steps - 1);
}

static MlirWalkResult collectWidened(MlirOperation op, void *context) {
  static const char *const names[] = {"arith.sitofp", "arith.uitofp"};
  if (asIrIsOneOf(op, names, sizeof names / sizeof *names))
    follow(context, op, MOST_STEPS);
  return MlirWalkResultAdvance;
}

/// Takes the first value off those that are found, and what belongs to it.
static void takeTogether(Search *search, Rows *rows) {
  size_t left = 0;
  rows->count = 0;
  for (size_t i = 0; i < search->found.count; i++) {
    MlirOperation op = search->found.all[i];
    AsRepeated own;
    if (!asRepeatedFind(&own, search->around, mlirOperationGetResult(op, 0)))
      continue;
    if (rows->count == 0)
      rows->row = rowType(own.value);
    if (rows->count == 0 || belongs(rows, &own))
      rows->value[rows->count++] = own;
    else
      search->found.all[left++] = op;
  }
  search->found.count = left;
}

static void visitLoop(MlirOperation loop) {
  Search search = {.around = loop};
  mlirOperationWalk(loop, collectWidened, &search, MlirWalkPreOrder);
  int64_t room = AS_WIDEN_MOST_BYTES;
  while (search.found.count) {
    Rows rows;
    takeTogether(&search, &rows);
    int64_t bytes = rows.count ? rows.count * bytesOf(&rows.value[0]) : 0;
    if (rows.count == 0 || bytes > room)
      continue;
    room -= bytes;
    computeBefore(&rows);
  }
  free(search.seen.all);
  free(search.found.all);
}

void asWidenOnce(MlirModule module) {
  Operations loops = {0};
  mlirOperationWalk(mlirModuleGetOperation(module), collectLoop, &loops,
                    MlirWalkPreOrder);
  for (size_t l = 0; l < loops.count; l++)
    visitLoop(loops.all[l]);
  free(loops.all);
}
