//===- case.c - A run at one choice of sizes
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/as-run/case.h"
#include "tools/as-run/isolate.h"
#include <math.h>

/// Holds both against the program in f64, if there is one. What is near to that
/// is right, however far apart the two are.
static void judge(AsContest *contest, const AsInputs *inputs,
                  const AsTolerance *tolerance, AsCase *at) {
  const AsSignature *signature = &contest->runnables[0].signature;
  AsDeviation *deviation = &at->deviation;
  if (deviation->buffer < 0 || deviation->value == 0 ||
      !asElementIsFloat(signature->buffers[deviation->buffer].element))
    return;
  AsCompared compared = {signature, inputs, at->arrays, tolerance, at->sizes};
  for (int i = contest->count - 1; i >= 0 && !at->truth.isKnown; i--)
    asTruthJudge(&contest->exact[i], &compared, &contest->arena, &at->arena,
                 &at->truth);
  deviation->isAccepted |= at->truth.isKnown && at->truth.areNear;
}

/// Runs each once, on the same inputs, and looks at the results.
static AsStatus check(AsContest *contest, AsCase *at, AsError *error) {
  const AsRunOptions *options = contest->options;
  AsRunnable *runnables = contest->runnables;
  const AsSignature *signature = &runnables[0].signature;
  AsInputsOptions from = {options->inputs, (uint64_t)options->seed,
                          options->modelInputs};
  AsInputs inputs;
  AsStatus status = asCheckInputs(runnables, contest->count, &from, &at->arena,
                                  &inputs, error);
  for (int i = 0; !status && i < contest->count; i++)
    status = asCheckRun(&runnables[i], &inputs, &at->arrays[i],
                        &runnables[i].memory.added, error);
  if (!status && *options->outputs)
    status = asCheckWrite(signature, &at->arrays[0], options->outputs, error);
  if (status || contest->count == 1)
    return status;
  AsTolerance tolerance = {options->tolerance,
                           fmax(runnables[0].roundoff, runnables[1].roundoff)};
  at->deviation =
      asCheckCompare(signature, &at->arrays[0], &at->arrays[1], &tolerance);
  judge(contest, &inputs, &tolerance, at);
  return AS_OK;
}

static AsRoundsGoal goalOf(const AsRunOptions *options) {
  return (AsRoundsGoal){.minRounds = (int)options->runs,
                        .minSeconds = options->minTime,
                        .warmUp = (int)options->warmUp,
                        .isCold = options->cold};
}

static void measure(AsContest *contest, AsCase *at) {
  AsRoundsGoal goal = goalOf(contest->options);
  AsContender contenders[AS_MAX_CONTENDERS];
  for (int i = 0; i < contest->count; i++)
    contenders[i] =
        (AsContender){&contest->runnables[i].kernel, at->arrays[i].data,
                      contest->runnables[i].file};
  asRoundsMeasure(contenders, contest->count, &goal, &contest->turn,
                  &at->rounds);
}

static AsStatus attribute(AsContest *contest, AsCase *at, AsError *error) {
  const AsRunnable *runnable = &contest->runnables[0];
  const char *overlay = contest->options->overlay;
  AsStatus status =
      asOntoAttribute(&at->profile, runnable->file, &runnable->origin,
                      &at->arena, &contest->onto, error);
  if (status || !*overlay)
    return status;
  AsText text = {0};
  asOntoOverlay(&contest->onto, &text);
  status = asWriteFile(overlay, text.data, text.length, error);
  asTextFree(&text);
  return status;
}

static AsStatus profile(AsContest *contest, AsCase *at, AsError *error) {
  AsRoundsGoal goal = goalOf(contest->options);
  asProfileMeasure(&contest->runnables[0], at->arrays[0].data, &goal,
                   &contest->turn, &at->arena, &at->profile);
  if (*contest->options->onto && attribute(contest, at, error))
    return error->status;
  return asProfileRoofline(&contest->target, &contest->turn, &at->profile,
                           error);
}

/// Has a crash tell at which sizes.
static void tellSizes(const AsContest *contest, const int64_t *sizes) {
  AsText text = {0};
  if (contest->runnables[0].signature.isSized) {
    asTextAppendString(&text, " with sizes ");
    asRunnablePrintSizes(&contest->runnables[0], sizes, &text);
  }
  asIsolatedWhere(asTextString(&text));
  asTextFree(&text);
}

AsStatus asCaseRun(AsContest *contest, const int64_t *sizes, AsCase *at,
                   AsError *error) {
  const AsRunOptions *options = contest->options;
  double waited = contest->turn.waited;
  *at = (AsCase){.sizes = sizes, .deviation = {.isAccepted = true}};
  tellSizes(contest, sizes);
  AsStatus status = AS_OK;
  for (int i = 0; i < contest->count && !status; i++)
    status = asRunnableSetSizes(sizes, &contest->arena, &contest->runnables[i],
                                error);
  if (!status)
    status = check(contest, at, error);
  if (!status && options->profile)
    status = profile(contest, at, error);
  else if (!status && options->runs)
    measure(contest, at);
  at->waited = contest->turn.waited - waited;
  return status;
}

void asCaseEnd(AsCase *at) {
  asRoundsFree(&at->rounds);
  for (int i = 0; i < AS_MAX_CONTENDERS; i++)
    asArraysUnmap(&at->arrays[i]);
  asArenaDestroy(&at->arena);
}
