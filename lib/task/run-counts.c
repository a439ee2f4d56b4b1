//===- run-counts.c - How often tasks run
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts how often each task runs in one run of each model. A model is a
// function where a run begins: it is public and nothing in the module calls it.
// Calls are counted along the call graph. A loop with known bounds multiplies
// its calls by its iterations, or by their mean if they depend on outer loops.
// Other loops count as one iteration, and conditions as all of their branches.
//
//===----------------------------------------------------------------------===//

#include "task/run-counts.h"
#include "ir/function-builder.h"
#include "ir/trip-count.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Call {
  int callee;
  double times;
} Call;

typedef struct Function {
  MlirOperation op;
  MlirOperation module;    ///< Whose functions alone it can call.
  MlirAttribute reference; ///< The symbol that calls name.
  int task;                ///< The task that it is, or -1.
  Call *calls;             ///< Owned.
  int numCalls;
  double *runs; ///< Of each task, in one run; NULL until they are counted.
  bool isBeingCounted, isCalled;
} Function;

typedef struct CallGraph {
  AsTaskSet *set;
  Function *functions; ///< Owned.
  int size;
} CallGraph;

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Iterations of a loop; 1 if unknown, and for other operations.
static double iterationsOf(MlirOperation op) {
  double iterations = asIrIsLoop(op) ? asIrLoopIterations(op) : 1;
  return isnan(iterations) ? 1 : iterations;
}

static void addCall(const CallGraph *graph, Function *caller, MlirOperation op,
                    double times) {
  for (int f = 0; f < graph->size; f++) {
    if (!asIrCalls(op, graph->functions[f].reference) ||
        !mlirOperationEqual(graph->functions[f].module, caller->module))
      continue;
    caller->calls = asRealloc(
        caller->calls, sizeof *caller->calls * (size_t)(caller->numCalls + 1));
    caller->calls[caller->numCalls++] = (Call){f, times};
    graph->functions[f].isCalled |= &graph->functions[f] != caller;
  }
}

/// Adds the calls within an operation that runs `times` times.
static void addCalls(const CallGraph *graph, Function *caller, MlirOperation op,
                     double times) {
  if (asIrIsNamed(op, "func.call"))
    addCall(graph, caller, op, times);
  times *= iterationsOf(op);
  for (intptr_t r = 0; r < mlirOperationGetNumRegions(op); r++)
    for (MlirBlock block =
             mlirRegionGetFirstBlock(mlirOperationGetRegion(op, r));
         !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block))
      for (MlirOperation inner = mlirBlockGetFirstOperation(block);
           !mlirOperationIsNull(inner);
           inner = mlirOperationGetNextInBlock(inner))
        addCalls(graph, caller, inner, times);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

static int taskOf(const AsTaskSet *set, MlirOperation function) {
  AsText hash = {0};
  int task = -1;
  if (asIrStringAttribute(function, AS_TASK_ATTRIBUTE, &hash))
    for (int t = 0; t < set->numTasks; t++)
      if (strcmp(set->tasks[t].hash, hash.data) == 0)
        task = t;
  asTextFree(&hash);
  return task;
}

static void addFunction(MlirOperation op, void *context) {
  CallGraph *graph = context;
  if (mlirBlockIsNull(asIrBody(op)))
    return; // A declaration.
  graph->functions = asRealloc(graph->functions, sizeof *graph->functions *
                                                     (size_t)(graph->size + 1));
  graph->functions[graph->size++] =
      (Function){.op = op,
                 .module = mlirOperationGetParentOperation(op),
                 .reference = asIrReferTo(op),
                 .task = taskOf(graph->set, op)};
}

/// NULL inside the function itself: recursion counts once.
static const double *countRuns(const CallGraph *graph, Function *function) {
  if (function->runs || function->isBeingCounted)
    return function->runs;
  function->isBeingCounted = true;
  int numTasks = graph->set->numTasks;
  double *runs = asArenaArray(&graph->set->arena, double, numTasks);
  if (function->task >= 0)
    runs[function->task] = 1;
  for (int c = 0; c < function->numCalls; c++) {
    const Call *call = &function->calls[c];
    const double *inner = countRuns(graph, &graph->functions[call->callee]);
    for (int t = 0; inner && t < numTasks; t++)
      runs[t] += call->times * inner[t];
  }
  return function->runs = runs;
}

//===----------------------------------------------------------------------===//
// Models
//===----------------------------------------------------------------------===//

/// How strictly models are chosen. If calls form a cycle, each public function
/// may be where a run begins; if no function is public, each that nothing
/// calls.
typedef enum Strictness { UNCALLED_PUBLIC, PUBLIC, UNCALLED } Strictness;

static bool isModel(const Function *function, Strictness strictness) {
  bool isPrivate = asIrIsPrivate(function->op);
  return strictness == UNCALLED_PUBLIC ? !isPrivate && !function->isCalled
         : strictness == PUBLIC        ? !isPrivate
                                       : !function->isCalled;
}

static void addModel(const CallGraph *graph, Function *function) {
  AsTaskSet *set = graph->set;
  AsText name = {0};
  asIrStringAttribute(function->op, "sym_name", &name);
  set->models[set->numModels] =
      asArenaCopy(&set->arena, asTextString(&name), name.length);
  asTextFree(&name);
  const double *runs = countRuns(graph, function);
  for (int t = 0; t < set->numTasks; t++) {
    set->tasks[t].runs[set->numModels] = runs[t];
    set->tasks[t].weight += runs[t];
  }
  set->numModels++;
}

static void findModels(const CallGraph *graph) {
  AsTaskSet *set = graph->set;
  set->models = asArenaArray(&set->arena, const char *, graph->size);
  for (int t = 0; t < set->numTasks; t++) {
    set->tasks[t].runs = asArenaArray(&set->arena, double, graph->size);
    set->tasks[t].weight = 0;
  }
  for (int s = UNCALLED_PUBLIC; s <= UNCALLED && set->numModels == 0; s++)
    for (int f = 0; f < graph->size; f++)
      if (isModel(&graph->functions[f], (Strictness)s))
        addModel(graph, &graph->functions[f]);
}

void asTaskCountRuns(MlirModule module, AsTaskSet *set) {
  CallGraph graph = {.set = set};
  asIrVisitAllFunctions(module, addFunction, &graph);
  for (int f = 0; f < graph.size; f++)
    addCalls(&graph, &graph.functions[f], graph.functions[f].op, 1);
  findModels(&graph);
  for (int f = 0; f < graph.size; f++)
    free(graph.functions[f].calls);
  free(graph.functions);
}
