//===- glance.c - What a task is about, in a few sentences
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See glance.h. The limits below are rules of thumb; sentences have the numbers
// that they were held against, so that a reader may think otherwise.
//
//===----------------------------------------------------------------------===//

#include "view/glance.h"
#include "report/figures.h"
#include "view/json-writer.h"
#include "view/knobs.h"
#include "view/roof.h"
#include <math.h>
#include <string.h>

/// Shares of the roof from which on little is left to gain.
static const double nearRoof = 0.85;
/// A search goes on gaining if the last share of its trials gained so much.
static const double lateShare = 0.2;
static const double lateGain = 0.01;
enum { FEW_TRIALS = 10 };
/// Failures beyond this share are worth looking into.
static const double manyErrors = 0.25;
/// Shares of the differences that a knob has to explain to be named.
static const double largeShare = 0.3;
/// Rank correlations below which the estimate leads astray.
static const double lowTau = 0.2;
/// Less than that is no gain.
static const double leastSpeedup = 1.05;

static int numTrials(const AsViewTask *task) { return task->end - task->begin; }

static void addSeconds(AsText *text, double seconds) {
  AsFigure figure = asFigureSeconds(seconds);
  size_t length = strcspn(figure.text, " ");
  bool isMicro = strcmp(figure.text + length, " us") == 0;
  asTextAppend(text, figure.text, length);
  asTextAppendString(text, isMicro ? " \xc2\xb5s" : figure.text + length);
}

//===----------------------------------------------------------------------===//
// Slow, and why
//===----------------------------------------------------------------------===//

static void describeShare(const AsViewTask *task, AsText *text) {
  if (!(task->seconds > 0)) {
    asTextAppendString(text, "N/A: none of its trials has a time.");
    return;
  }
  asTextAppendString(text, "It takes ");
  addSeconds(text, task->seconds);
  if (task->weight > 1)
    asTextFormat(text, ", %.4g times in one run of the models", task->weight);
  if (task->share > 0)
    asTextFormat(text, ": %.1f%% of the time of all tasks of its target",
                 100 * task->share);
  asTextAppendString(text, ".");
}

/// What limits it: the time of its arithmetic, or that of moving its data.
static void describeLimit(const AsView *view, const AsViewTask *task,
                          AsText *text) {
  const AsViewThing *thing = asViewFindThing(&view->roofThings, task->target);
  AsRoofline roof;
  if (!(task->roof > 0) || !thing || !asViewReadRoof(thing->data, &roof)) {
    asTextAppendString(text,
                       "N/A: it is not known what the machine could do (see "
                       "the roofline).");
    return;
  }
  if (asViewRoofIsLow(task->roof)) {
    asTextFormat(text,
                 "N/A: its best trial is faster than the measured roofline "
                 "allows (%.0f%%): other programs used the machine while that "
                 "was measured; as-run --profile measures it again.",
                 100 * task->roof);
    return;
  }
  double arithmetic = task->gflops * 1e9 / roof.peak;
  bool isArithmetic = arithmetic > 0 && arithmetic >= 0.999 * task->roof;
  asTextFormat(text,
               "It runs at %.0f%% of what the machine allows. What limits it "
               "there is %s",
               100 * task->roof,
               isArithmetic ? "arithmetic"
                            : "memory: it does too little with each byte");
  if (task->intensity > 0)
    asTextFormat(text, " (%.3g FLOP for each byte that it has to move)",
                 task->intensity);
  asTextAppendString(text, ".");
}

static void describeStock(const AsViewTask *task, AsText *text) {
  if (task->speedup > 0)
    asTextFormat(text, " The stock lowering takes %s%.3g times as long.",
                 task->stockIsBound ? "more than " : "", task->speedup);
}

//===----------------------------------------------------------------------===//
// Tried
//===----------------------------------------------------------------------===//

/// How many of the task's trials come first that have this sketch, or this run.
static int countKinds(const AsView *view, const AsViewTask *task, bool ofRuns) {
  int count = 0;
  int total = ofRuns ? view->runs.count : view->sketches.count;
  for (int kind = 0; kind < total; kind++)
    for (int t = task->begin; t < task->end; t++) {
      const AsViewTrial *trial = &view->trials[t];
      if ((ofRuns ? trial->run : trial->sketch) != kind)
        continue;
      count++;
      break;
    }
  return count;
}

static const char *plural(int count) { return count == 1 ? "" : "s"; }

/// The outcome that most of the failures have.
static int commonFailure(const AsViewTask *task) {
  int common = -1;
  for (int o = 0; o < AS_NUM_OUTCOMES; o++)
    if (o != AS_OUTCOME_OK && o != AS_OUTCOME_EARLY_STOPPED &&
        task->outcomes[o] > 0 &&
        (common < 0 || task->outcomes[o] > task->outcomes[common]))
      common = o;
  return common;
}

static void describeTrials(const AsView *view, const AsViewTask *task,
                           AsText *text) {
  int sketches = countKinds(view, task, false);
  int runs = countKinds(view, task, true);
  asTextFormat(text, "%d trial%s of %d sketch%s", numTrials(task),
               plural(numTrials(task)), sketches, sketches == 1 ? "" : "es");
  if (runs)
    asTextFormat(text, " in %d run%s", runs, plural(runs));
  asTextAppendString(text, ".");
  int failure = commonFailure(task);
  if (failure >= 0)
    asTextFormat(text, " %d failed, most of them as %s.", task->numErrors,
                 asOutcomeName((AsOutcome)failure));
  if (task->best < 0)
    return;
  const char *sketch = view->sketches.names[view->trials[task->best].sketch];
  asTextFormat(text, " The best is #%d, by %.*s.", task->best - task->begin + 1,
               (int)strcspn(sketch, "\n"), sketch);
}

//===----------------------------------------------------------------------===//
// Helps
//===----------------------------------------------------------------------===//

typedef struct Advice {
  AsText *json;
  AsText sentence;
  int count;
} Advice;

static void give(Advice *advice) {
  asTextAppendString(advice->json, advice->count++ ? "," : "");
  asJsonAppendString(advice->json, asTextString(&advice->sentence));
  asTextClear(&advice->sentence);
}

/// How much faster the best trial is than the best of those before the last
/// `late`; infinite if none of those has a time.
static double gainOfLast(const AsView *view, const AsViewTask *task, int late) {
  double before = INFINITY;
  for (int i = 0; i < task->numImprovements; i++)
    if (task->improvements[i] < task->end - late)
      before = view->trials[task->improvements[i]].seconds;
  int best = task->improvements[task->numImprovements - 1];
  return before / view->trials[best].seconds - 1;
}

static void adviseOnTrials(const AsView *view, const AsViewTask *task,
                           Advice *advice) {
  int count = numTrials(task);
  if (count < FEW_TRIALS) {
    asTextFormat(&advice->sentence,
                 "More trials: %d say%s little (as-opt --trials).", count,
                 count == 1 ? "s" : "");
    give(advice);
    return;
  }
  if (!task->numImprovements)
    return;
  int late = (int)(lateShare * count);
  double gain = gainOfLast(view, task, late);
  int last = task->improvements[task->numImprovements - 1] - task->begin;
  if (isinf(gain))
    asTextFormat(&advice->sentence,
                 "More trials: of %d, number %d was the first with a time.",
                 count, task->improvements[0] - task->begin + 1);
  else if (gain > 0)
    asTextFormat(&advice->sentence,
                 "More trials%s: the last %d of %d made it %.2g%% faster.",
                 gain < lateGain ? " help less" : "", late, count, 100 * gain);
  else
    asTextFormat(&advice->sentence,
                 "More trials help less: the last %d of %d found nothing "
                 "better.",
                 count - 1 - last, count);
  give(advice);
}

static void adviseOnErrors(const AsViewTask *task, Advice *advice) {
  int failure = commonFailure(task);
  if (failure < 0 || task->numErrors < manyErrors * numTrials(task))
    return;
  asTextFormat(
      &advice->sentence, "%.0f%% of the trials failed, most of them as %s: %s.",
      100.0 * task->numErrors / numTrials(task),
      asOutcomeName((AsOutcome)failure), asOutcomeMeaning((AsOutcome)failure));
  give(advice);
}

static void adviseOnKnobs(const AsView *view, const AsViewTask *task,
                          Advice *advice) {
  if (task->best < 0)
    return;
  AsText name = {0};
  double share =
      asKnobsLargest(view, task, view->trials[task->best].sketch, &name);
  if (share >= largeShare) {
    asTextFormat(&advice->sentence,
                 "The knob %s explains %.0f%% of the differences between "
                 "trials of the best one's sketch.",
                 asTextString(&name), 100 * share);
    give(advice);
  }
  asTextFree(&name);
}

static void adviseOnEstimate(const AsViewTask *task, Advice *advice) {
  if (!(task->tau < lowTau) || numTrials(task) < 2 * FEW_TRIALS)
    return;
  asTextFormat(&advice->sentence,
               "The estimate ranks these trials badly (Kendall's tau %.2f), so "
               "that measuring has to find what is fast.",
               task->tau);
  give(advice);
}

static void advise(const AsView *view, const AsViewTask *task, Advice *advice) {
  if (task->roof >= nearRoof && !asViewRoofIsLow(task->roof)) {
    asTextFormat(&advice->sentence,
                 "Little: at most %.0f%% of its time is left to gain on this "
                 "machine.",
                 fmax(0, 100 * (1 - task->roof)));
    give(advice);
    return;
  }
  if (task->speedup > 0 && task->speedup < leastSpeedup &&
      !task->stockIsBound) {
    asTextFormat(&advice->sentence,
                 "No sketch gains anything yet: stock is as fast (%.2f).",
                 task->speedup);
    give(advice);
  }
  adviseOnTrials(view, task, advice);
  adviseOnErrors(task, advice);
  adviseOnKnobs(view, task, advice);
  adviseOnEstimate(task, advice);
}

//===----------------------------------------------------------------------===//
// The whole
//===----------------------------------------------------------------------===//

void asViewAppendGlance(const AsView *view, const AsViewTask *task,
                        AsText *text) {
  AsText sentence = {0};
  asTextAppendString(text, "{");
  describeShare(task, &sentence);
  asJsonString(text, "slow", asTextString(&sentence));
  asTextClear(&sentence);
  describeLimit(view, task, &sentence);
  describeStock(task, &sentence);
  asJsonString(text, "why", asTextString(&sentence));
  asTextClear(&sentence);
  describeTrials(view, task, &sentence);
  asJsonString(text, "tried", asTextString(&sentence));
  asTextFree(&sentence);
  asJsonKey(text, "helps");
  asTextAppendString(text, "[");
  Advice advice = {.json = text};
  advise(view, task, &advice);
  asTextFree(&advice.sentence);
  asTextAppendString(text, "]}");
}
