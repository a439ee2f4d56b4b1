//===- autoschedule-pass.c - as-autoschedule
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tunes a module: finds a fast schedule for each of its tasks by building and
// measuring candidates, and puts the result in its place.
//
// Requires:    linalg on tensors with static shapes for what is to be tuned;
//              anything else is left as it is, with a remark.
// Provides:    what emit= asks for, by default the whole module in the LLVM
//              dialect (of a GPU, in what gpu-to-llvm takes); with emit=llvm,
//              asm, ptx, object or shared a file.
// Invalidates: everything in the module, except for those, which leave it
//              unchanged.
//
//===----------------------------------------------------------------------===//

#include "passes/module-pass.h"
#include "support/text.h"

static AsStatus check(const AsOptions *options, AsError *error) {
  if (!asEmitIsModule(options->emit) && !*options->output)
    return asFail(error, AS_INVALID_INPUT,
                  "emit=llvm, asm, ptx, object and shared need output=FILE");
  if (asEmitIsModule(options->emit) && *options->output)
    return asFail(
        error, AS_INVALID_INPUT,
        "output=%s goes with emit=llvm, asm, ptx, object or shared only; a "
        "module stays in the pipeline",
        options->output);
  return *options->output ? asCheckWritable(options->output, error) : AS_OK;
}

static const AsPassWatcher *watcher;

void asPassSetWatcher(const AsPassWatcher *given) { watcher = given; }

static AsStatus run(MlirModule module, const AsOptions *options,
                    AsEmission *emission, AsError *error) {
  AsRun *search = asRunCreate(module, options);
  if (watcher)
    watcher->begin(search, options);
  AsStatus status = asRunExecute(search, emission, error);
  if (watcher)
    watcher->end();
  asRunDestroy(search);
  return status;
}

const AsPass asPassAutoschedule = {
    .argument = "as-autoschedule",
    .description = "Tune linalg code by measuring candidates on this machine",
    .user = AS_BY_AUTOSCHEDULE,
    .check = check,
    .run = run,
};
