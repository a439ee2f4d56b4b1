//===- task.h - Tasks: extraction, identity, description
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A task is a fused subgraph with static shapes, in a function of its own that
// is marked with the content hash of the task. Extraction finds the tasks of a
// module, outlines them, and counts how often each runs. The functions that a
// run may begin at are the models of the module.
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_TASK_H
#define AS_TASK_TASK_H

#include "as/error.h"
#include "ir/ir.h"
#include "support/arena.h"
#include "support/hash.h"
#include "task/program.h"
#include "task/task-attribute.h"

/// The attribute that marks a task's function with its hash.
#define AS_TASK_ATTRIBUTE "as.task"

/// The attribute of a task's function to which a schedule has been applied: the
/// copies and fills in it are not tasks.
#define AS_SCHEDULED_ATTRIBUTE "as.scheduled"

/// Passes that bring a task into canonical form. The task itself stays as the
/// user wrote it: hash and program are taken from a canonicalised copy, and
/// every schedule begins with these passes.
extern const char *const asTaskCanonicalPasses[]; ///< Ends with NULL.

/// For each element type: how many roundings to it follow each other in a sum
/// on the way to a value; 1 where they are in no sum, 0 where there are none.
typedef struct AsRoundings {
  int64_t steps[AS_NUM_ELEMENTS];
} AsRoundings;

/// A buffer of the task's function: its arguments, then its results.
typedef struct AsTaskBuffer {
  AsElement element;
  int rank;
  int64_t shape[AS_MAX_RANK];
  bool isResult;
  bool isWeight; ///< An argument with AS_CONSTANT_ATTRIBUTE; in a task of a
                 ///< set, also one that comes from outside of the model.
  AsRoundings roundings; ///< Of what the task writes to it.
  int64_t extent; ///< Its elements are indices below this; 0: any numbers.
} AsTaskBuffer;

typedef struct AsTask {
  char hash[33];
  const char *label; ///< For people: "matmul 512x512x512 +elementwise".
  double *runs;      ///< How often it runs in one run of each model.
  double weight;     ///< Its runs in one run of all models.
  const char *text;  ///< A module with the function alone, called
                     ///< AS_TASK_FUNCTION, and the locations of the first
                     ///< occurrence.
  AsProgram program; ///< Of the canonical form.
  int numBuffers;
  AsTaskBuffer *buffers;
  double flops;    ///< Of one execution.
  double minBytes; ///< Compulsory memory traffic of one execution.
  /// Of the weights that it reads in all models, each once, without those that
  /// another task of the same function has counted; only in a task of a set.
  double weightBytes;
  int64_t reductionLength;
  /// Where it occurs; only complete in a task of a set.
  AsTaskPlace *places;
  AsTaskOrigin *origins; ///< What it comes from; only complete likewise.
  /// The function that was outlined for it, in the last of several modules;
  /// NULL if the task only occurs there as whole functions.
  const char *symbol;
} AsTask;

/// An operation that belongs to no task, and why.
typedef struct AsTaskRemark {
  const char *location; ///< As MLIR prints it: loc("f.mlir":3:4).
  const char *message;
} AsTaskRemark;

/// The tasks of a module, heaviest FLOP count first. Owns all of it.
typedef struct AsTaskSet {
  AsArena arena;
  int numTasks;
  AsTask *tasks;
  int numModels;
  const char **models; ///< Names of functions.
  int numRemarks;
  AsTaskRemark *remarks;
} AsTaskSet;

/// Extracts the tasks of `module` and of the modules in it. Each becomes a
/// private function with AS_TASK_ATTRIBUTE and a description
/// (task/task-attribute.h), and a call of it. A function that is a whole task
/// is marked in place. Functions with a schedule stay as they are. What cannot
/// be a task stays too, with a remark; so do operations of dialects that MLIR
/// does not have, and what is in them. Extraction cannot fail; the set may be
/// empty. With `onCpu` tasks are also such that only rules for CPUs schedule
/// well, if sums may be added up in another order: attention.
void asTaskExtract(MlirModule module, bool onCpu, AsTaskSet *set);

void asTaskSetDestroy(AsTaskSet *set);

/// Whether a schedule has been applied to the function.
bool asTaskIsScheduled(MlirOperation function);

/// Removes both marks from a function.
void asTaskUnmark(MlirOperation function);

/// Describes the function of one task (any func.func whose body could be one):
/// fills in hash, label, text, program and buffers. Strings are put into
/// `arena`.
AsStatus asTaskDescribe(MlirOperation function, AsArena *arena, AsTask *task,
                        AsError *error);

/// The content hash of a function: operation names, attributes, types and data
/// flow, but no SSA names, symbol names or locations.
AsHash asTaskHashFunction(MlirOperation function);

#endif // AS_TASK_TASK_H
