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
#include "support/child-process.h"
#include "support/packet.h"
#include "target/target.h"
#include <stdio.h>
#include <stdlib.h>

static AsStatus generate(MlirModule part, const AsTarget *host, AsText *object,
                         AsError *error) {
  AsMachine *machine;
  AsStatus status =
      asMachineCreate(host->triple, host->cpu, host->features, &machine, error);
  if (status)
    return status;
  status = asCodegen(machine, part, &(AsCodegenOptions){.runsOnce = true},
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
    status = asOpenMpLoad(host->numCores, error);
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
static void compute(AsKernelEntry entry, AsPacketReader *sizes,
                    AsText *arrays) {
  int64_t count = asPacketInt(sizes);
  void **places = asAlloc(sizeof *places * (size_t)count);
  entry(places);
  for (int64_t a = 0; a < count; a++)
    asTextAppend(arrays, places[a], (size_t)asPacketInt(sizes));
  free(places);
}

static AsStatus answer(AsPacketReader *request, AsText *arrays,
                       AsError *error) {
  size_t length;
  const char *bytecode = asPacketBytes(request, &length);
  AsArena arena = {0};
  AsText object = {0};
  AsTarget host;
  AsKernelEntry entry;
  AsStatus status = asTargetCreate("host", 1, &arena, &host, error);
  if (!status)
    status = compile(bytecode, length, &host, &object, error);
  if (!status)
    status = linkEntry(&object, &host, &entry, error);
  asTextFree(&object);
  asArenaDestroy(&arena);
  if (!status)
    compute(entry, request, arrays);
  return status;
}

int asOnceServe(void) {
  AsText inbox = {0}, arrays = {0}, reply = {0};
  AsError error = {0};
  AsMessage message;
  if (asParentReceive(&inbox, &message, &error)) {
    fprintf(stderr, "as-worker once: %s\n", error.message);
    return 1;
  }
  AsPacketReader request = {message.data, message.length, false};
  if (answer(&request, &arrays, &error) && !error.message[0])
    asFail(&error, AS_INTERNAL, "nothing is known of the cause");
  asPacketPutString(&reply, error.message);
  asPacketPutBytes(&reply, arrays.data, arrays.length);
  return asParentSend(AS_CONST_EVAL_REPLY, reply.data, reply.length, &error) !=
         0;
}
