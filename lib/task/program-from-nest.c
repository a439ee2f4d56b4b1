//===- program-from-nest.c - From a loop nest to a program
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Describes a loop nest over memrefs as a program. Each affine.store is a
// stage: its loops are those around it; its accesses are the element that it
// writes and those that it loads to compute that. A loop whose bounds depend on
// other loops counts with the iterations that it has in the middle of these.
//
//===----------------------------------------------------------------------===//

#include "task/program-from-nest.h"
#include "ir/nest-schedule-attr.h"
#include "ir/trip-count.h"
#include "mlir-c/AffineExpr.h"
#include "mlir-c/AffineMap.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "task/op-arithmetic.h"
#include <math.h>
#include <string.h>

typedef struct Loop {
  MlirValue variable;
  int64_t extent;
} Loop;

/// The most operations of a statement.
enum { mostOperations = 64 };

typedef struct Nest {
  AsArena *arena;
  AsProgram *program;
  MlirOperation root;
  int depth;
  Loop loops[AS_MAX_DIMS];
  MlirValue memrefs[AS_NEST_MAX_TENSORS]; ///< Behind each tensor.
  int numCounted;
  MlirOperation counted[mostOperations]; ///< Of the current statement.
  const char *why;
} Nest;

static bool refuse(Nest *nest, const char *why) {
  nest->why = why;
  return false;
}

static int loopOf(const Nest *nest, MlirValue value) {
  for (int l = 0; l < nest->depth; l++)
    if (mlirValueEqual(nest->loops[l].variable, value))
      return l;
  return -1;
}

static MlirAffineMap mapOf(MlirOperation op, const char *name) {
  return mlirAffineMapAttrGetValue(
      mlirOperationGetInherentAttributeByName(op, asIrString(name)));
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

static bool enter(Nest *nest, MlirOperation op) {
  if (nest->depth == AS_MAX_DIMS)
    return refuse(
        nest,
        "it has more than 10 loops around a statement; collapse some of them");
  double from = asIrLoopBound(op, true), to = asIrLoopBound(op, false);
  double step = asIrLoopStep(op);
  if (!isfinite(from) || !isfinite(to))
    return refuse(nest, "its number of iterations is not known; give it bounds "
                        "that are constants");
  nest->loops[nest->depth++] =
      (Loop){mlirBlockGetArgument(asIrBody(op), 0),
             (int64_t)fmax(1, ceil((to - from) / step))};
  return true;
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// The tensor for a memref, created on first use; -1 if its shape is not
/// static.
static int tensorFor(Nest *nest, MlirValue memref) {
  AsProgram *program = nest->program;
  for (int t = 0; t < program->numTensors; t++)
    if (mlirValueEqual(nest->memrefs[t], memref))
      return t;
  AsTensor tensor = {.producer = -1};
  if (program->numTensors == AS_NEST_MAX_TENSORS ||
      !asTaskShapeOf(mlirValueGetType(memref), tensor.shape, &tensor.rank,
                     &tensor.element))
    return -1;
  nest->memrefs[program->numTensors] = memref;
  program->tensors[program->numTensors] = tensor;
  return program->numTensors++;
}

/// Adds factor * expr to an index of the access; ignores what is not linear.
static void addLinear(const Nest *nest, AsAccess *access, int r,
                      MlirAffineExpr expr, MlirOperation op, intptr_t first,
                      int64_t factor) {
  if (mlirAffineExprIsAConstant(expr)) {
    access->offset[r] += factor * mlirAffineConstantExprGetValue(expr);
  } else if (mlirAffineExprIsADim(expr)) {
    int loop =
        loopOf(nest, mlirOperationGetOperand(
                         op, first + mlirAffineDimExprGetPosition(expr)));
    if (loop >= 0)
      access->factor[r][loop] += (int32_t)factor;
  } else if (mlirAffineExprIsAAdd(expr)) {
    addLinear(nest, access, r, mlirAffineBinaryOpExprGetLHS(expr), op, first,
              factor);
    addLinear(nest, access, r, mlirAffineBinaryOpExprGetRHS(expr), op, first,
              factor);
  } else if (mlirAffineExprIsAMul(expr)) {
    MlirAffineExpr left = mlirAffineBinaryOpExprGetLHS(expr),
                   right = mlirAffineBinaryOpExprGetRHS(expr);
    if (mlirAffineExprIsAConstant(right))
      addLinear(nest, access, r, left, op, first,
                factor * mlirAffineConstantExprGetValue(right));
  }
}

static bool addAccess(Nest *nest, AsStage *stage, MlirOperation op) {
  bool isStore = asIrIsNamed(op, "affine.store");
  AsAccess access = {.isWrite = isStore, .initial = -1};
  access.tensor = tensorFor(nest, mlirOperationGetOperand(op, isStore));
  if (access.tensor < 0)
    return refuse(nest,
                  "it has too many arrays, or one that is not dense and "
                  "static; split the nest, or use memrefs of static shapes");
  if (stage->numAccesses == AS_MAX_ACCESSES)
    return refuse(nest, "a statement has more than 16 accesses; store a part "
                        "of its result first");
  MlirAffineMap map = mapOf(op, "map");
  for (intptr_t r = 0; r < mlirAffineMapGetNumResults(map); r++)
    addLinear(nest, &access, (int)r, mlirAffineMapGetResult(map, r), op,
              isStore + 1, 1);
  stage->access[stage->numAccesses++] = access;
  return true;
}

/// Whether the operation was counted for the statement already, since two
/// others use it; notes it if not.
static bool isCounted(Nest *nest, MlirOperation op) {
  for (int i = 0; i < nest->numCounted; i++)
    if (mlirOperationEqual(nest->counted[i], op))
      return true;
  if (nest->numCounted < mostOperations)
    nest->counted[nest->numCounted++] = op;
  return false;
}

/// Adds the loads and the arithmetic behind a value.
static bool addValue(Nest *nest, AsStage *stage, MlirValue value) {
  if (!mlirValueIsAOpResult(value) || !asIrIsInside(value, nest->root))
    return true;
  MlirOperation op = mlirOpResultGetOwner(value);
  if (isCounted(nest, op))
    return true;
  if (nest->numCounted == mostOperations)
    return refuse(nest, "a statement has more than 64 operations; store a part "
                        "of its result first");
  if (asIrIsNamed(op, "affine.load"))
    return addAccess(nest, stage, op);
  asCountArithmetic(op, stage->arithmetic);
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++)
    if (!addValue(nest, stage, mlirOperationGetOperand(op, i)))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

/// Whether the statement reads the element that it writes.
static bool readsResult(const AsStage *stage, const AsAccess *write) {
  for (int a = 0; a < stage->numAccesses; a++) {
    const AsAccess *access = &stage->access[a];
    if (!access->isWrite && access->tensor == write->tensor &&
        memcmp(access->factor, write->factor, sizeof write->factor) == 0 &&
        memcmp(access->offset, write->offset, sizeof write->offset) == 0)
      return true;
  }
  return false;
}

static bool addStage(Nest *nest, MlirOperation store) {
  AsProgram *program = nest->program;
  if (program->numStages == AS_NEST_MAX_STATEMENTS)
    return refuse(nest, "it has more than 16 statements; split its loops");
  AsStage *stage = &program->stages[program->numStages];
  *stage = (AsStage){.kind = AS_STAGE_STATEMENT,
                     .name = "affine.nest",
                     .numDims = nest->depth,
                     .order = -1};
  nest->numCounted = 0;
  if (!addValue(nest, stage, mlirOperationGetOperand(store, 0)) ||
      !addAccess(nest, stage, store))
    return false;
  AsAccess *write = &stage->access[stage->numAccesses - 1];
  write->initial = write->tensor;
  write->isRead = readsResult(stage, write);
  for (int d = 0; d < nest->depth; d++) {
    stage->extent[d] = nest->loops[d].extent;
    stage->isReduction[d] = !asAccessUses(write, d);
  }
  program->numStages++;
  return true;
}

static bool walk(Nest *nest, MlirOperation op) {
  bool isLoop = asIrIsNamed(op, "affine.for");
  if (asIrIsNamed(op, "affine.store"))
    return addStage(nest, op);
  if (asIrIsNamed(op, "memref.store") || asIrIsNamed(op, "memref.load"))
    return refuse(nest, "its accesses are no affine operations; use "
                        "affine.load and affine.store");
  if (isLoop && !enter(nest, op))
    return false;
  for (intptr_t r = 0; r < mlirOperationGetNumRegions(op); r++) {
    MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, r));
    MlirOperation inner = {NULL};
    if (!mlirBlockIsNull(block))
      inner = mlirBlockGetFirstOperation(block);
    for (; !mlirOperationIsNull(inner);
         inner = mlirOperationGetNextInBlock(inner))
      if (!walk(nest, inner))
        return false;
  }
  nest->depth -= isLoop;
  return true;
}

/// A tensor that is written and never read is a result; the others are inputs.
static void findProducers(AsProgram *program) {
  bool isRead[AS_NEST_MAX_TENSORS] = {false};
  for (int s = 0; s < program->numStages; s++)
    for (int a = 0; a < program->stages[s].numAccesses; a++)
      if (!program->stages[s].access[a].isWrite)
        isRead[program->stages[s].access[a].tensor] = true;
  for (int s = 0; s < program->numStages; s++) {
    int written = asStageResult(&program->stages[s])->tensor;
    if (!isRead[written])
      program->tensors[written].producer = s;
  }
}

/// Whether the loops of a schedule are different loops of the stage, or none.
static bool fitsStage(const AsNestOrder *order, const AsStage *stage) {
  unsigned walked = 0;
  for (int r = 0; r < order->numLoops; r++) {
    int loop = order->loop[r];
    if (loop >= stage->numDims || (loop >= 0 && walked >> loop & 1))
      return false;
    walked |= loop >= 0 ? 1u << loop : 0;
  }
  return true;
}

/// Reads the schedules; none if they do not fit the nest.
static void readSchedules(MlirOperation loop, AsArena *arena,
                          AsProgram *program) {
  MlirAttribute attribute = mlirOperationGetDiscardableAttributeByName(
      loop, asIrString(AS_NEST_ATTRIBUTE));
  AsNestSchedule *schedules =
      asArenaArray(arena, AsNestSchedule, AS_NEST_MAX_SCHEDULES);
  int count = asIrSchedulesRead(attribute, program->numStages, schedules);
  for (int i = 0; i < count; i++)
    for (int s = 0; s < program->numStages; s++)
      if (!fitsStage(&schedules[i].order[s], &program->stages[s]))
        return;
  program->numSchedules = count;
  program->schedules = schedules;
}

MlirOperation asNestOf(MlirOperation function) {
  MlirOperation op = mlirBlockGetFirstOperation(asIrBody(function));
  while (!mlirOperationIsNull(op) &&
         mlirAttributeIsNull(mlirOperationGetDiscardableAttributeByName(
             op, asIrString(AS_NEST_ATTRIBUTE))))
    op = mlirOperationGetNextInBlock(op);
  return op;
}

AsStatus asNestDescribe(MlirOperation loop, AsArena *arena, AsProgram *program,
                        AsError *error) {
  *program = (AsProgram){
      .stages = asArenaArray(arena, AsStage, AS_NEST_MAX_STATEMENTS),
      .tensors = asArenaArray(arena, AsTensor, AS_NEST_MAX_TENSORS)};
  Nest nest = {.arena = arena, .program = program, .root = loop};
  if (!walk(&nest, loop) || (program->numStages == 0 &&
                             !refuse(&nest, "it stores nothing; remove it")))
    return asFail(error, AS_UNSUPPORTED, "%s", nest.why);
  findProducers(program);
  readSchedules(loop, arena, program);
  return AS_OK;
}
