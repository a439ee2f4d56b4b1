//===- build-worker.c - The build worker
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The child's side of builder.h: applies a script to a task, lowers, generates
// code. Tasks and scripts that were seen before are not parsed again.
//
//===----------------------------------------------------------------------===//

#include "codegen/object-code.h"
#include "lowering/check-vectorised.h"
#include "lowering/gpu/host/launch-list.h"
#include "lowering/gpu/ptxas.h"
#include "lowering/lower.h"
#include "pool/build-protocol.h"
#include "support/arena.h"
#include "support/entry-symbols.h"
#include "support/hash.h"
#include "support/memory-limit.h"
#include "transform/apply-script.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#define CACHE_SIZE 64

typedef struct CachedModule {
  AsHash key;
  MlirModule module; ///< Null while the place is free.
} CachedModule;

typedef struct BuildWorker {
  MlirContext context;
  AsMachine *machine;
  AsMachine
      *host; ///< What references are for; another one where that is a GPU.
  AsLowerOptions lowering;
  const AsGpu *gpu; ///< NULL for a CPU.
  CachedModule cache[CACHE_SIZE];
} BuildWorker;

/// The parsed module for `text`, owned by the cache.
static AsStatus parseCached(BuildWorker *worker, const char *text,
                            const char *name, MlirModule *module,
                            AsError *error) {
  AsHash key = asHashString(asHashStart(), text);
  CachedModule *place = &worker->cache[key.low % CACHE_SIZE];
  if (mlirModuleIsNull(place->module) || place->key.high != key.high ||
      place->key.low != key.low) {
    AsStatus status =
        asIrParse(worker->context, text, strlen(text), name, module, error);
    if (status)
      return status;
    if (!mlirModuleIsNull(place->module))
      mlirModuleDestroy(place->module);
    *place = (CachedModule){key, *module};
  }
  *module = place->module;
  return AS_OK;
}

static AsStatus choose(MlirModule script, const AsBuildJob *job,
                       AsError *error) {
  AsStatus status = AS_OK;
  for (int c = 0; c < job->numChoices && !status; c++)
    status = asScriptChoose(script, &job->choices[c], error);
  return status;
}

/// Of registers that spill a few are no matter.
enum { MOST_SPILLED_BYTES = 64 };

/// What CUDA's assembler says of the kernels, where there is one.
static AsStatus checkRegisters(const BuildWorker *worker, const AsText *ptx,
                               AsOutcome *outcome, AsError *error) {
  AsPtxasFigures figures;
  AsStatus status = asPtxasAssemble(ptx, worker->gpu->chip, &figures, error);
  if (status || figures.spilledBytes <= MOST_SPILLED_BYTES)
    return status;
  *outcome = AS_OUTCOME_SPILLED;
  return asFail(error, AS_UNSUPPORTED,
                "ptxas gives a thread %d registers, and stores %d bytes that "
                "they do not hold",
                figures.registers, figures.spilledBytes);
}

/// A reference with another order of loops may become a candidate by its time,
/// so that it is compiled in full.
static AsOptimisation optimisationOf(const AsBuildJob *job) {
  if (job->isReference)
    return job->script ? AS_OPTIMISE_STOCK : AS_OPTIMISE_REFERENCE;
  return job->script ? AS_OPTIMISE_SCHEDULED : AS_OPTIMISE_STOCK;
}

static AsOutcome build(BuildWorker *worker, const AsBuildJob *job,
                       AsText *object, AsError *error) {
  MlirModule task, sketch;
  AsStatus status = parseCached(worker, job->task, "<task>", &task, error);
  if (status)
    return AS_OUTCOME_BUILD_FAILED;
  AsOutcome outcome = AS_OUTCOME_BUILT;
  MlirModule candidate =
      mlirModuleFromOperation(mlirOperationClone(mlirModuleGetOperation(task)));
  AsLowerOptions lowering = worker->lowering;
  if (job->script) {
    AsText file = {0};
    asTextFormat(&file, "<sketch %s>", job->sketch);
    status = parseCached(worker, job->script, file.data, &sketch, error);
    asTextFree(&file);
    if (!status)
      status = choose(sketch, job, error);
    if (!status)
      status = asScriptApply(
          mlirBlockGetFirstOperation(mlirModuleGetBody(candidate)), sketch,
          NULL, error);
    if (status && asScriptWasIllegal(mlirModuleGetOperation(candidate)))
      outcome = AS_OUTCOME_ILLEGAL;
    if (!status && job->mustVectorise) {
      status = asCheckVectorised(mlirModuleGetOperation(candidate), error);
      outcome = status ? AS_OUTCOME_NOT_VECTORISED : outcome;
    }
  }
  lowering.isStock = !job->script || job->isReference;
  lowering.isReference = job->isReference;
  // What is right is found out by the host.
  bool isGpu = worker->gpu && !job->isReference;
  lowering.isGpu = isGpu;
  if (!status)
    status = asLowerModule(candidate, &lowering, error);
  if (!status && isGpu) {
    status = asGpuCheckLaunches(candidate, worker->gpu, error);
    outcome = status ? AS_OUTCOME_TOO_LARGE : outcome;
  }
  AsCodegenOptions codegen = {.entry = AS_TASK_FUNCTION,
                              .optimisation = optimisationOf(job),
                              .isAssembly = job->form == AS_BUILD_ASSEMBLY};
  AsText ptx = {0};
  bool isLlvm = job->form == AS_BUILD_LLVM;
  bool isKernels = isGpu && job->form == AS_BUILD_OBJECT;
  AsText *code = isKernels ? &ptx : object;
  if (!status && job->form != AS_BUILD_NOTHING)
    status =
        asCodegen(job->isReference ? worker->host : worker->machine, candidate,
                  &codegen, isLlvm ? NULL : code, isLlvm ? code : NULL, error);
  if (!status && isKernels)
    status = checkRegisters(worker, &ptx, &outcome, error);
  if (!status && isKernels)
    status = asGpuAppendKernels(candidate, &ptx, object, error);
  asTextFree(&ptx);
  mlirModuleDestroy(candidate);
  return status && outcome == AS_OUTCOME_BUILT ? AS_OUTCOME_BUILD_FAILED
                                               : outcome;
}

/// For the machine that this one is.
static AsStatus createHost(BuildWorker *worker, AsError *error) {
  AsArena arena = {0};
  AsTarget host;
  AsStatus status = asTargetCreate("host", 1, &arena, &host, error);
  if (!status)
    status = asMachineCreate(host.triple, host.cpu, host.features,
                             &worker->host, error);
  asArenaDestroy(&arena);
  return status;
}

/// Gets all that building takes; the limit on memory is for what comes then.
static AsStatus prepare(BuildWorker *worker, const AsWorkerOptions *options,
                        AsError *error) {
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
  worker->lowering = (AsLowerOptions){
      .threads = (int)options->threads,
      .fp = options->fp,
      .dots =
          asTargetDotProducts(options->triple, options->cpu, options->features),
      .isFused =
          asTargetIsFused(options->triple, options->cpu, options->features),
      .vectorBytes =
          asTargetVectorBytes(options->triple, options->cpu, options->features),
      .followsRows = asTargetFollowsRows(options->cpu)};
  worker->gpu = asGpuFind(options->cpu);
  AsStatus status = asMachineCreate(options->triple, options->cpu,
                                    options->features, &worker->machine, error);
  worker->host = worker->machine;
  if (!status && worker->gpu)
    status = createHost(worker, error);
  if (status)
    return status;
  worker->context = asIrContextCreate();
  return asLimitMemory((size_t)options->memoryLimit, error);
}

/// Answers one message; fails if it is not a job.
static AsStatus answer(BuildWorker *worker, const AsMessage *message,
                       AsError *error) {
  AsArena arena = {0};
  AsBuildJob job;
  AsBuildResult result = {0};
  AsError why = {0};
  AsStatus status =
      asWorkerRead(message, &asBuildJobLayout, &arena, &job)
          ? AS_OK
          : asFail(error, AS_CHILD, "expected a job, but got another message");
  if (!status) {
    result.outcome = build(worker, &job, &result.object, &why);
    snprintf(result.message, sizeof result.message, "%.*s",
             (int)sizeof result.message - 1, why.message);
    if (result.outcome != AS_OUTCOME_BUILT)
      asTextClear(&result.object);
    status = asWorkerReply(&asBuildResultLayout, &result, error);
  }
  asTextFree(&result.object);
  asArenaDestroy(&arena);
  return status;
}

static int fail(const AsError *error) {
  fprintf(stderr, "as-worker build: %s\n", error->message);
  return 1;
}

int asBuilderServe(const AsWorkerOptions *options) {
  AsError error = {0};
  BuildWorker worker = {0};
  // READY says which version this is, so it comes before all that takes time.
  AsStatus status = asWorkerSayReady(&error);
  if (!status && prepare(&worker, options, &error))
    return fail(&error);
  AsText inbox = {0};
  AsMessage message;
  while (!status) {
    status = asParentReceive(&inbox, &message, &error);
    if (!status)
      status = answer(&worker, &message, &error);
  }
  // Where the parent has gone, the system takes back the rest.
  return status == AS_NOT_FOUND ? 0 : fail(&error);
}
