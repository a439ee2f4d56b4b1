//===- closure-strips.c - Cut a closure into strips
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In a closure (Lehmann, "Algebraic structures for transitive closure", 1977),
// step k updates each element by those of its row and column k: all shortest
// paths by Floyd and Warshall, transitive closures, widest paths. Each step
// waits for the one before, so that none of it is an operator.
//
//   for k { for i { for j {
//     A[i, j] = min(A[i, j], A[i, k] + A[k, j])
//   } } }
//
// But during a strip of steps, only the rows and columns of the strip are read.
// So these are updated first, step by step, and all other elements afterwards,
// by blocks, each of which is an operator (Venkataraman, Sahni and
// Mukhopadhyaya, "A blocked all-pairs shortest-paths algorithm", 2003). What a
// step has read is kept until then, as later steps change it: a step itself
// changes its row and column, so that what is left of column k or above row k
// is updated by old elements, and the rest by new ones. The result is the same
// to the bit.
//
//   for each strip
//     for k in the strip
//       keep row k and column k
//       the strip's rows and columns, by step k
//       keep row k and column k again
//     for each block of other elements: for i, j, k in the strip
//       A[i, j] = min(A[i, j], column[i, k] + row[k, j])
//
// Requires:    a SCoP of a single statement.
// Provides:    loops of which most are reductions of boxes.
// Invalidates: the SCoP and its operations.
//
//===----------------------------------------------------------------------===//

#include "affine/tiling/closure-strips.h"
#include "affine/schedule/generate-loops.h"
#include "affine/scop/isl-integer.h"
#include "affine/scop/reduction-update.h"
#include "ir/ir-mapping.h"
#include "ir/trip-count.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/text.h"
#include <inttypes.h>
#include <isl/aff.h>
#include <isl/ilp.h>
#include <isl/set.h>
#include <isl/val.h>
#include <math.h>
#include <stdlib.h>

/// The loops of the statement: steps, rows and columns.
enum { STEP, ROW, COLUMN, DEPTH };

/// What an update reads: the element, that of its row and that of its column.
enum { OLD, LEFT, ABOVE, NUM_READS };

typedef struct Closure {
  const AsScop *scop;
  int64_t extent; ///< Of the matrix.
  int64_t size;   ///< Of a strip; what is left over at the end is less.
  MlirValue reads[NUM_READS];
} Closure;

//===----------------------------------------------------------------------===//
// Recognition
//===----------------------------------------------------------------------===//

/// Whether index `r` of the access is the loop.
static bool isLoop(const AsAffineAccess *access, int r, int loop) {
  isl_aff *index = isl_multi_aff_get_aff(access->indices, r);
  int64_t number;
  bool is = asAffineTakeInteger(isl_aff_get_constant_val(index), &number) &&
            number == 0;
  for (int d = 0; d < (int)isl_aff_dim(index, isl_dim_in) && is; d++)
    is = asAffineTakeInteger(isl_aff_get_coefficient_val(index, isl_dim_in, d),
                             &number) &&
         number == (d == loop);
  is = is && isl_aff_dim(index, isl_dim_div) == 0 &&
       isl_aff_dim(index, isl_dim_param) == 0;
  isl_aff_free(index);
  return is;
}

static bool isElement(const AsAffineAccess *access, int row, int column) {
  return isl_multi_aff_dim(access->indices, isl_dim_out) == 2 &&
         isLoop(access, 0, row) && isLoop(access, 1, column);
}

/// Whether all loops go over all of a square; reads its extent.
static bool isCube(const AsAffineStatement *statement, int64_t *extent) {
  isl_set *cube = isl_set_universe(isl_set_get_space(statement->domain));
  int64_t last = 0;
  bool is =
      asAffineTakeInteger(
          isl_set_dim_max_val(isl_set_copy(statement->domain), STEP), &last) &&
      last < INT32_MAX;
  for (unsigned d = 0; d < DEPTH && is; d++) {
    cube = isl_set_lower_bound_si(cube, isl_dim_set, d, 0);
    cube = isl_set_upper_bound_si(cube, isl_dim_set, d, (int)last);
  }
  is = is && isl_set_is_equal(cube, statement->domain) == isl_bool_true;
  isl_set_free(cube);
  *extent = last + 1;
  return is;
}

/// Strips of this size cost so much for each step and element. The strip's own
/// rows and columns, and what is left over, are updated in loops; a block is a
/// call, which first packs what it reads.
static double costOf(int64_t extent, int64_t size) {
  const double inLoops = 4, perCall = 10;
  double own = 2 * (double)(size + extent % size) / (double)extent;
  return own * inLoops + (1 - own) * (1 + perCall / (double)size);
}

/// Chooses the size of strips, whole vectors. False where there would be few.
static bool chooseSize(Closure *closure) {
  enum { least = 64, most = 128, vector = 16, fewest = 6 };
  double best = INFINITY;
  for (int64_t size = least; size <= most; size += vector) {
    double cost = costOf(closure->extent, size);
    if (closure->extent < fewest * size || cost >= best)
      continue;
    best = cost;
    closure->size = size;
  }
  return best < INFINITY;
}

/// Whether it is an update, whose order does not matter within an element, of a
/// matrix by its own rows and columns. What is no update has no accumulator.
static bool readClosure(const AsScop *scop, Closure *closure) {
  const AsAffineStatement *statement = &scop->statements[0];
  *closure = (Closure){.scop = scop};
  if (scop->numStatements != 1 || statement->depth != DEPTH ||
      scop->numArrays != 1 || statement->numAccesses != 1 + NUM_READS ||
      !isElement(&statement->accesses[0], ROW, COLUMN) ||
      !isCube(statement, &closure->extent))
    return false;
  AsAffineUpdate update = asAffineUpdateOf(scop, 0);
  for (int a = 1; a < statement->numAccesses; a++) {
    const AsAffineAccess *read = &statement->accesses[a];
    int which = a == update.accumulator         ? OLD
                : isElement(read, ROW, STEP)    ? LEFT
                : isElement(read, STEP, COLUMN) ? ABOVE
                                                : NUM_READS;
    if (which == NUM_READS || !mlirValueIsNull(closure->reads[which]))
      return false;
    closure->reads[which] = mlirOperationGetResult(read->op, 0);
  }
  return chooseSize(closure);
}

//===----------------------------------------------------------------------===//
// The loops, as text
//===----------------------------------------------------------------------===//

// Step %k0 + %k of the strip at %k0 keeps its column and row in %left0 and
// %above0 at its beginning, and in %left1 and %above1 at its end. What is left
// over begins at #rest.

static void openLoop(const char *variable, const char *from, const char *to,
                     AsText *text) {
  asTextFormat(text, "affine.for %s = %s to %s {\n", variable, from, to);
}

static void openBlocks(const Closure *closure, const char *variable,
                       const char *from, const char *to, AsText *text) {
  asTextFormat(text, "affine.for %s = %s to %s step %" PRId64 " {\n", variable,
               from, to, closure->size);
}

static void closeLoops(int count, AsText *text) {
  while (count-- > 0)
    asTextAppendString(text, "}\n");
}

static void writeCopy(const char *from, const char *to, AsText *text) {
  asTextFormat(text, "%%copy = affine.load %s\naffine.store %%copy, %s\n", from,
               to);
}

/// The update of an element by one of its row and one of its column.
static void writeUpdate(const char *row, const char *column, const char *left,
                        const char *above, AsText *text) {
  asTextFormat(text,
               "%%old = affine.load %%a[%s, %s] : !matrix\n"
               "%%left = affine.load %s\n"
               "%%above = affine.load %s\n"
               "%%new = func.call @update(%%old, %%left, %%above) : "
               "(!element, !element, !element) -> !element\n"
               "affine.store %%new, %%a[%s, %s] : !matrix\n",
               row, column, left, above, row, column);
}

/// The strip's columns, and those that are left over, by a step.
static void writeColumns(bool hasRest, AsText *text) {
  const char above[] = "%a[%k0 + %k, %k0 + %j] : !matrix";
  openLoop("%i", "0", "#extent()", text);
  openLoop("%j", "0", "#same(%k)", text);
  writeUpdate("%i", "%k0 + %j", "%left0[%i, %k] : !columns", above, text);
  closeLoops(1, text);
  openLoop("%j", "#same(%k)", "#next(%k)", text);
  writeUpdate("%i", "%k0 + %j", "%a[%i, %k0 + %k] : !matrix", above, text);
  closeLoops(1, text);
  writeCopy("%a[%i, %k0 + %k] : !matrix", "%left1[%i, %k] : !columns", text);
  openLoop("%j", "#next(%k)", "#size()", text);
  writeUpdate("%i", "%k0 + %j", "%left1[%i, %k] : !columns", above, text);
  closeLoops(1, text);
  if (hasRest) {
    openLoop("%j", "#rest()", "#extent()", text);
    writeUpdate("%i", "%j", "%left1[%i, %k] : !columns",
                "%a[%k0 + %k, %j] : !matrix", text);
    closeLoops(1, text);
  }
  closeLoops(1, text);
}

/// What a step does to the other columns of a row.
static void writeRow(const char *row, const char *left0, const char *left1,
                     AsText *text) {
  openLoop("%j", "0", "#same(%k0)", text);
  writeUpdate(row, "%j", left0, "%a[%k0 + %k, %j] : !matrix", text);
  closeLoops(1, text);
  openLoop("%j", "#after(%k0)", "#rest()", text);
  writeUpdate(row, "%j", left1, "%a[%k0 + %k, %j] : !matrix", text);
  closeLoops(1, text);
}

/// The strip's rows, and those that are left over, by a step.
static void writeRows(bool hasRest, AsText *text) {
  openLoop("%i", "0", "#size()", text);
  writeRow("%k0 + %i", "%left0[%k0 + %i, %k] : !columns",
           "%left1[%k0 + %i, %k] : !columns", text);
  closeLoops(1, text);
  if (hasRest) {
    openLoop("%i", "#rest()", "#extent()", text);
    writeRow("%i", "%left0[%i, %k] : !columns", "%left1[%i, %k] : !columns",
             text);
    closeLoops(1, text);
  }
}

static void writeStep(bool hasRest, AsText *text) {
  openLoop("%k", "0", "#size()", text);
  openLoop("%j", "0", "#extent()", text);
  writeCopy("%a[%k0 + %k, %j] : !matrix", "%above0[%k, %j] : !rows", text);
  closeLoops(1, text);
  openLoop("%i", "0", "#extent()", text);
  writeCopy("%a[%i, %k0 + %k] : !matrix", "%left0[%i, %k] : !columns", text);
  closeLoops(1, text);
  writeColumns(hasRest, text);
  writeRows(hasRest, text);
  openLoop("%j", "0", "#extent()", text);
  writeCopy("%a[%k0 + %k, %j] : !matrix", "%above1[%k, %j] : !rows", text);
  closeLoops(2, text);
}

/// All other elements, by the steps of the strip.
static void writeBlocks(const Closure *closure, AsText *text) {
  static const struct {
    const char *from, *to, *left, *above;
  } side[] = {
      {"0", "#same(%k0)", "%left0[%i0 + %i, %k] : !columns",
       "%above0[%k, %j0 + %j] : !rows"},
      {"#after(%k0)", "#rest()", "%left1[%i0 + %i, %k] : !columns",
       "%above1[%k, %j0 + %j] : !rows"},
  };
  for (int rows = 0; rows < 2; rows++)
    for (int columns = 0; columns < 2; columns++) {
      openBlocks(closure, "%i0", side[rows].from, side[rows].to, text);
      openBlocks(closure, "%j0", side[columns].from, side[columns].to, text);
      openLoop("%i", "0", "#size()", text);
      openLoop("%j", "0", "#size()", text);
      openLoop("%k", "0", "#size()", text);
      writeUpdate("%i0 + %i", "%j0 + %j", side[columns].left, side[rows].above,
                  text);
      closeLoops(5, text);
    }
}

/// The steps that no strip has.
static void writeLastSteps(AsText *text) {
  openLoop("%k", "#rest()", "#extent()", text);
  openLoop("%i", "0", "#extent()", text);
  openLoop("%j", "0", "#extent()", text);
  writeUpdate("%i", "%j", "%a[%i, %k] : !matrix", "%a[%k, %j] : !matrix", text);
  closeLoops(3, text);
}

static void writeTypes(const Closure *closure, AsText *text) {
  MlirType matrix = mlirValueGetType(closure->scop->arrays[0].memref);
  AsText type = {0}, element = {0};
  asIrPrintType(matrix, &type);
  asIrPrintType(mlirShapedTypeGetElementType(matrix), &element);
  int64_t extent = closure->extent, size = closure->size;
  asTextFormat(text,
               "!matrix = %s\n!element = %s\n"
               "!rows = memref<%" PRId64 "x%" PRId64 "x%s>\n"
               "!columns = memref<%" PRId64 "x%" PRId64 "x%s>\n"
               "#extent = affine_map<() -> (%" PRId64 ")>\n"
               "#size = affine_map<() -> (%" PRId64 ")>\n"
               "#rest = affine_map<() -> (%" PRId64 ")>\n"
               "#same = affine_map<(k) -> (k)>\n"
               "#next = affine_map<(k) -> (k + 1)>\n"
               "#after = affine_map<(k) -> (k + %" PRId64 ")>\n",
               type.data, element.data, size, extent, element.data, extent,
               size, element.data, extent, size, extent - extent % size, size);
  asTextFree(&type);
  asTextFree(&element);
}

static void writeClosure(const Closure *closure, AsText *text) {
  static const char *const kept[][2] = {{"%left0", "!columns"},
                                        {"%left1", "!columns"},
                                        {"%above0", "!rows"},
                                        {"%above1", "!rows"}};
  const size_t count = sizeof kept / sizeof *kept;
  bool hasRest = closure->extent % closure->size;
  writeTypes(closure, text);
  asTextAppendString(text,
                     "func.func private @update(!element, !element, !element) "
                     "-> !element\n"
                     "func.func private @closure(%a : !matrix) {\n");
  for (size_t i = 0; i < count; i++)
    asTextFormat(text, "%s = memref.alloc() {alignment = 64 : i64} : %s\n",
                 kept[i][0], kept[i][1]);
  openBlocks(closure, "%k0", "0", "#rest()", text);
  writeStep(hasRest, text);
  writeBlocks(closure, text);
  closeLoops(1, text);
  if (hasRest)
    writeLastSteps(text);
  for (size_t i = 0; i < count; i++)
    asTextFormat(text, "memref.dealloc %s : %s\n", kept[i][0], kept[i][1]);
  asTextAppendString(text, "return\n}\n");
}

//===----------------------------------------------------------------------===//
// Replacement
//===----------------------------------------------------------------------===//

/// Replaces a call by what the statement computes of its operands. Everything
/// gets the location of the statement.
static MlirWalkResult insertUpdate(MlirOperation op, void *context) {
  const Closure *closure = context;
  const AsScop *scop = closure->scop;
  MlirOperation store = scop->statements[0].store;
  mlirOperationSetLocation(op, mlirOperationGetLocation(store));
  if (!asIrIsNamed(op, "func.call"))
    return MlirWalkResultAdvance;
  AsIrMap map = {0};
  for (int r = 0; r < NUM_READS; r++)
    asIrMapAdd(&map, closure->reads[r], mlirOperationGetOperand(op, r));
  MlirValue value = mlirOperationGetOperand(store, 0);
  asAffineCloneValue(scop, value, &map, op);
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0),
                                map.to[asIrMapFind(&map, value)]);
  asIrMapFree(&map);
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

/// Moves the loops of the function before those of the SCoP.
static void moveLoops(const Closure *closure, MlirOperation function) {
  const AsScop *scop = closure->scop;
  MlirBlock body = asIrBody(function);
  mlirValueReplaceAllUsesOfWith(mlirBlockGetArgument(body, 0),
                                scop->arrays[0].memref);
  MlirOperation op = mlirBlockGetFirstOperation(body);
  while (!mlirOperationEqual(op, mlirBlockGetTerminator(body))) {
    MlirOperation next = mlirOperationGetNextInBlock(op);
    mlirOperationMoveBefore(op, scop->ops[0]);
    mlirOperationWalk(op, insertUpdate, (void *)closure, MlirWalkPostOrder);
    if (asIrIsLoop(op))
      mlirOperationSetDiscardableAttributeByName(
          op, asIrString(AS_STRIPS_ATTRIBUTE),
          mlirUnitAttrGet(mlirOperationGetContext(op)));
    op = next;
  }
}

bool asCutClosure(const AsScop *scop) {
  Closure closure;
  AsText text = {0};
  MlirModule module;
  if (!readClosure(scop, &closure))
    return false;
  writeClosure(&closure, &text);
  AsStatus status = asIrParse(mlirOperationGetContext(scop->ops[0]), text.data,
                              text.length, "<closure>", &module, NULL);
  asTextFree(&text);
  if (status != AS_OK)
    return false; // Not all types can be read back from text.
  MlirOperation update = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  moveLoops(&closure, mlirOperationGetNextInBlock(update));
  mlirModuleDestroy(module);
  for (int i = 0; i < scop->numOps; i++)
    mlirOperationDestroy(scop->ops[i]);
  return true;
}
