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
#include "pool/build-message.h"
#include "pool/builder.h"
#include "support/arena.h"
#include "support/child-process.h"
#include "support/entry-symbols.h"
#include "support/hash.h"
#include "support/memory-limit.h"
#include "support/packet.h"
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

static AsStatus choose(MlirModule script, AsPacketReader *reader,
                       AsError *error) {
  int64_t count = asPacketInt(reader);
  for (int64_t c = 0; c < count && !reader->failed; c++) {
    AsKnobChoice choice = {.knob = asPacketString(reader)};
    choice.value = asPacketInt(reader);
    const char *text = asPacketString(reader);
    choice.text = *text ? text : NULL;
    AsStatus status = asScriptChoose(script, &choice, error);
    if (status)
      return status;
  }
  return AS_OK;
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

static AsOutcome build(BuildWorker *worker, AsPacketReader *reader,
                       AsText *object, AsError *error) {
  const char *text = asPacketString(reader);
  bool hasScript = asPacketInt(reader);
  bool isReference = asPacketInt(reader);
  const char *name = asPacketString(reader);
  const char *script = asPacketString(reader);
  bool mustVectorise = asPacketInt(reader);
  MlirModule task, sketch;
  AsStatus status = parseCached(worker, text, "<task>", &task, error);
  if (status)
    return AS_OUTCOME_BUILD_FAILED;
  AsOutcome outcome = AS_OUTCOME_BUILT;
  MlirModule candidate =
      mlirModuleFromOperation(mlirOperationClone(mlirModuleGetOperation(task)));
  AsLowerOptions lowering = worker->lowering;
  if (hasScript) {
    AsText file = {0};
    asTextFormat(&file, "<sketch %s>", name);
    status = parseCached(worker, script, file.data, &sketch, error);
    asTextFree(&file);
    if (!status)
      status = choose(sketch, reader, error);
    if (!status)
      status = asScriptApply(
          mlirBlockGetFirstOperation(mlirModuleGetBody(candidate)), sketch,
          NULL, error);
    if (status && asScriptWasIllegal(mlirModuleGetOperation(candidate)))
      outcome = AS_OUTCOME_ILLEGAL;
    if (!status && mustVectorise) {
      status = asCheckVectorised(mlirModuleGetOperation(candidate), error);
      outcome = status ? AS_OUTCOME_NOT_VECTORISED : outcome;
    }
  }
  lowering.isStock = !hasScript || isReference;
  lowering.isReference = isReference;
  // What is right is found out by the host.
  bool isGpu = worker->gpu && !isReference;
  lowering.isGpu = isGpu;
  if (!status)
    status = asLowerModule(candidate, &lowering, error);
  if (!status && isGpu) {
    status = asGpuCheckLaunches(candidate, worker->gpu, error);
    outcome = status ? AS_OUTCOME_TOO_LARGE : outcome;
  }
  AsCodegenOptions codegen = {.entry = AS_TASK_FUNCTION,
                              .isStock = lowering.isStock};
  AsText ptx = {0};
  if (!status)
    status = asCodegen(isReference ? worker->host : worker->machine, candidate,
                       &codegen, isGpu ? &ptx : object, NULL, error);
  if (!status && isGpu)
    status = checkRegisters(worker, &ptx, &outcome, error);
  if (!status && isGpu)
    status = asGpuPutKernels(candidate, &ptx, object, error);
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
static AsStatus prepare(BuildWorker *worker, char **argv, AsError *error) {
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
  AsStatus status =
      asMachineCreate(argv[1], argv[2], argv[3], &worker->machine, error);
  worker->host = worker->machine;
  if (!status && worker->gpu)
    status = createHost(worker, error);
  if (status)
    return status;
  worker->context = asIrContextCreate();
  return asLimitMemory(strtoull(argv[6], NULL, 10), error);
}

int asBuilderServe(int argc, char **argv) {
  if (argc != 7) {
    fprintf(stderr, "as-worker build: started by as-opt, not by hand\n");
    return 2;
  }
  AsError error = {0};
  BuildWorker worker = {
      .lowering = {.threads = atoi(argv[4]),
                   .fp = (AsFp)atoi(argv[5]),
                   .hasBf16Dot = asTargetHasBf16Dot(argv[1], argv[2], argv[3])},
      .gpu = asGpuFind(argv[2])};
  if (prepare(&worker, argv, &error)) {
    fprintf(stderr, "as-worker build: %s\n", error.message);
    return 1;
  }
  AsText inbox = {0}, reply = {0}, object = {0};
  AsMessage message;
  while (asParentReceive(&inbox, &message, &error) == AS_OK) {
    AsPacketReader reader = {message.data, message.length, false};
    asTextClear(&object);
    AsError why = {0};
    AsOutcome outcome = build(&worker, &reader, &object, &why);
    asTextClear(&reply);
    asPacketPutInt(&reply, outcome);
    asPacketPutString(&reply, why.message);
    asPacketPutBytes(&reply, object.data,
                     outcome == AS_OUTCOME_BUILT ? object.length : 0);
    if (asParentSend(AS_BUILD_REPLY, reply.data, reply.length, &error))
      break;
  }
  return 0; // The parent has gone; the system takes back the rest.
}
