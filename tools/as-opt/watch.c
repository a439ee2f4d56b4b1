//===- watch.c - Showing runs, and ending them by Ctrl-C
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The libraries tell what a run does, and let it be cancelled. That stderr
// shows it, and that signals cancel it, is for the program: here.
//
//===----------------------------------------------------------------------===//

#include "display/progress.h"
#include "passes/module-pass.h"
#include "support/clock.h"
#include "tools/as-opt/driver.h"
#include <signal.h>
#include <stdatomic.h>

//===----------------------------------------------------------------------===//
// Signals
//===----------------------------------------------------------------------===//

/// What a user, or a batch system, ends a run with.
static const int endings[] = {SIGINT, SIGTERM};
enum { NUM_ENDINGS = sizeof endings / sizeof endings[0] };

static AsRun *_Atomic watched; ///< While its search may be ended.
static AsSession *_Atomic watchedSession;
static struct sigaction before[NUM_ENDINGS];
static _Atomic double firstSignal; ///< When the first came; 0 before that.

/// Seconds in which signals count as one: `timeout` and others send theirs to
/// the process and to its group.
static const double together = 0.05;

static void releaseSignals(void) {
  for (int e = 0; e < NUM_ENDINGS; e++)
    sigaction(endings[e], &before[e], NULL);
}

/// The first one ends the search; the handlers that were there before take the
/// second.
static void onSignal(int number) {
  double now = asClockNow(), first = firstSignal;
  if (first == 0) {
    firstSignal = now;
    AsRun *run = watched;
    AsSession *session = watchedSession;
    if (run)
      asRunCancel(run);
    if (session)
      asSessionCancel(session);
  } else if (now - first > together) {
    releaseSignals();
    raise(number);
  }
}

static void catchSignals(void) {
  firstSignal = 0;
  struct sigaction action = {.sa_handler = onSignal};
  sigemptyset(&action.sa_mask);
  for (int e = 0; e < NUM_ENDINGS; e++)
    sigaction(endings[e], NULL, &before[e]);
  // Whoever started the run with a signal ignored, as a shell does with what it
  // puts into the background, wants it to go on.
  for (int e = 0; e < NUM_ENDINGS; e++)
    if (before[e].sa_handler != SIG_IGN)
      sigaction(endings[e], &action, NULL);
}

/// Does nothing where no signals are caught.
static void stopCatching(void) {
  if (!watched && !watchedSession)
    return;
  releaseSignals();
  watched = NULL;
  watchedSession = NULL;
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

static AsProgressView *view;

/// Signals are caught while there is something to end: before and after the
/// search they end the process.
static void show(const AsSnapshot *snapshot, void *run) {
  if (asSnapshotIsLast(snapshot)) {
    stopCatching();
    asDriverNoteTasks(snapshot);
  } else if (!watched) {
    watched = run;
    catchSignals();
  }
  asProgressShow(view, snapshot);
}

static void showSession(const AsSnapshot *snapshot, void *session) {
  if (asSnapshotIsLast(snapshot)) {
    stopCatching();
  } else if (!watchedSession) {
    watchedSession = session;
    catchSignals();
  }
  asProgressShow(view, snapshot);
}

static void begin(AsRun *run, const AsOptions *options) {
  view = asProgressCreate(options->progress, stderr);
  asRunSetProgress(run, show, run);
}

static void end(void) {
  stopCatching(); // Of a search that failed.
  asProgressDestroy(view);
  view = NULL;
}

void asDriverWatchSession(AsSession *session, const AsOptions *options) {
  view = asProgressCreate(options->progress, stderr);
  asSessionSetProgress(session, showSession, session);
}

void asDriverUnwatchSession(void) { end(); }

static void endRun(void) {
  end();
  asDriverWriteView();
}

void asDriverWatchRuns(void) {
  static const AsPassWatcher watcher = {begin, endRun};
  asPassSetWatcher(&watcher);
}
