//===- search.c - How good the search is
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// bench-search: has as-opt tune each workload by chance alone, with many
// trials, and then by its search, with few and several seeds, and says how many
// trials chance needs for what the search finds. The winners are timed in turns
// in this process, as times of different runs do not compare.
// docs/benchmarks.md says how to run it and how to read it.
//
//===----------------------------------------------------------------------===//

#include "bench/judge.h"
#include "bench/ranks.h"
#include "bench/session.h"
#include "support/arena.h"
#include "support/quantiles.h"
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/// The contenders: chance, then a search with each seed.
static const char *const names[] = {"random", "seed-1", "seed-2",
                                    "seed-3", "seed-4", "seed-5"};
enum { MAX_RUNS = sizeof names / sizeof *names };

/// Where the best so far is looked at.
static const int marks[] = {4, 8, 16, 32, 64};
enum { NUM_MARKS = sizeof marks / sizeof *marks };

/// What is slower by no more is as fast: times repeat no better.
static const double sameSpeed = 1.01;

typedef struct Row {
  const AsWorkload *workload;
  AsLineup lineup;
  AsTrials trials[MAX_RUNS];
  double scale[MAX_RUNS]; ///< From a run's own seconds to the first one's.
  double best;            ///< The least of all runs, in those seconds.
  AsJudgement judgement;
} Row;

typedef struct Bench {
  AsSession session;
  // A value for each row: medians over its seeds.
  double *draws, *regrets, *eighths, *shares, *priorTaus, *scoreTaus;
  int numRows, numUnmet;
} Bench;

//===----------------------------------------------------------------------===//
// Running as-opt
//===----------------------------------------------------------------------===//

static AsStatus runTuner(Bench *bench, int run, const AsOperands *operands,
                         Row *row, AsError *error) {
  AsTuner tuner = bench->session.tuner;
  tuner.name = names[run];
  tuner.seed = run;
  if (run == 0) {
    tuner.strategy = "random";
    tuner.trials = bench->session.options.pool;
    tuner.earlier = AS_EARLIER_CONTINUED;
  } else if (bench->session.options.fresh) {
    asTunedForget(&tuner, row->workload->name);
  }
  fprintf(stderr, "%s: %s\n", row->workload->name, names[run]);
  double seconds;
  AsInput input = asInputOfWorkload(row->workload, false);
  AsStatus status =
      asTunedEnter(&tuner, &input, operands, &row->lineup, &seconds, error);
  asInputFree(&input);
  if (status)
    return status;
  char *path = asTunedReport(&tuner, row->workload->name);
  status = asTrialsRead(path, &row->trials[run], error);
  free(path);
  if (!status && asTrialsBest(&row->trials[run], INT_MAX) == INFINITY)
    status = asFail(error, AS_CHILD, "every trial of %s failed", names[run]);
  return status;
}

/// The winners, timed in turns, say how the seconds of the runs compare.
static AsStatus compareRuns(Bench *bench, Row *row, AsError *error) {
  if (asCoresPin(&bench->session.cores, error))
    return error->status;
  asMeasure(&row->lineup, &bench->session.rounds);
  double first = asTrialsBest(&row->trials[0], INT_MAX);
  row->best = INFINITY;
  for (int run = 0; run < row->lineup.count; run++) {
    double ratio = asSpreadOfRatios(bench->session.rounds.seconds[run],
                                    bench->session.rounds.seconds[0],
                                    bench->session.rounds.count)
                       .median;
    double seconds = first * ratio;
    row->scale[run] = seconds / asTrialsBest(&row->trials[run], INT_MAX);
    row->best = fmin(row->best, seconds);
  }
  return AS_OK;
}

static AsStatus judgeRow(const Bench *bench, Row *row, AsError *error) {
  AsText program = {0};
  asWorkloadProgram(row->workload, false, &program);
  AsStatus status =
      asJudge(asTextString(&program), bench->session.options.threads,
              &row->trials[0], &row->judgement, error);
  asTextFree(&program);
  return status;
}

//===----------------------------------------------------------------------===//
// The report
//===----------------------------------------------------------------------===//

/// Seconds of the best of a run's first `count` trials. Those of chance have no
/// order of their own: the median over all orders.
static double bestOf(const Row *row, int run, int count) {
  const AsTrials *trials = &row->trials[run];
  if (run > 0)
    return row->scale[run] * asTrialsBest(trials, count);
  double best = INFINITY;
  for (int i = 0; i < trials->count; i++) {
    double seconds = trials->lines[i].seconds;
    if (seconds > 0 && seconds < best &&
        asDrawsToMeet(trials->count, asTrialsWithin(trials, seconds)) <= count)
      best = seconds;
  }
  return best;
}

/// Trials that chance needs to be as fast; 0 if those there are do not do.
static int drawsFor(const Row *row, double seconds) {
  const AsTrials *pool = &row->trials[0];
  return asDrawsToMeet(pool->count, asTrialsWithin(pool, sameSpeed * seconds));
}

/// Of choosing and learning in the wall time.
static double shareOf(const Row *row, int run) {
  const AsTrials *trials = &row->trials[run];
  return trials->total > 0 ? trials->search / trials->total : 0;
}

static void reportRun(Bench *bench, const Row *row, int run) {
  const AsTrials *trials = &row->trials[run];
  double end = bestOf(row, run, INT_MAX);
  int draws = drawsFor(row, end);
  double share = shareOf(row, run);
  printf("  %-8s", names[run]);
  for (int m = 0; m < NUM_MARKS; m++)
    printf(" %5.1f%%", 100 * row->best / bestOf(row, run, marks[m]));
  printf(" %8.1f us %6.1f%% %6d", 1e6 * end, 100 * (end / row->best - 1),
         asTrialsFailed(trials));
  if (run == 0)
    printf(" %8s %6s\n", "-", "-");
  else if (draws)
    printf(" %8d %5.1f%%\n", draws, 100 * share);
  else
    printf(" %7s%d %5.1f%%\n", ">", row->trials[0].count, 100 * share);
  if (!bench->session.csv)
    return;
  fprintf(bench->session.csv, "%s,%s,%d,%d", row->workload->name, names[run],
          trials->count, asTrialsFailed(trials));
  for (int m = 0; m < NUM_MARKS; m++)
    fprintf(bench->session.csv, ",%.4f",
            row->best / bestOf(row, run, marks[m]));
  fprintf(bench->session.csv, ",%.9g,%.4f,%d,%.4f\n", end, end / row->best - 1,
          draws, run ? share : 0);
}

/// The median over the seeds of what `value` says of each.
static double overSeeds(const Row *row, double (*value)(const Row *, int)) {
  double values[MAX_RUNS];
  for (int run = 1; run < row->lineup.count; run++)
    values[run - 1] = value(row, run);
  return asSpreadOf(values, row->lineup.count - 1).median;
}

static double regretOf(const Row *row, int run) {
  return bestOf(row, run, INT_MAX) / row->best - 1;
}

static double eighthOf(const Row *row, int run) {
  return row->best / bestOf(row, run, 8);
}

/// What chance did not reach counts as one more than all of it.
static double drawsOf(const Row *row, int run) {
  int draws = drawsFor(row, bestOf(row, run, INT_MAX));
  return draws ? draws : row->trials[0].count + 1;
}

static void reportRow(Bench *bench, const Row *row) {
  const AsJudgement *judgement = &row->judgement;
  printf("%s: tau of the prior %.2f, of the score %.2f; the best of 8 by the "
         "prior %.1f%%, by the score %.1f%% of those held out\n",
         row->workload->name, judgement->priorTau, judgement->scoreTau,
         100 * judgement->priorPick, 100 * judgement->scorePick);
  for (int run = 0; run < row->lineup.count; run++)
    reportRun(bench, row, run);
  int r = bench->numRows++;
  bench->draws[r] = overSeeds(row, drawsOf);
  bool isUnmet = false;
  for (int run = 1; run < row->lineup.count; run++)
    isUnmet |= drawsOf(row, run) > row->trials[0].count;
  bench->numUnmet += isUnmet;
  bench->regrets[r] = overSeeds(row, regretOf);
  bench->eighths[r] = overSeeds(row, eighthOf);
  bench->shares[r] = overSeeds(row, shareOf);
  bench->priorTaus[r] = judgement->priorTau;
  bench->scoreTaus[r] = judgement->scoreTau;
  fflush(stdout);
}

static void reportHead(const Bench *bench) {
  printf("%-10s", "best of");
  for (int m = 0; m < NUM_MARKS; m++)
    printf(" %6d", marks[m]);
  printf(" %11s %7s %6s %8s %6s\n", "time", "regret", "failed", "draws",
         "search");
  if (!bench->session.csv)
    return;
  fprintf(bench->session.csv, "workload,run,trials,failed");
  for (int m = 0; m < NUM_MARKS; m++)
    fprintf(bench->session.csv, ",best%d", marks[m]);
  fprintf(bench->session.csv, ",seconds,regret,draws,share\n");
}

static void reportEnd(Bench *bench) {
  int count = bench->numRows;
  if (!count)
    return;
  double draws = asSpreadOf(bench->draws, count).median;
  printf("medians over %d workloads: random trials for what %d of the search "
         "find %s%.0f (%d workloads: not always found); regret %.1f%%; the "
         "best of 8 %.1f%%; search and training %.1f%% of the time; tau of the "
         "prior %.2f, of the score %.2f\n",
         count, bench->session.options.trials,
         bench->numUnmet ? "at least " : "", draws, bench->numUnmet,
         100 * asSpreadOf(bench->regrets, count).median,
         100 * asSpreadOf(bench->eighths, count).median,
         100 * asSpreadOf(bench->shares, count).median,
         asSpreadOf(bench->priorTaus, count).median,
         asSpreadOf(bench->scoreTaus, count).median);
}

//===----------------------------------------------------------------------===//
// The whole
//===----------------------------------------------------------------------===//

static void runRow(Bench *bench, const AsWorkload *workload) {
  AsError error = {0};
  AsOperands operands;
  Row row = {.workload = workload};
  asOperandsCreate(workload, &operands);
  asCoresRelease(&bench->session.cores);
  AsStatus status = AS_OK;
  for (int run = 0; run <= bench->session.options.seeds && !status; run++)
    status = runTuner(bench, run, &operands, &row, &error);
  if (!status)
    status = judgeRow(bench, &row, &error);
  if (!status)
    status = compareRuns(bench, &row, &error);
  if (status) {
    printf("%s: failed: %s\n", workload->name, error.message);
    bench->session.failed = true;
  } else {
    reportRow(bench, &row);
  }
  for (int run = 0; run < MAX_RUNS; run++)
    asTrialsFree(&row.trials[run]);
  asLineupDestroy(&row.lineup);
  asOperandsDestroy(&operands);
}

static double *valuePerRow(const Bench *bench) {
  return asAlloc(sizeof(double) * bench->session.workloads.count);
}

static AsStatus runWorkloads(AsSession *session, AsError *error) {
  Bench *bench = (Bench *)session;
  const char *folder = session->options.folder;
  if (asSessionOpen(session, error))
    return error->status;
  if (mkdir(folder, 0777) && errno != EEXIST)
    return asFail(error, AS_IO, "cannot create the folder '%s': %s", folder,
                  strerror(errno));
  session->tuner.folder = folder;
  session->tuner.earlier = AS_EARLIER_REUSED;
  double **values[] = {&bench->draws,  &bench->regrets,   &bench->eighths,
                       &bench->shares, &bench->priorTaus, &bench->scoreTaus};
  enum { NUM_VALUES = sizeof values / sizeof *values };
  for (int v = 0; v < NUM_VALUES; v++)
    *values[v] = valuePerRow(bench);
  reportHead(bench);
  for (const AsWorkload *workload = NULL;
       (workload = asSessionNextWorkload(session, workload));)
    runRow(bench, workload);
  reportEnd(bench);
  for (int v = 0; v < NUM_VALUES; v++)
    free(*values[v]);
  return AS_OK;
}

int main(int argc, char **argv) {
  static const AsBenchmark benchmark = {
      "bench-search", "Sets as-opt's search against random trials.",
      AS_BY_SEARCH,   asSessionListWorkloads,
      runWorkloads,   NULL};
  static Bench bench; // Large: all times of all rounds.
  return asSessionMain(argc, argv, &benchmark, &bench.session);
}
