//===- transfer.c - What models learn from each other
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// bench-transfer: has as-opt tune a model, the source, and then another one,
// the target, in several ways, with and without what the source has learned,
// and times the results in turns. docs/benchmarks.md says how to run it and how
// to read it.
//
//===----------------------------------------------------------------------===//

#include "bench/model.h"
#include "bench/transfer-report.h"
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

/// Trials of a task after which droplet looks around the best: a search begins
/// with no more donors.
enum { REFINE_AFTER = 8 };

typedef struct Bench {
  AsSession session;
  AsModels models;
  AsTransferReport report;
} Bench;

/// Everything about the pair at hand.
typedef struct Pair {
  AsModel target;
  AsOperands operands;
  AsLineup lineup;
  AsTransferRow row;
} Pair;

/// Tunes the model, unless an earlier call did.
static AsStatus tune(const AsTuner *tuner, const AsInput *input, AsTuned *tuned,
                     AsEffort *effort, AsError *error) {
  fprintf(stderr, "%s: %s, at most %d trials\n", input->name, tuner->name,
          tuner->trials);
  double seconds;
  AsStatus status = asTunedBuild(tuner, input, tuned, &seconds, error);
  return status ? status : asTunedEffort(tuner, input->name, effort, error);
}

/// The same without trials, which says how many tasks there are.
static AsStatus tuneZero(const Bench *bench, const AsInput *input,
                         AsTuned *tuned, AsEffort *effort, AsError *error) {
  AsTuner tuner = bench->session.tuner;
  tuner.name = asTuningName(AS_TUNING_ZERO);
  tuner.trials = 0;
  return tune(&tuner, input, tuned, effort, error);
}

/// Full tuning, of a model with so many tasks.
static AsTuner fullTuner(const Bench *bench, int tasks) {
  AsTuner tuner = bench->session.tuner;
  tuner.name = asTuningName(AS_TUNING_FULL);
  tuner.trials = asSessionTrials(&bench->session, tasks);
  return tuner;
}

/// Tunes the source; *records is its store, to be freed.
static AsStatus tuneSource(const Bench *bench, const char *name, char **records,
                           AsError *error) {
  AsModel source;
  AsTuned tuned;
  AsEffort effort = {0};
  AsStatus status = asModelCreate(&bench->models, name, &source, error);
  if (!status)
    status = tuneZero(bench, &source.input, &tuned, &effort, error);
  AsTuner tuner = fullTuner(bench, effort.tasks);
  if (!status)
    status = tune(&tuner, &source.input, &tuned, &effort, error);
  *records = asTunedRecords(&tuner, name);
  asModelFree(&source);
  return status;
}

/// The tuner of one way that may lean on the source, after those before it.
static AsTuner pairTuner(const Bench *bench, const Pair *pair, AsTuning tuning,
                         const char *records) {
  const AsEffort *efforts = pair->row.efforts;
  AsTuner tuner = fullTuner(bench, efforts[AS_TUNING_ZERO].tasks);
  if (tuning == AS_TUNING_FULL)
    return tuner;
  tuner.name = asArenaFormat((AsArena *)&bench->session.arena, "%s-from-%s",
                             asTuningName(tuning), pair->row.source);
  if (tuning == AS_TUNING_CONTROL)
    tuner.trials = efforts[AS_TUNING_ONLY].trials;
  else
    tuner.donors = records;
  if (tuning == AS_TUNING_ONLY)
    tuner.transfer = "only";
  if (tuning == AS_TUNING_REFINED)
    tuner.refineAfter = REFINE_AFTER;
  return tuner;
}

/// Tunes the target in all ways; each is a contender.
static AsStatus tuneTarget(const Bench *bench, Pair *pair, const char *records,
                           AsError *error) {
  const AsInput *input = &pair->target.input;
  AsTuned tuned[AS_NUM_TUNINGS];
  AsStatus status = tuneZero(bench, input, &tuned[AS_TUNING_ZERO],
                             &pair->row.efforts[AS_TUNING_ZERO], error);
  for (int t = AS_TUNING_ZERO + 1; t < AS_NUM_TUNINGS && !status; t++) {
    AsTuner tuner = pairTuner(bench, pair, t, records);
    status = tune(&tuner, input, &tuned[t], &pair->row.efforts[t], error);
    if (t == AS_TUNING_ONLY)
      pair->row.report = asTunedReport(&tuner, input->name);
  }
  if (!status)
    status = asModelOperands(&pair->target, tuned[AS_TUNING_ZERO].signature,
                             &pair->operands, error);
  for (int t = 0; t < AS_NUM_TUNINGS && !status; t++)
    asTunedAdd(&tuned[t], asTuningName(t), &pair->operands, &pair->lineup);
  return status;
}

static AsStatus measurePair(Bench *bench, Pair *pair, AsError *error) {
  double errors[AS_MAX_CONTENDERS];
  asMeasureFirst(&pair->lineup);
  if (asLineupCompare(&pair->lineup, &pair->operands, AS_TUNING_ZERO, errors,
                      error) ||
      asCoresPin(&bench->session.cores, error))
    return error->status;
  asMeasure(&pair->lineup, &bench->session.rounds);
  return AS_OK;
}

static void runPair(Bench *bench, const char *source, const char *target) {
  AsError error = {0};
  Pair pair = {.row = {.source = source,
                       .target = target,
                       .rounds = &bench->session.rounds}};
  char *records = NULL;
  asCoresRelease(&bench->session.cores);
  if (tuneSource(bench, source, &records, &error) ||
      asModelCreate(&bench->models, target, &pair.target, &error) ||
      tuneTarget(bench, &pair, records, &error) ||
      measurePair(bench, &pair, &error) ||
      asTransferReportRow(&bench->report, &pair.row, &error))
    asTransferReportFailure(&bench->report, source, target, &error);
  free(records);
  free((char *)pair.row.report);
  asLineupDestroy(&pair.lineup);
  asOperandsDestroy(&pair.operands);
  asModelFree(&pair.target);
}

//===----------------------------------------------------------------------===//
// The whole
//===----------------------------------------------------------------------===//

static bool isSource(const Bench *bench, const char *name) {
  return !fnmatch(bench->session.options.sources, name, FNM_EXTMATCH);
}

static AsStatus runPairs(AsSession *session, AsError *error) {
  Bench *bench = (Bench *)session;
  const AsModels *models = &bench->models;
  if (asSessionOpen(session, error) ||
      asSessionKeepFolder(session, "bench-transfer", error))
    return error->status;
  bench->report = (AsTransferReport){.table = stdout,
                                     .csv = session->csv,
                                     .threads = session->options.threads};
  asTransferReportBegin(&bench->report);
  for (int t = 0; t < models->count; t++)
    for (int s = 0; s < models->count; s++)
      if (s != t && asSessionAsks(session, models->names[t]) &&
          isSource(bench, models->names[s]))
        runPair(bench, models->names[s], models->names[t]);
  asTransferReportEnd(&bench->report);
  session->failed = bench->report.failed;
  return AS_OK;
}

static AsStatus listModels(AsSession *session, AsError *error) {
  return asModelsList(session, &((Bench *)session)->models, NULL, error);
}

static void closeModels(AsSession *session) {
  asModelsFree(&((Bench *)session)->models);
}

int main(int argc, char **argv) {
  static const AsBenchmark benchmark = {
      "bench-transfer",
      "Times what as-opt makes of a model with and without what it learned of "
      "another\none.",
      AS_BY_TRANSFER,
      listModels,
      runPairs,
      closeModels};
  static Bench bench; // Large: all times of all rounds.
  return asSessionMain(argc, argv, &benchmark, &bench.session);
}
