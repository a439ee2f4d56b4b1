//===- kept-code.c - Final code that need not be made again
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See kept-code.h. The code is in the cache of objects, under a hash of all
// that it depends on: what objects of candidates depend on, the form that is
// asked for, the schedules, and the module with its constants and locations.
//
//===----------------------------------------------------------------------===//

#include "driver/output/kept-code.h"
#include "pool/builder.h"
#include "support/clock.h"
#include "support/memory-reserve.h"
#include "worker/find-worker.h"

/// A shared object is linked anew: it has its name in it, and linking is fast.
static AsEmit formOf(const AsRun *run) {
  AsEmit emit = run->options->emit;
  return emit == AS_EMIT_SHARED ? AS_EMIT_OBJECT : emit;
}

static AsHash keyOf(AsRun *run, const char *worker, const AsText *script) {
  AsBuilderOptions builder = {.worker = worker,
                              .target = &run->target,
                              .fp = run->options->fp,
                              .compiler = asRunCompiler(run)};
  AsText module = {0};
  asIrWriteBytecode(mlirModuleGetOperation(run->module), &module);
  AsHash hash = asHashString(asBuilderSetting(&builder), "final code");
  hash = asHashString(hash, run->target.key);
  hash = asHashInt(hash, formOf(run));
  hash = asHashString(hash, script->data);
  hash = asHashBytes(hash, module.data, module.length);
  asTextFree(&module);
  return hash;
}

AsKeptCode asKeptCodeOpen(AsRun *run, const AsText *script) {
  const AsOptions *options = run->options;
  bool writesBeside = *options->header || *options->launch;
  char worker[4096];
  if (!run->objects || writesBeside ||
      asWorkerFind(worker, sizeof worker, NULL))
    return (AsKeptCode){.isOpen = false};
  return (AsKeptCode){.isOpen = true,
                      .key = keyOf(run, worker, script),
                      .numRemarks = run->emission->numRemarks,
                      .started = asClockNow()};
}

bool asKeptCodeGet(const AsRun *run, const AsKeptCode *kept, AsText *code) {
  double seconds;
  return kept->isOpen &&
         asObjectCacheGet(run->objects, kept->key, code, &seconds);
}

void asKeptCodePut(AsRun *run, const AsKeptCode *kept, const AsText *code) {
  // What was made while memory was short may be cut short as well.
  if (!kept->isOpen || run->emission->numRemarks > kept->numRemarks ||
      asMemoryIsShort())
    return;
  asObjectCachePut(run->objects, kept->key, code, asClockNow() - kept->started);
  asRemarkOnObjects(run);
}
