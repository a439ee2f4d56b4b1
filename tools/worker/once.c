//===- once.c - Computing what constants determine
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The child's side of lowering/constants/const-eval.h. It compiles as well as
// it runs, and for the machine that this one is: the module may be for another
// one.
//
//===----------------------------------------------------------------------===//

#include "tools/worker/once.h"
#include "codegen/object-code.h"
#include "lowering/constants/const-eval.h"
#include "measure/object-linker.h"
#include "measure/openmp.h"
#include "support/arena.h"
#include "support/memory-limit.h"
#include "target/target.h"
#include "worker/worker-protocol.h"
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

static AsStatus generate(MlirModule part, const AsTarget *host, AsText *object,
                         AsError *error) {
  AsMachine *machine;
  AsStatus status =
      asMachineCreate(host->triple, host->cpu, host->features, &machine, error);
  if (status)
    return status;
  status = asCodegen(machine, part,
                     &(AsCodegenOptions){.optimisation = AS_OPTIMISE_BRIEFLY},
                     object, NULL, error);
  asMachineDestroy(machine);
  return status;
}

static AsStatus compile(const char *bytecode, size_t length,
                        const AsTarget *host, AsText *object, AsError *error) {
  MlirContext context = asIrContextCreate();
  MlirModule part;
  AsStatus status =
      asIrParse(context, bytecode, length, "<once>", &part, error);
  if (!status) {
    status = generate(part, host, object, error);
    mlirModuleDestroy(part);
  }
  mlirContextDestroy(context);
  return status;
}

static AsStatus linkEntry(const AsText *object, const AsTarget *host,
                          AsKernelEntry *entry, AsError *error) {
  AsStatus status = AS_OK;
  if (asOpenMpNeeded(object->data, object->length))
    status = asOpenMpLoad(host->cores.count, host->cores, error);
  AsLinker *linker;
  AsKernel kernel = {0};
  if (!status)
    status = asLinkerCreate(&linker, error);
  if (!status)
    status = asLinkerLink(linker, object->data, object->length,
                          AS_CONST_EVAL_ENTRY, &kernel, error);
  *entry = kernel.run;
  return status;
}

/// Appends all arrays, one after another.
static void compute(AsKernelEntry entry, const AsConstEvalRequest *request,
                    AsText *arrays) {
  void **places = asAlloc(sizeof *places * (size_t)request->numArrays);
  entry(places);
  for (int a = 0; a < request->numArrays; a++)
    asTextAppend(arrays, places[a], (size_t)request->sizes[a].bytes);
  free(places);
}

static AsStatus answer(const AsConstEvalRequest *request, AsText *arrays,
                       AsError *error) {
  AsArena arena = {0};
  AsText object = {0};
  AsTarget host;
  AsKernelEntry entry;
  AsStatus status = asTargetCreate("host", 1, &arena, &host, error);
  if (!status)
    status = compile(request->bytecode, request->bytecodeLength, &host, &object,
                     error);
  if (!status)
    status = linkEntry(&object, &host, &entry, error);
  asTextFree(&object);
  asArenaDestroy(&arena);
  if (!status)
    compute(entry, request, arrays);
  return status;
}

/// A large model takes some times its size while it is compiled, which is no
/// fault: that comes on top of the limit.
static AsStatus limit(const AsWorkerOptions *options, size_t requestBytes,
                      AsError *error) {
  enum { copies = 8 };
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
  size_t bytes = (size_t)options->memoryLimit;
  return asLimitMemory(bytes ? bytes + copies * requestBytes : 0, error);
}

static AsStatus serve(const AsWorkerOptions *options, AsError *error) {
  AsText inbox = {0}, arrays = {0};
  AsArena arena = {0};
  AsError problem = {0};
  AsMessage message;
  AsConstEvalRequest request;
  AsStatus status = asWorkerSayReady(error);
  if (!status)
    status = asParentReceive(&inbox, &message, error);
  if (!status)
    status = limit(options, message.length, error);
  if (!status &&
      !asWorkerRead(&message, &asConstEvalRequestLayout, &arena, &request))
    status =
        asFail(error, AS_CHILD, "expected a request, but got another message");
  if (status)
    return status;
  if (answer(&request, &arrays, &problem) && !problem.message[0])
    asFail(&problem, AS_INTERNAL, "nothing is known of the cause");
  return asWorkerReply(&asConstEvalReplyLayout,
                       &(AsConstEvalReply){.problem = problem.message,
                                           .arrays = arrays.data,
                                           .arraysLength = arrays.length},
                       error);
}

int asOnceServe(const AsWorkerOptions *options) {
  AsError error = {0};
  if (!serve(options, &error))
    return 0;
  fprintf(stderr, "as-worker once: %s\n", error.message);
  return 1;
}
