//===- weight-families.c - Tasks that read the same weights
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tiles of a dynamic size are different tasks, and the weights that they
// read are the same values of the function that calls them. The search does not
// know values, so that tasks are numbered here by families.
//
//   %w = arith.constant dense_resource<...> : tensor<768x3072xf32>
//   scf.for ... { func.call @task_64(%slice, %w) }
//   scf.for ... { func.call @task_16(%slice, %w) }    // the same family
//
//===----------------------------------------------------------------------===//

#include "driver/run.h"
#include "ir/invariant-values.h"
#include "ir/same-value.h"
#include "mlir-c/BuiltinTypes.h"
#include <stdlib.h>
#include <string.h>

/// A weight, and the first task that reads it.
typedef struct Weight {
  MlirValue value;
  int task;
} Weight;

typedef struct Finder {
  const AsRun *run;
  MlirModule module;
  int *leader; ///< Of each task one of its family: of the first itself.
  Weight *weights;
  int count, capacity;
} Finder;

static int firstOf(const Finder *finder, int task) {
  while (finder->leader[task] != task)
    task = finder->leader[task];
  return task;
}

static void unite(Finder *finder, int left, int right) {
  int one = firstOf(finder, left), other = firstOf(finder, right);
  finder->leader[one > other ? one : other] = one > other ? other : one;
}

/// The task that `call` calls, or -1.
static int taskOf(const Finder *finder, MlirOperation call) {
  AsText hash = {0};
  int task = finder->run->tasks.numTasks - 1;
  MlirOperation callee = asIrReferenced(finder->module, call, "callee");
  if (mlirOperationIsNull(callee) ||
      !asIrStringAttribute(callee, AS_TASK_ATTRIBUTE, &hash))
    task = -1;
  while (task >= 0 && strcmp(finder->run->tuned[task].hash, hash.data) != 0)
    task--;
  asTextFree(&hash);
  return task;
}

/// Vectors, such as biases, are not packed.
static bool isMatrix(MlirValue value) {
  MlirType type = mlirValueGetType(value);
  return mlirTypeIsARankedTensor(type) && mlirShapedTypeGetRank(type) > 1;
}

static void addWeight(Finder *finder, MlirValue value, int task) {
  for (int w = 0; w < finder->count; w++)
    if (asIrIsSameValue(finder->weights[w].value, value)) {
      unite(finder, finder->weights[w].task, task);
      return;
    }
  if (finder->count == finder->capacity) {
    finder->capacity = finder->capacity ? 2 * finder->capacity : 64;
    finder->weights = asRealloc(finder->weights, sizeof *finder->weights *
                                                     (size_t)finder->capacity);
  }
  finder->weights[finder->count++] = (Weight){value, task};
}

static MlirWalkResult visitCall(MlirOperation op, void *context) {
  Finder *finder = context;
  int task = asIrIsNamed(op, "func.call") ? taskOf(finder, op) : -1;
  for (intptr_t i = 0; task >= 0 && i < mlirOperationGetNumOperands(op); i++) {
    MlirValue value = mlirOperationGetOperand(op, i);
    if (isMatrix(value) && asIrIsFixed(value))
      addWeight(finder, value, task);
  }
  return MlirWalkResultAdvance;
}

/// Arguments are the same value by their number, so that they are of one
/// function.
static void visitFunction(MlirOperation function, void *context) {
  Finder *finder = context;
  finder->count = 0;
  mlirOperationWalk(function, visitCall, finder, MlirWalkPreOrder);
}

static void visitModule(MlirModule module, void *context) {
  ((Finder *)context)->module = module;
  asIrVisitFunctions(module, visitFunction, context);
}

void asRunFindFamilies(AsRun *run) {
  int numTasks = run->tasks.numTasks;
  Finder finder = {.run = run};
  finder.leader = asAlloc(sizeof *finder.leader * (size_t)(numTasks + 1));
  for (int t = 0; t < numTasks; t++)
    finder.leader[t] = t;
  asIrVisitModules(run->module, visitModule, &finder);
  for (int t = 0; t < numTasks; t++) {
    int first = firstOf(&finder, t);
    run->tuned[t].family = 0;
    if (first == t)
      continue;
    run->tuned[t].family = run->tuned[first].family = first + 1;
  }
  free(finder.leader);
  free(finder.weights);
}
