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

#include "bench/engine.h"
#include "bench/memory.h"
#include "bench/model-report.h"
#include "bench/model.h"
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NUM_ENGINES = 2 }; // PyTorch and ONNX Runtime.

typedef struct Bench {
  AsSession session;
  AsModels models;
  AsModelReport report;
  bool isMissing[NUM_ENGINES];
  char descriptions[NUM_ENGINES][96]; ///< Of those that are there.
} Bench;

//===----------------------------------------------------------------------===//
// One model
//===----------------------------------------------------------------------===//

/// Everything about the model at hand.
typedef struct Match {
  AsModel model;
  AsOperands operands;
  AsLineup lineup;
  AsEngine engines[2 * NUM_ENGINES]; ///< With all threads, and with one.
  int numEngines;
  AsModelRow row;
} Match;

static AsStatus readEffort(const Bench *bench, const char *contender,
                           const char *model, AsEffort *effort,
                           AsError *error) {
  AsTuner tuner = bench->session.tuner;
  tuner.name = contender;
  char *path = asTunedReport(&tuner, model);
  AsStatus status = asEffortRead(path, effort, error);
  free(path);
  return status;
}

/// as-opt and the stock lowering. The latter is made first: it tells the
/// arguments, and how many tasks there are.
static AsStatus enterTuned(const Bench *bench, Match *match, AsError *error) {
  const AsInput *input = &match->model.input;
  const AsOptions *options = &bench->session.options;
  AsTuner tuner = bench->session.tuner;
  AsTuned stock, tuned;
  AsEffort effort;
  if (asTunedBuildStock(&tuner, input, &stock, error) ||
      readEffort(bench, "stock", input->name, &effort, error) ||
      asModelOperands(&match->model, stock.signature, &match->operands, error))
    return error->status;
  tuner.trials = effort.tasks * options->perTask;
  if (tuner.trials > options->mostTrials)
    tuner.trials = options->mostTrials;
  fprintf(stderr, "%s: tuning %d tasks with %d trials\n", input->name,
          effort.tasks, tuner.trials);
  if (asTunedBuild(&tuner, input, &tuned, &match->row.tuneSeconds, error) ||
      readEffort(bench, NULL, input->name, &match->row.effort, error))
    return error->status;
  asTunedAdd(&tuned, "as-opt", &match->operands, &match->lineup);
  asTunedAddStock(&stock, &match->operands, &match->lineup);
  return AS_OK;
}

// An engine on all threads and, where these are several, another one on a
// single one, which may be faster.
static AsStatus enterEngine(Bench *bench, int which, AsEngineTask task,
                            Match *match, AsError *error) {
  task.interpreter = bench->session.options.python;
  task.model = match->model.input.name;
  task.threads = bench->session.options.threads;
  task.suffix = "";
  const int count = task.threads > 1 ? 2 : 1;
  for (int i = 0; i < count; i++) {
    AsEngine *engine = &match->engines[match->numEngines++];
    AsStatus status =
        asEngineEnter(&task, &match->operands, &match->lineup, engine, error);
    if (status == AS_NOT_FOUND) {
      fprintf(stderr, "bench-models: warning: without %s: %s\n", task.title,
              error->message);
      bench->isMissing[which] = true;
      return AS_OK;
    }
    if (status)
      return asFailContext(error, "%s", task.title);
    fprintf(stderr, "yardstick: %s\n", engine->description);
    if (i == 0)
      memcpy(bench->descriptions[which], engine->description,
             sizeof engine->description);
    task.threads = 1;
    task.suffix = "-1";
  }
  return AS_OK;
}

// The engines that the machine has.
static AsStatus enterEngines(Bench *bench, Match *match, AsError *error) {
  if (bench->models.folder)
    return AS_OK;
  AsText path = {0};
  const char *node = bench->session.options.node;
  asTextFormat(&path, "%s/arguments.bin", bench->session.tuner.folder);
  const AsEngineTask tasks[NUM_ENGINES] = {
      {.title = "PyTorch",
       .script = AS_MODELS_SCRIPT("launch"),
       .arguments = path.data},
      {.title = "ONNX Runtime",
       .script = AS_MODELS_SCRIPT("launch_onnx"),
       .helper = node ? node : "node",
       .arguments = path.data},
  };
  AsStatus status = asOperandsWrite(&match->operands, path.data, error);
  for (int i = 0; i < NUM_ENGINES && !status; i++)
    if (!bench->isMissing[i])
      status = enterEngine(bench, i, tasks[i], match, error);
  unlink(path.data);
  asTextFree(&path);
  return status;
}

// Engines have errors of their own: PyTorch 1.13 computes MobileNet-V3 wrongly
// when it is frozen, where there is AVX-512. Such a one is left out, but not if
// no other agrees with the stock lowering, which may then be what is wrong.
static void leaveOutWrong(const Bench *bench, Match *match) {
  enum { stock = 1 };
  AsLineup *lineup = &match->lineup;
  double error;
  bool isConfirmed = false;
  for (int i = stock + 1; i < lineup->count; i++)
    isConfirmed |= asLineupAccepts(lineup, &match->operands, i, stock, &error);
  for (int i = lineup->count - 1; i > stock && isConfirmed; i--)
    if (!asLineupAccepts(lineup, &match->operands, i, stock, &error)) {
      asModelReportWrong(&bench->report, match->row.name,
                         lineup->contenders[i].name, error);
      asLineupDrop(lineup, i);
    }
}

static AsStatus measureModel(Bench *bench, Match *match, AsError *error) {
  AsLineup *lineup = &match->lineup;
  // Before anybody runs here: memory that was freed would be used again.
  for (int i = 0; i < lineup->count; i++)
    match->row.memory[i] =
        lineup->contenders[i].time ? -1 : asRunMemory(&lineup->contenders[i]);
  asMeasureFirst(lineup);
  leaveOutWrong(bench, match);
  if (asLineupCompare(lineup, &match->operands, 1, match->row.errors, error) ||
      asCoresPin(&bench->session.cores, error))
    return error->status;
  asMeasure(lineup, &bench->session.rounds);
  for (int i = 0; i < match->numEngines; i++)
    if (match->engines[i].failure.status) {
      *error = match->engines[i].failure;
      return error->status;
    }
  // Again: code that is right once may still spoil its own arguments, or race.
  if (asLineupCompare(lineup, &match->operands, 1, match->row.errors, error))
    return asFailContext(error, "after the timed runs");
  return AS_OK;
}

static void runModel(Bench *bench, const char *name) {
  AsError error = {0};
  Match match = {.row = {.name = name, .rounds = &bench->session.rounds}};
  match.row.lineup = &match.lineup;
  asCoresRelease(&bench->session.cores);
  if (asModelCreate(&bench->models, name, &match.model, &error) ||
      enterTuned(bench, &match, &error) ||
      enterEngines(bench, &match, &error) ||
      measureModel(bench, &match, &error))
    asModelReportFailure(&bench->report, name, &error);
  else
    asModelReportRow(&bench->report, &match.row);
  asLineupDestroy(&match.lineup);
  for (int i = 0; i < match.numEngines; i++)
    asEngineStop(&match.engines[i]);
  asOperandsDestroy(&match.operands);
  asModelFree(&match.model);
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
  asModelReportBegin(&bench->report);
  for (int i = 0; i < bench->models.count; i++)
    if (asSessionAsks(session, bench->models.names[i]))
      runModel(bench, bench->models.names[i]);
  asModelReportEnd(&bench->report);
  for (int i = 0; i < NUM_ENGINES; i++)
    if (*bench->descriptions[i])
      printf("yardstick: %s\n", bench->descriptions[i]);
  session->failed = bench->report.failed;
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
  return asModelsList(session, &((Bench *)session)->models, appendModel, error);
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
