//===- onnx.c - ONNX Runtime as a yardstick
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators are written as ONNX by bench/models/operators.py, which knows what
// there is in ONNX, from a description such as
//
//   conv-nchw/nchw,fcrs,nfpq/n=1,p=8,...,w=10/any
//
// and computed in a process of its own (bench/engine.h), which has its own copy
// of the operands.
//
//===----------------------------------------------------------------------===//

#include "bench/engine.h"
#include "bench/folder.h"
#include "bench/yardstick.h"
#include "support/arena.h"
#include "support/text.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Onnx {
  AsEngineTask task; // For any workload.
  bool constantWeights;
} Onnx;

static bool isF32(const AsWorkload *workload) {
  for (int i = 0; i < asWorkloadNumTensors(workload); i++)
    if (workload->family->elements[i] != AS_ELEMENT_F32)
      return false;
  return true;
}

// Appends the sizes that the letters name, but for those that are there.
static void appendSizes(const AsWorkload *workload, const char *letters,
                        char seen[27], AsText *text) {
  for (; *letters; letters++) {
    if (strchr(seen, *letters))
      continue;
    asTextFormat(text, "%s%c=%lld", *seen ? "," : "", *letters,
                 (long long)asWorkloadSize(workload, *letters));
    seen[strlen(seen)] = *letters;
  }
}

static void describe(const AsWorkload *workload, bool constantWeights,
                     AsText *text) {
  const AsFamily *family = workload->family;
  const int count = asWorkloadNumTensors(workload);
  char seen[27] = "";
  asTextFormat(text, "%s/", family->name);
  for (int i = 0; i < count; i++)
    asTextFormat(text, "%s%s", i ? "," : "", family->tensors[i]);
  asTextAppendString(text, "/");
  appendSizes(workload, family->sizes, seen, text);
  for (int i = 0; i < count; i++)
    appendSizes(workload, family->tensors[i], seen, text);
  asTextFormat(text, "/%s",
               constantWeights && asWorkloadHasWeights(workload) ? "constant"
                                                                 : "any");
}

// What the engine's only contender has as its state.
typedef struct Run {
  AsEngine engine;
  void *inner; // Of the engine.
  double (*time)(void *inner, long runs);
} Run;

static double timeRuns(void *state, long runs) {
  const Run *run = state;
  return run->time(run->inner, runs);
}

static void runOnce(void *state) { timeRuns(state, 1); }

static void destroy(void *state) {
  Run *run = state;
  asEngineStop(&run->engine);
  free(run->inner);
  free(run);
}

static AsStatus enterFrom(const Onnx *onnx, const char *folder,
                          const AsWorkload *workload,
                          const AsOperands *operands, AsLineup *lineup,
                          AsError *error) {
  const int before = lineup->count;
  AsText model = {0}, path = {0};
  AsEngineTask task = onnx->task;
  Run *run = asAlloc(sizeof *run);
  asTextFormat(&path, "%s/arguments.bin", folder);
  describe(workload, onnx->constantWeights, &model);
  task.model = model.data;
  task.arguments = path.data;
  AsStatus status = asOperandsWrite(operands, path.data, error);
  if (!status)
    status = asEngineEnter(&task, operands, lineup, &run->engine, error);
  if (!status && lineup->count > before) {
    AsContender *contender = &lineup->contenders[before];
    run->inner = contender->state;
    run->time = contender->time;
    contender->state = run;
    contender->run = runOnce;
    contender->time = timeRuns;
    contender->destroy = destroy;
    // Functions such as exp are approximations.
    contender->tolerance = 1e-4;
  } else {
    while (lineup->count > before)
      asLineupDropLast(lineup);
    destroy(run);
  }
  asTextFree(&model);
  asTextFree(&path);
  return status;
}

static AsStatus enter(void *state, const AsWorkload *workload,
                      const AsOperands *operands, AsLineup *lineup,
                      AsError *error) {
  char folder[256];
  if (!isF32(workload))
    return AS_OK;
  if (asFolderCreate("bench-onnx", folder, sizeof folder, error))
    return error->status;
  AsStatus status = enterFrom(state, folder, workload, operands, lineup, error);
  asFolderRemove(folder);
  return status ? asFailContext(error, "ONNX Runtime") : AS_OK;
}

AsStatus asOnnxOpen(const AsYardstickChoice *choice, AsYardstick *yardstick,
                    AsError *error) {
  Onnx *onnx = asAlloc(sizeof *onnx);
  *onnx = (Onnx){.task = {.title = "ONNX Runtime",
                          .script = AS_MODELS_SCRIPT("launch_onnx"),
                          .interpreter = choice->python,
                          .helper = choice->file ? choice->file : "node",
                          .model = "none",
                          .arguments = "",
                          .threads = choice->threads,
                          .suffix = ""},
                 .constantWeights = choice->constantWeights};
  *yardstick = (AsYardstick){.state = onnx, .enter = enter};
  AsLineup none = {0};
  AsEngine engine;
  AsStatus status = asEngineEnter(&onnx->task, NULL, &none, &engine, error);
  memcpy(yardstick->description, engine.description, sizeof engine.description);
  asEngineStop(&engine);
  return status;
}
