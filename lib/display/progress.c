//===- progress.c - Showing the search
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A run says that something happened, not what: the view remembers enough
// of the last time to tell. It then shows it in its style, but not so often
// that showing costs more than it is worth.
//
//===----------------------------------------------------------------------===//

#include "display/progress.h"
#include "display/progress-lines.h"
#include "display/redraw.h"
#include "display/task-table.h"
#include "support/arena.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const double secondsBetweenLines = 1, secondsBetweenDrawings = 0.2;
static const double secondsBetweenWaits = 10;
/// Fewer trials than this say nothing of how long the others will take.
static const int fewTrials = 4;

/// What a task looked like the last time.
typedef struct Seen {
  int numTrials;
  int outcomes[AS_NUM_OUTCOMES];
  double bestSeconds;
} Seen;

struct AsProgressView {
  AsProgress style; ///< AUTO only where a live table is possible.
  FILE *out;
  Seen *seen;            ///< Of each task; NULL before the first time.
  double lastShown;      ///< Seconds of the last line or drawing.
  double lastWait;       ///< Seconds of the last line about waiting.
  bool isSearching;      ///< The search phase has begun...
  double searchStart;    ///< ...at this moment...
  int searchStartTrials; ///< ...with so many trials done.
  double *moments;       ///< When each of the trials since then ended.
  int numMoments;
  AsRedraw live;
  AsText block;  ///< What a live drawing shows.
  AsText output; ///< What is about to be written.
};

AsProgressView *asProgressCreate(AsProgress style, FILE *out) {
  AsProgressView *view = asAlloc(sizeof *view);
  view->out = out;
  view->style = style == AS_PROGRESS_AUTO && !asLiveIsPossible(fileno(out))
                    ? AS_PROGRESS_PLAIN
                    : style;
  return view;
}

void asProgressDestroy(AsProgressView *view) {
  if (!view)
    return;
  asTextFree(&view->block);
  asTextFree(&view->output);
  free(view->seen);
  free(view->moments);
  free(view);
}

/// Writes in one piece, so that nobody sees half a drawing.
static void flush(AsProgressView *view) {
  fwrite(asTextString(&view->output), 1, view->output.length, view->out);
  fflush(view->out);
  asTextClear(&view->output);
}

//===----------------------------------------------------------------------===//
// What happened
//===----------------------------------------------------------------------===//

static void remember(Seen *seen, const AsTuneTask *task) {
  seen->numTrials = task->numTrials;
  seen->bestSeconds = task->bestSeconds;
  memcpy(seen->outcomes, task->outcomes, sizeof seen->outcomes);
}

/// The trial of `task` that ended since it was seen last. The tuner reports
/// each, so there is one at most.
static AsTuneEvent trialEvent(const Seen *seen, const AsTuneTask *task, int t) {
  AsTuneEvent event = {
      .phase = AS_TUNE_SEARCH, .task = t, .trial = task->lastTrial};
  for (int o = 0; o < AS_NUM_OUTCOMES; o++)
    if (task->outcomes[o] > seen->outcomes[o])
      event.outcome = (AsOutcome)o;
  event.isBest =
      task->bestSeconds > 0 &&
      (seen->bestSeconds <= 0 || task->bestSeconds < seen->bestSeconds);
  return event;
}

/// Finds out what happened since the last time; false where nothing did that
/// is worth a line.
static bool takeEvent(AsProgressView *view, const AsSnapshot *snapshot,
                      AsTuneEvent *event) {
  if (snapshot->phase != AS_TUNE_SEARCH) {
    *event = (AsTuneEvent){.phase = snapshot->phase, .task = snapshot->current};
    return snapshot->phase != AS_TUNE_DONE && snapshot->current >= 0;
  }
  bool found = false;
  for (int t = 0; t < snapshot->numTasks; t++) {
    const AsTuneTask *task = &snapshot->tasks[t];
    if (task->numTrials == view->seen[t].numTrials)
      continue;
    *event = trialEvent(&view->seen[t], task, t);
    remember(&view->seen[t], task);
    found = true;
  }
  return found;
}

/// Notes when trials ended.
static void noteMoments(AsProgressView *view, const AsSnapshot *snapshot) {
  if (!view->isSearching) {
    view->isSearching = true;
    view->searchStart = snapshot->seconds;
    view->searchStartTrials = snapshot->trialsDone;
  }
  int done = snapshot->trialsDone - view->searchStartTrials;
  if (done > view->numMoments)
    view->moments =
        asRealloc(view->moments, (size_t)done * sizeof *view->moments);
  while (view->numMoments < done)
    view->moments[view->numMoments++] = snapshot->seconds;
}

/// Seconds that a trial takes, by the later half of those that have ended: the
/// first candidates are slower, or were waited for. 0 while there is no
/// telling.
static double paceOf(const AsProgressView *view, double now) {
  int done = view->numMoments;
  int recent = done / 2 > fewTrials ? done / 2 : fewTrials;
  if (done < fewTrials)
    return 0;
  double start =
      done > recent ? view->moments[done - recent - 1] : view->searchStart;
  return (now - start) / recent;
}

/// How long the rest of the search will take, at the pace that it has now; 0
/// while there is no telling.
static double estimate(AsProgressView *view, const AsSnapshot *snapshot) {
  if (snapshot->phase != AS_TUNE_SEARCH)
    return 0;
  noteMoments(view, snapshot);
  double pace = paceOf(view, snapshot->seconds);
  int trials = snapshot->trialsTotal - snapshot->trialsDone;
  if (pace <= 0 || trials <= 0)
    return 0;
  double left = pace * trials;
  for (int t = 0; t < snapshot->numTasks; t++)
    if (snapshot->tasks[t].bestSeconds > 0)
      left += asTunerSecondsAgain(pace);
  double limit = snapshot->timeLimit - snapshot->seconds;
  return snapshot->timeLimit > 0 ? fmin(left, fmax(limit, 0)) : left;
}

//===----------------------------------------------------------------------===//
// Showing it
//===----------------------------------------------------------------------===//

static void start(AsProgressView *view, const AsSnapshot *snapshot) {
  view->seen = asAlloc(sizeof(Seen) * (size_t)snapshot->numTasks);
  for (int t = 0; t < snapshot->numTasks; t++)
    remember(&view->seen[t], &snapshot->tasks[t]);
  view->lastShown = -secondsBetweenLines;
  view->lastWait = -secondsBetweenWaits;
  if (view->style == AS_PROGRESS_PLAIN)
    asPlainStartAppend(&view->output, snapshot);
  else if (view->style == AS_PROGRESS_JSON)
    asJsonStartAppend(&view->output, snapshot);
}

static void showLive(AsProgressView *view, const AsSnapshot *snapshot) {
  if (snapshot->seconds - view->lastShown < secondsBetweenDrawings)
    return;
  view->lastShown = snapshot->seconds;
  asLiveMeasure(&view->live, fileno(view->out));
  // Above the cursor's line there are the titles, the rows and three lines.
  int rows = view->live.height - 5;
  asTextClear(&view->block);
  asTableAppend(&view->block, snapshot, view->live.width - 1,
                rows > 1 ? rows : 1);
  asTotalsAppend(&view->block, snapshot);
  asActivityAppend(&view->block, snapshot);
  asLiveDraw(&view->live, view->block.data, &view->output);
}

static void showEvent(AsProgressView *view, const AsSnapshot *snapshot,
                      const AsTuneEvent *event) {
  if (view->style == AS_PROGRESS_JSON) {
    asJsonEventAppend(&view->output, snapshot, event);
    return;
  }
  bool isQuick = snapshot->seconds - view->lastShown < secondsBetweenLines;
  if (isQuick && event->phase == AS_TUNE_SEARCH && !event->isBest)
    return;
  view->lastShown = snapshot->seconds;
  asPlainEventAppend(&view->output, snapshot, event);
}

static void showWait(AsProgressView *view, const AsSnapshot *snapshot) {
  if (snapshot->waiting < asShortWait ||
      snapshot->seconds - view->lastWait < secondsBetweenWaits)
    return;
  view->lastWait = snapshot->seconds;
  (view->style == AS_PROGRESS_JSON ? asJsonWaitAppend : asPlainWaitAppend)(
      &view->output, snapshot);
}

static void showMoment(AsProgressView *view, AsSnapshot snapshot) {
  if (!view->seen)
    start(view, &snapshot);
  snapshot.secondsLeft = estimate(view, &snapshot);
  AsTuneEvent event;
  if (view->style == AS_PROGRESS_AUTO)
    showLive(view, &snapshot);
  else if (snapshot.waiting > 0 && snapshot.phase != AS_TUNE_SEARCH)
    showWait(view, &snapshot); // Only trials end while a run waits.
  else if (takeEvent(view, &snapshot, &event))
    showEvent(view, &snapshot, &event);
  else
    showWait(view, &snapshot);
}

//===----------------------------------------------------------------------===//
// The end
//===----------------------------------------------------------------------===//

static void appendEnd(AsProgressView *view, const AsSnapshot *snapshot) {
  int width = 0;
  if (isatty(fileno(view->out))) {
    asLiveMeasure(&view->live, fileno(view->out));
    width = view->live.width - 1;
  }
  if (view->style == AS_PROGRESS_AUTO)
    asLiveErase(&view->live, &view->output); // The final table takes its place.
  AsText *text = &view->output;
  asTableAppend(text, snapshot, width, 0);
  asTotalsAppend(text, snapshot);
  asModelsAppend(text, snapshot);
  asTimesAppend(text, snapshot->times);
  asProblemsAppend(text, snapshot);
  if (snapshot->interrupted)
    asTextAppendString(text, "interrupted: this is the best so far\n");
}

static void showEnd(AsProgressView *view, const AsSnapshot *snapshot) {
  bool isJson = view->style == AS_PROGRESS_JSON;
  if (isJson && snapshot->words) // Nothing was shown before.
    asJsonStartAppend(&view->output, snapshot);
  if (isJson)
    asJsonEndAppend(&view->output, snapshot);
  else if (snapshot->words)
    asTextAppendString(&view->output, snapshot->words);
  else
    appendEnd(view, snapshot);
}

void asProgressShow(AsProgressView *view, const AsSnapshot *snapshot) {
  if (view->style == AS_PROGRESS_NONE)
    return;
  if (snapshot->times)
    showEnd(view, snapshot);
  else
    showMoment(view, *snapshot);
  flush(view);
}
