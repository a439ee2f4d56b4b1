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
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/// The contenders: chance, then a search by each strategy with each seed.
typedef struct Run {
  const char *name;     ///< "random", "evolve-1", "evolve+refine300:400-1".
  const char *search;   ///< "evolve+refine300:400".
  const char *strategy; ///< "evolve".
  int refineAfter;      ///< As --refine-after takes it.
  int trials;
  bool hasModel; ///< Of --model, to begin with.
  int seed;
} Run;

enum { MAX_RUNS = AS_MAX_CONTENDERS };

/// Where the best so far is looked at.
static const int marks[] = {4, 8, 16, 32, 64};
enum { NUM_MARKS = sizeof marks / sizeof *marks };

/// What is slower by no more is as fast: times repeat no better.
static const double sameSpeed = 1.01;

/// The speed, in parts of that of the best, until which trials are counted.
static const double nearlyBest = 0.95;

typedef struct Row {
  const AsWorkload *workload;
  AsLineup lineup;
  AsTrials trials[MAX_RUNS];
  double seconds[MAX_RUNS]; ///< Of what each run emits, in the first one's.
  double scale[MAX_RUNS];   ///< From a run's own seconds to the first one's.
  double best;              ///< The least of all runs, in those seconds.
  AsJudgement judgement;
} Row;

/// A value for each row: medians over the seeds of one strategy.
typedef struct Totals {
  double *draws, *regrets, *eighths, *shares, *nearly;
  double *seconds, *walls; ///< Of what is emitted, and of the search.
  int numUnmet;
} Totals;

typedef struct Bench {
  AsSession session;
  AsArena arena;
  Run runs[MAX_RUNS];
  int numRuns, numStrategies;
  Totals totals[MAX_RUNS]; ///< Of each strategy.
  double *priorTaus, *scoreTaus;
  int numRows;
} Bench;

//===----------------------------------------------------------------------===//
// Contenders
//===----------------------------------------------------------------------===//

/// Reads NAME[+refine[N]][+model][:TRIALS].
static AsStatus readSearch(Bench *bench, const char *text, Run *run,
                           AsError *error) {
  static const char refining[] = "+refine", learning[] = "+model";
  size_t length = strcspn(text, "+:");
  const char *rest = text + length;
  *run =
      (Run){.search = text,
            .strategy = asArenaFormat(&bench->arena, "%.*s", (int)length, text),
            .trials = bench->session.options.trials};
  if (strncmp(rest, refining, sizeof refining - 1) == 0) {
    char *end;
    rest += sizeof refining - 1;
    run->refineAfter = (int)strtol(rest, &end, 10);
    run->refineAfter = end > rest ? run->refineAfter : -1;
    rest = end;
  }
  if (strncmp(rest, learning, sizeof learning - 1) == 0) {
    rest += sizeof learning - 1;
    run->hasModel = true;
  }
  if (*rest == ':') {
    char *end;
    run->trials = (int)strtol(++rest, &end, 10);
    rest = end > rest ? end : "?";
  }
  if (*rest || !length || run->trials < 0)
    return asFail(error, AS_INVALID_INPUT,
                  "--strategies: '%s' is not NAME[+refine[N]][+model][:TRIALS]",
                  text);
  if (run->hasModel && !bench->session.options.model)
    return asFail(error, AS_INVALID_INPUT,
                  "--strategies: '%s' takes --model=FILE", text);
  return AS_OK;
}

/// Adds a run with each seed of the strategy.
static AsStatus addStrategy(Bench *bench, const char *text, AsError *error) {
  int seeds = bench->session.options.seeds;
  if (bench->numRuns + seeds > MAX_RUNS)
    return asFail(error, AS_INVALID_INPUT,
                  "--strategies and --seeds: at most %d searches",
                  MAX_RUNS - 1);
  Run run;
  AsStatus status = readSearch(bench, text, &run, error);
  for (int seed = 1; seed <= seeds && !status; seed++) {
    run.name = asArenaFormat(&bench->arena, "%s-%d", text, seed);
    run.seed = seed;
    bench->runs[bench->numRuns++] = run;
  }
  bench->numStrategies++;
  return status;
}

static AsStatus readStrategies(Bench *bench, AsError *error) {
  bench->runs[bench->numRuns++] = (Run){.name = "random",
                                        .strategy = "random",
                                        .trials = bench->session.options.pool};
  const char *list = bench->session.options.strategies;
  AsStatus status = AS_OK;
  while (*list && !status) {
    int length = (int)strcspn(list, ",");
    status = addStrategy(
        bench, asArenaFormat(&bench->arena, "%.*s", length, list), error);
    list += length;
    list += *list == ',';
  }
  return status;
}

//===----------------------------------------------------------------------===//
// Running as-opt
//===----------------------------------------------------------------------===//

/// An estimate is no trial.
static void forgetTrials(AsTrials *trials) {
  double total = trials->total;
  asTrialsFree(trials);
  trials->total = total;
}

static AsStatus runTuner(Bench *bench, int run, const AsOperands *operands,
                         Row *row, AsError *error) {
  AsTuner tuner = bench->session.tuner;
  const Run *own = &bench->runs[run];
  tuner.name = own->name;
  tuner.strategy = own->strategy;
  tuner.refineAfter = own->refineAfter;
  tuner.seed = own->seed;
  tuner.trials = own->trials;
  tuner.model = own->hasModel ? bench->session.options.model : "none";
  if (run == 0) {
    tuner.earlier = AS_EARLIER_CONTINUED;
  } else if (bench->session.options.fresh) {
    asTunedForget(&tuner, row->workload->name);
  }
  fprintf(stderr, "%s: %s\n", row->workload->name, tuner.name);
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
  if (!status && own->trials == 0)
    forgetTrials(&row->trials[run]);
  if (!status && own->trials > 0 &&
      asTrialsBest(&row->trials[run], INT_MAX) == INFINITY)
    status = asFail(error, AS_CHILD, "every trial of %s failed", tuner.name);
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
    double seconds = row->seconds[run] = first * ratio;
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
  if (trials->count == 0) // It was estimated.
    return row->seconds[run];
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

/// Trials until the run is nearly as fast as the fastest; one more than all of
/// them where it never is.
static double nearlyOf(const Row *row, int run) {
  const AsTrials *trials = &row->trials[run];
  int count = trials->count ? 1 : 0;
  while (count <= trials->count &&
         bestOf(row, run, count) > row->best / nearlyBest)
    count++;
  return count;
}

static double secondsOf(const Row *row, int run) { return row->seconds[run]; }

/// Of the whole search; a run that only reads takes some time, too.
static double wallOf(const Row *row, int run) {
  return fmax(1e-3, row->trials[run].total);
}

static int nameWidth(const Bench *bench) {
  size_t width = 8;
  for (int run = 0; run < bench->numRuns; run++)
    width = fmax(width, strlen(bench->runs[run].name));
  return (int)width;
}

static void reportRun(Bench *bench, const Row *row, int run) {
  const AsTrials *trials = &row->trials[run];
  double end = bestOf(row, run, INT_MAX);
  int draws = drawsFor(row, end);
  double share = shareOf(row, run);
  printf("  %-*s", nameWidth(bench), bench->runs[run].name);
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
  fprintf(bench->session.csv, "%s,%s,%d,%d", row->workload->name,
          bench->runs[run].name, trials->count, asTrialsFailed(trials));
  for (int m = 0; m < NUM_MARKS; m++)
    fprintf(bench->session.csv, ",%.4f",
            row->best / bestOf(row, run, marks[m]));
  fprintf(bench->session.csv, ",%.9g,%.4f,%d,%.4f\n", end, end / row->best - 1,
          draws, run ? share : 0);
}

/// The median over the seeds of a strategy of what `value` says of each.
static double overSeeds(const Bench *bench, const Row *row, int strategy,
                        double (*value)(const Row *, int)) {
  double values[MAX_RUNS];
  int seeds = bench->session.options.seeds;
  for (int seed = 0; seed < seeds; seed++)
    values[seed] = value(row, 1 + strategy * seeds + seed);
  return asSpreadOf(values, seeds).median;
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
  int r = bench->numRows++, seeds = bench->session.options.seeds;
  for (int s = 0; s < bench->numStrategies; s++) {
    Totals *totals = &bench->totals[s];
    totals->draws[r] = overSeeds(bench, row, s, drawsOf);
    totals->regrets[r] = overSeeds(bench, row, s, regretOf);
    totals->eighths[r] = overSeeds(bench, row, s, eighthOf);
    totals->shares[r] = overSeeds(bench, row, s, shareOf);
    totals->nearly[r] = overSeeds(bench, row, s, nearlyOf);
    totals->seconds[r] = overSeeds(bench, row, s, secondsOf);
    totals->walls[r] = overSeeds(bench, row, s, wallOf);
    bool isUnmet = false;
    for (int seed = 0; seed < seeds; seed++)
      isUnmet |= drawsOf(row, 1 + s * seeds + seed) > row->trials[0].count;
    totals->numUnmet += isUnmet;
  }
  bench->priorTaus[r] = judgement->priorTau;
  bench->scoreTaus[r] = judgement->scoreTau;
  fflush(stdout);
}

static void reportHead(const Bench *bench) {
  printf("%-*s", nameWidth(bench) + 2, "best of");
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

/// How fast the strategy's code is in terms of the first one's, and how long
/// its search takes: geometric means over the workloads.
static void reportAgainstFirst(const Bench *bench, int strategy) {
  const Totals *own = &bench->totals[strategy], *first = &bench->totals[0];
  double speeds = 0, worst = INFINITY, walls = 0;
  for (int r = 0; r < bench->numRows; r++) {
    double speed = first->seconds[r] / own->seconds[r];
    speeds += log(speed);
    worst = fmin(worst, speed);
    walls += log(own->walls[r] / first->walls[r]);
  }
  printf("    trials to %.0f%% of the best %.0f; %.3f times as fast as %s (at "
         "least %.3f), in %.2f of its time\n",
         100 * nearlyBest, asSpreadOf(own->nearly, bench->numRows).median,
         exp(speeds / bench->numRows), bench->runs[1].search, worst,
         exp(walls / bench->numRows));
}

static void reportEnd(Bench *bench) {
  int count = bench->numRows, seeds = bench->session.options.seeds;
  if (!count)
    return;
  printf("medians over %d workloads: tau of the prior %.2f, of the score "
         "%.2f\n",
         count, asSpreadOf(bench->priorTaus, count).median,
         asSpreadOf(bench->scoreTaus, count).median);
  for (int s = 0; s < bench->numStrategies; s++) {
    const Totals *totals = &bench->totals[s];
    const Run *run = &bench->runs[1 + s * seeds];
    printf("  %s: random trials for what %d of the search find %s%.0f (%d "
           "workloads: not always found); regret %.1f%%; the best of 8 "
           "%.1f%%; search and training %.1f%% of the time\n",
           run->search, run->trials, totals->numUnmet ? "at least " : "",
           asSpreadOf(totals->draws, count).median, totals->numUnmet,
           100 * asSpreadOf(totals->regrets, count).median,
           100 * asSpreadOf(totals->eighths, count).median,
           100 * asSpreadOf(totals->shares, count).median);
    reportAgainstFirst(bench, s);
  }
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
  for (int run = 0; run < bench->numRuns && !status; run++)
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

static double *valuePerRow(Bench *bench) {
  return asArenaArray(&bench->arena, double, bench->session.workloads.count);
}

static void closeBench(AsSession *session) {
  asArenaDestroy(&((Bench *)session)->arena);
}

static AsStatus runWorkloads(AsSession *session, AsError *error) {
  Bench *bench = (Bench *)session;
  if (asSessionOpen(session, error) ||
      asSessionKeepFolder(session, "bench-search", error) ||
      readStrategies(bench, error))
    return error->status;
  for (int s = 0; s < bench->numStrategies; s++)
    bench->totals[s] = (Totals){.draws = valuePerRow(bench),
                                .regrets = valuePerRow(bench),
                                .eighths = valuePerRow(bench),
                                .shares = valuePerRow(bench),
                                .nearly = valuePerRow(bench),
                                .seconds = valuePerRow(bench),
                                .walls = valuePerRow(bench)};
  bench->priorTaus = valuePerRow(bench);
  bench->scoreTaus = valuePerRow(bench);
  reportHead(bench);
  for (const AsWorkload *workload = NULL;
       (workload = asSessionNextWorkload(session, workload));)
    runRow(bench, workload);
  reportEnd(bench);
  return AS_OK;
}

int main(int argc, char **argv) {
  static const AsBenchmark benchmark = {
      "bench-search", "Sets as-opt's search against random trials.",
      AS_BY_SEARCH,   asSessionListWorkloads,
      runWorkloads,   closeBench};
  static Bench bench; // Large: all times of all rounds.
  return asSessionMain(argc, argv, &benchmark, &bench.session);
}
