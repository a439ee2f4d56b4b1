//===- model-match.c - Who competes on a model
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/model-match.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { expected = 1 }; // Whose result is right.

// An engine on all threads and, where these are several, another one on a
// single one, which may be faster.
static AsStatus enterEngine(const AsOptions *options, AsEngines *engines,
                            int which, AsEngineTask task, AsModelMatch *match,
                            AsError *error) {
  task.interpreter = options->python;
  task.threads = options->threads;
  task.suffix = "";
  const int count = task.threads > 1 ? 2 : 1;
  for (int i = 0; i < count; i++) {
    AsEngine *engine = &match->engines[match->numEngines++];
    AsStatus status =
        asEngineEnter(&task, &match->operands, &match->lineup, engine, error);
    if (status == AS_NOT_FOUND) {
      fprintf(stderr, "bench-models: warning: without %s: %s\n", task.title,
              error->message);
      engines->isMissing[which] = true;
      return AS_OK;
    }
    if (status)
      return asFailContext(error, "%s", task.title);
    fprintf(stderr, "yardstick: %s\n", engine->description);
    if (i == 0)
      memcpy(engines->descriptions[which], engine->description,
             sizeof engine->description);
    task.threads = 1;
    task.suffix = "-1";
  }
  return AS_OK;
}

// The engines that the machine has.
AsStatus asMatchEnterEngines(const AsSession *session, const char *name,
                             AsEngines *engines, AsModelMatch *match,
                             AsError *error) {
  AsText path = {0};
  const char *node = session->options.node;
  asTextFormat(&path, "%s/arguments.bin", session->tuner.folder);
  const AsEngineTask tasks[AS_NUM_ENGINES] = {
      {.title = "PyTorch",
       .script = AS_MODELS_SCRIPT("launch"),
       .model = name,
       .arguments = path.data},
      {.title = "ONNX Runtime",
       .script = AS_MODELS_SCRIPT("launch_onnx"),
       .helper = node ? node : "node",
       .model = name,
       .arguments = path.data},
  };
  AsStatus status = asOperandsWrite(&match->operands, path.data, error);
  for (int i = 0; i < AS_NUM_ENGINES && !status; i++)
    if (!engines->isMissing[i])
      status =
          enterEngine(&session->options, engines, i, tasks[i], match, error);
  unlink(path.data);
  asTextFree(&path);
  return status;
}

// Engines have errors of their own: PyTorch 1.13 computes MobileNet-V3 wrongly
// when it is frozen, where there is AVX-512. Such a one is left out, but not if
// no other agrees with what as-opt made, which may then be what is wrong.
static void leaveOutWrong(const AsModelReport *report, const char *name,
                          AsModelMatch *match) {
  AsLineup *lineup = &match->lineup;
  double error;
  bool isConfirmed = false;
  for (int i = expected + 1; i < lineup->count; i++)
    isConfirmed |=
        asLineupAccepts(lineup, &match->operands, i, expected, &error);
  for (int i = lineup->count - 1; i > expected && isConfirmed; i--)
    if (!asLineupAccepts(lineup, &match->operands, i, expected, &error)) {
      asModelReportWrong(report, name, lineup->contenders[i].name,
                         lineup->contenders[expected].name, error);
      asLineupDrop(lineup, i);
    }
}

AsStatus asMatchMeasure(AsSession *session, const AsModelReport *report,
                        const char *name, AsModelMatch *match,
                        double errors[AS_MAX_CONTENDERS], AsError *error) {
  AsLineup *lineup = &match->lineup;
  asMeasureFirst(lineup);
  leaveOutWrong(report, name, match);
  if (asLineupCompare(lineup, &match->operands, expected, errors, error) ||
      asCoresPin(&session->cores, error))
    return error->status;
  asMeasure(lineup, &session->rounds);
  for (int i = 0; i < match->numEngines; i++)
    if (match->engines[i].failure.status) {
      *error = match->engines[i].failure;
      return error->status;
    }
  // Again: code that is right once may still spoil its own arguments, or race.
  if (asLineupCompare(lineup, &match->operands, expected, errors, error))
    return asFailContext(error, "after the timed runs");
  return AS_OK;
}

void asMatchDestroy(AsModelMatch *match) {
  asLineupDestroy(&match->lineup);
  for (int i = 0; i < match->numEngines; i++)
    asEngineStop(&match->engines[i]);
  asOperandsDestroy(&match->operands);
  asModelFree(&match->model);
}

void asEnginesPrint(const AsEngines *engines) {
  for (int i = 0; i < AS_NUM_ENGINES; i++)
    if (*engines->descriptions[i])
      printf("yardstick: %s\n", engines->descriptions[i]);
}
