//===- prepare.c - From the caller's module to one with tasks
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See run.h. A rewrite of the whole module fails for one function that it
// cannot take, or would do the wrong thing to it: a tensor with an encoding
// looks like a dense one. Such functions are left as they are, and their tasks
// are what they are without rewrites.
//
//===----------------------------------------------------------------------===//

#include "affine/raise-loop-nests.h"
#include "affine/schedule/schedulable-nests.h"
#include "driver/kernel-times.h"
#include "driver/run.h"
#include "graph/graph-passes.h"
#include "ir/module-contents.h"
#include "ir/refusals.h"
#include "ir/set-aside.h"
#include "ir/symbol-closure.h"
#include "ir/tensor-encoding.h"
#include "lowering/lower.h"
#include "origin/origin.h"
#include "support/arena.h"
#include "task/dynamic/class-samples.h"
#include "task/dynamic/image-loops.h"
#include "task/dynamic/split-dynamic.h"
#include "task/dynamic/written-sizes.h"
#include "task/prepare-attention.h"
#include <stdlib.h>

enum { SPARE_KERNELS = 2 };

/// What the steps get.
typedef struct Preparation {
  AsRun *run;
  AsSizeRanges ranges;  ///< That dynamic sizes are expected to be in.
  AsKernelClock *clock; ///< Of kernels for them.
  AsStatus status;      ///< Of all modules.
  AsError *error;
} Preparation;

static AsAffineOptions loopOptions(const AsRun *run) {
  return (AsAffineOptions){.mayReorder = run->options->fp != AS_FP_STRICT,
                           .ignoresNans = run->options->fp == AS_FP_FAST,
                           .assumeNoalias = run->options->assumeNoalias,
                           .isForCpu = run->target.gpu == NULL,
                           .remark = asRemarkOnOperation,
                           .context = run->emission};
}

/// Has networks for several images loop over them. With several threads all
/// images are divided among them, and a loop would have them wait for each
/// other after each layer of each image.
static AsStatus splitImages(const AsRun *run, MlirModule module,
                            bool mayReorder, AsError *error) {
  bool changed = false;
  AsStatus status = AS_OK;
  if (!run->target.gpu && run->target.threads == 1)
    status = asSplitImages(module, &changed, error);
  return status || !changed
             ? status
             : asGraphUnifyForms(module, mayReorder, true, error);
}

/// All rewrites; an AsIrStep.
static AsStatus rewrite(MlirModule module, void *context, AsError *error) {
  const Preparation *preparation = context;
  AsRun *run = preparation->run;
  AsAffineOptions loops = loopOptions(run);
  AsStatus status = asIrCheckEncodings(mlirModuleGetOperation(module), error);
  if (!status)
    status = asDecomposeLinalg(module, error);
  if (!status)
    status = asAffineRaise(module, &loops, error);
  if (!status)
    status = asGraphUnifyForms(module, loops.mayReorder,
                               run->target.gpu == NULL, error);
  if (!status)
    status = splitImages(run, module, loops.mayReorder, error);
  if (!status)
    status =
        asGraphPreferForms(module, loops.mayReorder,
                           run->target.gpu ? 0 : run->target.threads, error);
  return status;
}

//===----------------------------------------------------------------------===//
// Functions that are left as they are
//===----------------------------------------------------------------------===//

/// The memory that they refer to, of which rewrites make other operations.
static AsIrReach memoryOf(MlirModule module, const AsIrRefusals *refusals) {
  AsIrReach all = {0}, memory = {0};
  for (int i = 0; i < refusals->count; i++)
    asIrReachNext(module, refusals->list[i].function, &all);
  for (int i = 0; i < all.count; i++)
    if (!asIrIsNamed(all.ops[i], "func.func"))
      asIrReachAdd(&memory, all.ops[i]);
  asIrReachFree(&all);
  return memory;
}

static bool refersToAny(MlirModule module, MlirOperation op,
                        const AsIrReach *memory) {
  AsIrReach refers = {0};
  asIrReachNext(module, op, &refers);
  bool refersToOne = false;
  for (int i = 0; i < refers.count; i++)
    refersToOne |= asIrReaches(memory, refers.ops[i]);
  asIrReachFree(&refers);
  return refersToOne;
}

/// Functions that use one memory must agree on what it is.
static void refuseSharers(MlirModule module, AsIrRefusals *refusals) {
  AsIrReach memory = memoryOf(module, refusals);
  MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (asIrHasBody(op) && !asIrIsRefused(refusals, op) &&
        refersToAny(module, op, &memory))
      asIrRefuse(refusals, op,
                 "it uses memory that such a function uses as well");
  asIrReachFree(&memory);
}

static void findRefusals(Preparation *preparation, MlirModule module,
                         AsIrRefusals *refusals) {
  asIrFindRefusals(module, rewrite, preparation, refusals);
  for (int before = 0; before < refusals->count;) {
    before = refusals->count;
    refuseSharers(module, refusals);
  }
  for (int i = 0; i < refusals->count; i++)
    asRemarkOnFunction(refusals->list[i].function,
                       "is not rewritten for scheduling", refusals->list[i].why,
                       AS_SEVERITY_REMARK, preparation->run->emission);
}

static void putFirst(MlirModule module, const AsIrReach *memory) {
  for (int i = memory->count - 1; i >= 0; i--)
    mlirBlockInsertOwnedOperation(mlirModuleGetBody(module), 0, memory->ops[i]);
}

/// Rewrites the functions of a module but those for which that fails, of which
/// there must be some; `error` has the reason that the whole could not be.
static AsStatus rewriteParts(Preparation *preparation, MlirModule module,
                             AsError *error) {
  AsIrRefusals refusals;
  findRefusals(preparation, module, &refusals);
  AsIrReach memory = memoryOf(module, &refusals);
  AsIrFunctionBody *bodies =
      asAlloc(sizeof *bodies * ((size_t)refusals.count + 1));
  for (int i = 0; i < refusals.count; i++)
    bodies[i] = asIrTakeBody(refusals.list[i].function);
  for (int i = 0; i < memory.count; i++)
    mlirOperationRemoveFromParent(memory.ops[i]);
  AsStatus status =
      refusals.count ? rewrite(module, preparation, error) : error->status;
  putFirst(module, &memory);
  for (int i = 0; i < refusals.count; i++)
    asIrReturnBody(refusals.list[i].function, bodies[i]);
  free(bodies);
  asIrReachFree(&memory);
  asIrRefusalsFree(&refusals);
  return status;
}

//===----------------------------------------------------------------------===//
// The whole
//===----------------------------------------------------------------------===//

static AsStatus prepareModule(Preparation *preparation, MlirModule module,
                              AsError *error) {
  MlirModule before = mlirModuleFromOperation(
      mlirOperationClone(mlirModuleGetOperation(module)));
  if (!rewrite(module, preparation, error)) {
    mlirModuleDestroy(before);
    return AS_OK;
  }
  asIrReplaceContents(module, before);
  return rewriteParts(preparation, module, error);
}

AsStatus asRunRewrite(AsRun *run, MlirModule module, AsError *error) {
  Preparation preparation = {.run = run};
  return prepareModule(&preparation, module, error);
}

/// Those that sums may have between tiles.
static AsSumRegisters registersOf(const AsTarget *target) {
  return (AsSumRegisters){.vectorBytes = target->gpu ? 0 : target->vectorBytes,
                          .count = target->vectorRegisters};
}

static AsStatus splitDynamic(Preparation *preparation, MlirModule module,
                             bool *changed, AsError *error) {
  AsRun *run = preparation->run;
  AsDynamicOptions dynamic = {
      .choice = {.perTask = (int)run->options->kernelsPerTask,
                 .spare = run->tunesSpare && !run->measured ? SPARE_KERNELS : 0,
                 .ranges = &preparation->ranges,
                 .measured = run->measured ? asKernelClockMeasured : NULL,
                 .estimate = asKernelClockEstimate,
                 .context = preparation->clock,
                 .registers = registersOf(&run->target),
                 .threads = run->target.threads,
                 .isStrict = run->options->fp == AS_FP_STRICT},
      .table = &run->kernels,
      .among = run->measured ? run->measured->kernels : NULL,
      .isForCpu = run->target.gpu == NULL,
      .remark = asRemarkOnOperation,
      .warn = asWarnOfOperation,
      .context = run->emission};
  return asSplitDynamic(module, &dynamic, changed, error);
}

/// Splits operations on dynamic shapes. The rewrites then look at the static
/// ones in the loops: a tile of one row, for example, has unit dimensions.
static AsStatus splitModule(Preparation *preparation, MlirModule module,
                            AsError *error) {
  bool changed;
  AsStatus status = splitDynamic(preparation, module, &changed, error);
  return status || !changed ? status
                            : prepareModule(preparation, module, error);
}

bool asRunTakesAttention(const AsRun *run) {
  return !run->target.gpu && run->options->fp != AS_FP_STRICT;
}

void asRunPrepareAttention(const AsRun *run, MlirModule module) {
  if (asRunTakesAttention(run))
    asPrepareAttention(module, run->target.dots.bf16,
                       run->target.vectorBytes / (int64_t)sizeof(float));
}

static void remarkOnCycles(const AsAside *aside, AsEmission *emission) {
  for (int i = 0; i < aside->count; i++)
    if (asIrIsNamed(aside->ops[i], "ml_program.subgraph"))
      asRemarkOnOperation(aside->ops[i],
                          "an operation in it depends on its own result; write "
                          "such a computation as a loop",
                          emission);
}

static void visitModule(MlirModule module, void *context) {
  Preparation *preparation = context;
  AsAffineOptions loops = loopOptions(preparation->run);
  AsAside aside;
  if (preparation->status)
    return;
  asIrSetAside(module, &aside);
  remarkOnCycles(&aside, preparation->run->emission);
  preparation->status = prepareModule(preparation, module, preparation->error);
  if (!preparation->status)
    preparation->status = splitModule(preparation, module, preparation->error);
  if (!preparation->status)
    asRunPrepareAttention(preparation->run, module);
  if (!preparation->status && !preparation->run->target.gpu) {
    asMarkSchedulableNests(module, &loops);
    asRemarkOnNests(module, preparation->run->emission);
  }
  asIrPutBack(&aside, module);
}

static AsStatus beginPreparation(AsRun *run, MlirModule module,
                                 Preparation *preparation, AsError *error) {
  *preparation = (Preparation){.run = run, .error = error};
  AsStatus status = asSizeRangesRead(run->options->sizes, &run->arena,
                                     &preparation->ranges, error);
  if (!status)
    status = asWrittenSizes(module, &run->arena, &preparation->ranges, error);
  preparation->clock = asKernelClockCreate(run);
  return status;
}

/// Fails where sizes were given that nothing has.
static AsStatus endPreparation(Preparation *preparation, MlirModule module,
                               AsStatus status, AsError *error) {
  asKernelClockDestroy(preparation->clock);
  return status ? status : asCheckRanges(module, &preparation->ranges, error);
}

AsStatus asRunSplit(AsRun *run, MlirModule module, AsError *error) {
  Preparation preparation;
  bool changed;
  AsStatus status = beginPreparation(run, module, &preparation, error);
  if (!status)
    status = splitDynamic(&preparation, module, &changed, error);
  return endPreparation(&preparation, module, status, error);
}

AsStatus asRunPrepare(AsRun *run, AsError *error) {
  Preparation preparation;
  preparation.status = beginPreparation(run, run->module, &preparation, error);
  if (!preparation.status)
    preparation.status = asGraphProgramFunctions(run->module, error);
  bool isNew = run->options->keepOrigin && asOriginMark(run->module);
  asIrVisitModules(run->module, visitModule, &preparation);
  preparation.status =
      endPreparation(&preparation, run->module, preparation.status, error);
  if (preparation.status)
    return preparation.status;
  asTaskExtract(run->module, asRunTakesAttention(run), &run->tasks);
  if (isNew && !run->tasks.numTasks) // Nothing refers to it.
    asOriginUnmark(run->module);
  asRemarkOnNestsLeft(run->module, run->emission);
  asRemarkOnTasks(&run->tasks, run->emission);
  asRemarkOnDeallocations(run->module, run->emission);
  return AS_OK;
}
