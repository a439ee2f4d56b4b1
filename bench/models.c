//===- models.c - as-opt side by side with inference engines
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// bench-models: has as-opt tune and compile whole models, checks that all
// contenders compute the same, and times them in turn: as-opt, the stock
// lowering, and PyTorch and ONNX Runtime, each in its own process.
// docs/benchmarks.md says how to run it and how to read it.
//
//===----------------------------------------------------------------------===//

#include "bench/memory.h"
#include "bench/model-dynamic.h"
#include "bench/model-match.h"
#include <signal.h>

typedef struct Bench {
  AsSession session;
  AsModels models;
  AsModelReport report;
  AsEngines engines;
} Bench;

//===----------------------------------------------------------------------===//
// One model
//===----------------------------------------------------------------------===//

/// as-opt and the stock lowering. The latter is made first: it tells the
/// arguments, and how many tasks there are.
static AsStatus enterTuned(const Bench *bench, AsModelMatch *match,
                           AsModelRow *row, AsError *error) {
  const AsInput *input = &match->model.input;
  AsTuner tuner = bench->session.tuner;
  AsTuned stock, tuned;
  int tasks;
  if (asModelStock(&tuner, input, &stock, &tasks, error) ||
      asModelOperands(&match->model, stock.signature, &match->operands, error))
    return error->status;
  tuner.trials = asSessionTrials(&bench->session, tasks);
  fprintf(stderr, "%s: tuning %d tasks with %d trials\n", input->name, tasks,
          tuner.trials);
  if (asTunedBuild(&tuner, input, &tuned, &row->tuneSeconds, error) ||
      asTunedEffort(&tuner, input->name, &row->effort, error))
    return error->status;
  asTunedAdd(&tuned, "as-opt", &match->operands, &match->lineup);
  asTunedAddStock(&stock, &match->operands, &match->lineup);
  return AS_OK;
}

static AsStatus measureModel(Bench *bench, AsModelMatch *match, AsModelRow *row,
                             AsError *error) {
  const AsLineup *lineup = &match->lineup;
  // Before anybody runs here: memory that was freed would be used again.
  for (int i = 0; i < lineup->count; i++)
    row->memory[i] =
        lineup->contenders[i].time ? -1 : asRunMemory(&lineup->contenders[i]);
  return asMatchMeasure(&bench->session, &bench->report, row->name, match,
                        row->errors, error);
}

static void runModel(Bench *bench, const char *name) {
  AsError error = {0};
  AsSession *session = &bench->session;
  AsModelMatch match = {0};
  AsModelRow row = {
      .name = name, .lineup = &match.lineup, .rounds = &session->rounds};
  asCoresRelease(&session->cores);
  if (asModelCreate(&bench->models, name, &match.model, &error) ||
      enterTuned(bench, &match, &row, &error) ||
      (!bench->models.folder &&
       asMatchEnterEngines(session, name, &bench->engines, &match, &error)) ||
      measureModel(bench, &match, &row, &error))
    asModelReportFailure(&bench->report, name, &error);
  else
    asModelReportRow(&bench->report, &row);
  asMatchDestroy(&match);
}

//===----------------------------------------------------------------------===//
// The whole
//===----------------------------------------------------------------------===//

static AsStatus runModels(AsSession *session, AsError *error) {
  Bench *bench = (Bench *)session;
  if (asSessionOpen(session, error) ||
      asSessionCreateFolder(session, "bench-models", error))
    return error->status;
  printf("threads: %d; weights: %s\n", session->options.threads,
         bench->models.folder ? "as the files say" : "the same in every run");
  bench->report =
      (AsModelReport){.subject = "model", .table = stdout, .csv = session->csv};
  if (asModelsAreAsked(session, &bench->models)) {
    asModelReportBegin(&bench->report);
    for (int i = 0; i < bench->models.count; i++)
      if (asSessionAsks(session, bench->models.names[i]))
        runModel(bench, bench->models.names[i]);
    asModelReportEnd(&bench->report);
  }
  const AsModelDynamic dynamic = {session,
                                  &bench->models,
                                  &bench->engines,
                                  {"bench-models", "engine", session->csv}};
  int failed = asModelDynamicRun(&dynamic);
  asEnginesPrint(&bench->engines);
  session->failed = bench->report.failed || failed;
  asSessionLeaveFolder(session, "the models");
  return AS_OK;
}

static AsStatus appendModel(AsSession *session, const char *name, AsText *text,
                            AsError *error) {
  AsModel model;
  AsStatus status =
      asModelCreate(&((Bench *)session)->models, name, &model, error);
  if (!status)
    asTextAppendString(text, model.input.mlir);
  asModelFree(&model);
  return status;
}

static AsStatus listModels(AsSession *session, AsError *error) {
  AsModels *models = &((Bench *)session)->models;
  session->asksOthers = asModelDynamicIsAsked(session);
  AsStatus status = asModelsList(session, models, appendModel, error);
  return status ? status : asModelDynamicList(session, models, error);
}

static void closeModels(AsSession *session) {
  asModelsFree(&((Bench *)session)->models);
}

int main(int argc, char **argv) {
  static const AsBenchmark benchmark = {
      "bench-models",
      "Times what as-opt makes of whole models side by side with the stock "
      "lowering,\nPyTorch and ONNX Runtime.",
      AS_BY_MODELS,
      listModels,
      runModels,
      closeModels};
  static Bench bench;       // Large: all times of all rounds.
  signal(SIGPIPE, SIG_IGN); // Of a Python that has ended: it gives no answer.
  return asSessionMain(argc, argv, &benchmark, &bench.session);
}
