//===- roundings.c - What is rounded on the way to a result
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Follows the values of a task from the arguments to the results, through the
// bodies of linalg operations. An operation that rounds to a type adds one
// rounding to it, or, where it is a step of a reduction, as many as the
// reduction has steps. Roundings one behind the other do not add up here: the
// tolerance (measure/entry-buffers.h) has room for some.
//
//===----------------------------------------------------------------------===//

#include "task/roundings.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/saturate.h"

/// What is known of a value.
typedef struct Fact {
  MlirValue value;
  AsRoundings roundings;
  bool isCarried; ///< Depends on the reduction's result so far.
} Fact;

typedef struct Facts {
  AsArena *arena;
  Fact *list;
  int count, capacity;
} Facts;

static const Fact *find(const Facts *facts, MlirValue value) {
  for (int f = facts->count - 1; f >= 0; f--)
    if (mlirValueEqual(facts->list[f].value, value))
      return &facts->list[f];
  return NULL;
}

static void note(Facts *facts, const Fact *fact) {
  if (facts->count == facts->capacity) {
    int capacity = 2 * facts->capacity + 16;
    Fact *grown = asArenaArray(facts->arena, Fact, capacity);
    for (int f = 0; f < facts->count; f++)
      grown[f] = facts->list[f];
    facts->list = grown;
    facts->capacity = capacity;
  }
  facts->list[facts->count++] = *fact;
}

static void merge(AsRoundings *into, const AsRoundings *from) {
  for (int e = 0; e < AS_NUM_ELEMENTS; e++)
    if (from->steps[e] > into->steps[e])
      into->steps[e] = from->steps[e];
}

/// The type that the operation rounds to; AS_NUM_ELEMENTS if it does not.
static AsElement roundedTo(MlirOperation op) {
  static const char *const exact[] = {
      "arith.constant", "arith.extf",     "arith.select",   "arith.negf",
      "arith.bitcast",  "arith.maximumf", "arith.minimumf", "arith.maxnumf",
      "arith.minnumf",  "math.absf",      "math.copysign",  "math.floor",
      "math.ceil",      "math.round",     "math.roundeven", "math.trunc"};
  bool isArithmetic = asIrHasPrefix(op, "arith.") || asIrHasPrefix(op, "math.");
  if (!isArithmetic || mlirOperationGetNumResults(op) != 1 ||
      asIrIsOneOf(op, exact, sizeof exact / sizeof *exact))
    return AS_NUM_ELEMENTS;
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  AsText name = {0};
  asIrPrintType(mlirTypeIsAShaped(type) ? mlirShapedTypeGetElementType(type)
                                        : type,
                &name);
  AsElement element = asElementFromName(asTextString(&name));
  asTextFree(&name);
  return element != AS_NUM_ELEMENTS && asElementIsFloat(element)
             ? element
             : AS_NUM_ELEMENTS;
}

/// Notes the results of an operation that is no loop nest. `steps` is how often
/// a reduction repeats it.
static void follow(Facts *facts, MlirOperation op, int64_t steps) {
  Fact fact = {0};
  for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++) {
    const Fact *from = find(facts, mlirOperationGetOperand(op, i));
    if (!from)
      continue;
    merge(&fact.roundings, &from->roundings);
    fact.isCarried |= from->isCarried;
  }
  AsElement element = roundedTo(op);
  AsRoundings own = {0};
  if (element != AS_NUM_ELEMENTS)
    own.steps[element] = fact.isCarried ? steps : 1;
  merge(&fact.roundings, &own);
  for (intptr_t r = 0; r < mlirOperationGetNumResults(op); r++) {
    fact.value = mlirOperationGetResult(op, r);
    note(facts, &fact);
  }
}

static int64_t reductionLength(const AsStage *stage) {
  int64_t length = 1;
  for (int d = 0; d < stage->numDims; d++)
    length = asTimes(length, stage->isReduction[d] ? stage->extent[d] : 1);
  return length;
}

/// Follows values through the body of a linalg operation.
static void followBody(Facts *facts, MlirOperation op, const AsStage *stage) {
  int before = facts->count;
  MlirBlock body = asIrBody(op);
  intptr_t numResults = mlirOperationGetNumResults(op);
  intptr_t numInputs = mlirOperationGetNumOperands(op) - numResults;
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(body); i++) {
    const Fact *operand = find(facts, mlirOperationGetOperand(op, i));
    Fact fact = operand ? *operand : (Fact){0};
    fact.value = mlirBlockGetArgument(body, i);
    fact.isCarried = i >= numInputs;
    note(facts, &fact);
  }
  for (MlirOperation inner = mlirBlockGetFirstOperation(body);
       !mlirOperationIsNull(inner); inner = mlirOperationGetNextInBlock(inner))
    follow(facts, inner, reductionLength(stage));
  MlirOperation yield = mlirBlockGetTerminator(body);
  Fact results[AS_MAX_ACCESSES] = {0};
  for (intptr_t r = 0; r < numResults; r++) {
    const Fact *yielded = find(facts, mlirOperationGetOperand(yield, r));
    results[r] = yielded ? *yielded : (Fact){0};
    results[r].value = mlirOperationGetResult(op, r);
    results[r].isCarried = false;
  }
  facts->count = before; // Nothing else sees the body.
  for (intptr_t r = 0; r < numResults; r++)
    note(facts, &results[r]);
}

static const AsStage *stageOfOrder(const AsProgram *program, int order) {
  for (int s = 0; s < program->numStages; s++)
    if (program->stages[s].order == order)
      return &program->stages[s];
  return NULL;
}

static bool isLoopNest(MlirOperation op) {
  return asIrHasPrefix(op, "linalg.") && mlirOperationGetNumRegions(op) == 1;
}

static void followTask(Facts *facts, MlirOperation function,
                       const AsProgram *program) {
  int order = 0;
  MlirOperation op = mlirBlockGetFirstOperation(asIrBody(function));
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    const AsStage *stage = NULL;
    if (isLoopNest(op) || asIrIsNamed(op, "tensor.insert_slice"))
      stage = stageOfOrder(program, order++);
    if (stage && isLoopNest(op))
      followBody(facts, op, stage);
    else
      follow(facts, op, 1);
  }
}

/// A loop nest as a whole.
typedef struct Nest {
  AsRoundings roundings;
  int64_t length;
} Nest;

static MlirWalkResult followNest(MlirOperation op, void *context) {
  Nest *nest = context;
  AsElement element = roundedTo(op);
  if (element != AS_NUM_ELEMENTS)
    nest->roundings.steps[element] = nest->length;
  return MlirWalkResultAdvance;
}

void asRoundingsFind(MlirOperation general, AsArena *arena, AsTask *task) {
  MlirOperation end = mlirBlockGetTerminator(asIrBody(general));
  intptr_t numResults = mlirOperationGetNumOperands(end);
  if (!numResults) {
    Nest nest = {.length = asProgramReductionLength(&task->program)};
    mlirOperationWalk(general, followNest, &nest, MlirWalkPreOrder);
    for (int b = 0; b < task->numBuffers; b++)
      task->buffers[b].roundings = nest.roundings;
    return;
  }
  Facts facts = {.arena = arena};
  followTask(&facts, general, &task->program);
  for (intptr_t r = 0; r < numResults; r++) {
    const Fact *fact = find(&facts, mlirOperationGetOperand(end, r));
    if (fact)
      task->buffers[task->numBuffers - numResults + r].roundings =
          fact->roundings;
  }
}

static MlirWalkResult noteRoundoff(MlirOperation op, void *coarsest) {
  AsElement element = roundedTo(op);
  double roundoff = element == AS_NUM_ELEMENTS ? 0 : asElementRoundoff(element);
  if (roundoff > *(double *)coarsest)
    *(double *)coarsest = roundoff;
  return MlirWalkResultAdvance;
}

double asRoundingsCoarsest(MlirOperation op) {
  double coarsest = 0;
  mlirOperationWalk(op, noteRoundoff, &coarsest, MlirWalkPreOrder);
  return coarsest;
}
