//===- timing.c - Timing a kernel in batches
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "measure/timing.h"
#include "support/clock.h"
#include <math.h>

/// The shortest batch, and the longest that several runs are put into, in
/// seconds.
static const double shortestBatch = 50e-6, longestBatch = 10e-3;
/// Runs longer than this are hardly slower with cold caches.
static const double shortRun = 1e-3;
/// Runs longer than this are timed only once.
static const double veryLongRun = 1;
/// A kernel within this factor of the best is timed closePatience times longer
/// while it may still be the best, but no longer than longClose.
static const double closeFactor = 1.05, closerFactor = 1.02;
static const double longClose = 0.05;
static const double farFactor = 20;
/// A kernel whose runs take so many seconds is given up after one timed run
/// that is slower than the best by this share of what giveUpFactor allows, if
/// the run whose answer was compared is as well: by 1.3 in a search.
static const double costlyRun = 5e-3, behindShare = 0.2;
enum { closePatience = 4 };

const AsRunnerJob asTrialTiming = {
    .giveUpFactor = 2.5, .minSeconds = 0.01, .minRuns = 3, .maxRuns = 24};

static double clamp(double value, double low, double high) {
  return value < low ? low : value > high ? high : value;
}

typedef struct Course {
  const AsTimed *timed;
  bool isWarm;    ///< Nothing is flushed before a batch.
  long runs;      ///< Of a batch.
  double seconds; ///< Of the last batch.
  double spent;   ///< The same, with flushing the caches.
} Course;

static double timeBatch(Course *course) {
  double start = asClockNow();
  course->seconds = course->timed->run(course->timed->context, course->runs);
  course->spent = course->isWarm ? course->seconds : asClockNow() - start;
  return course->seconds;
}

/// Finds how many runs take `goal` seconds.
static void calibrate(Course *course, double goal, double deadline) {
  course->runs = 1;
  while (course->isWarm && timeBatch(course) < goal &&
         asClockNow() + 100 * course->seconds < deadline)
    course->runs = (long)((double)course->runs *
                          clamp(1.2 * goal / course->seconds, 2, 100));
}

/// Times a run. If another program ran before, a first run fills the caches.
static double timeRun(Course *course, bool isAlone) {
  if (!isAlone && course->seconds < shortRun && course->isWarm)
    course->timed->run(course->timed->context, 1);
  return timeBatch(course) / (double)course->runs;
}

static double least(const double *times, int count) {
  double least = times[0];
  for (int i = 1; i < count; i++)
    least = times[i] < least ? times[i] : least;
  return least;
}

/// The number of times after which a slow kernel is given up. One time may be
/// slow by accident, but a second one of a long run costs more than it tells.
static int patienceFor(double total) { return total > AS_LONG_RUN ? 1 : 2; }

/// Whether one timed run and the first, of `firstSeconds`, both show that a
/// kernel is behind, where more of them take long.
static bool isBehind(const AsRunnerJob *job, const AsRunnerResult *result,
                     double firstSeconds, double best) {
  double bound = (1 + behindShare * (job->giveUpFactor - 1)) * best;
  return job->giveUpFactor > 0 && result->numTimes == 1 &&
         result->times[0] > costlyRun && result->times[0] > bound &&
         firstSeconds > bound;
}

/// The least number of times for a kernel of `seconds`.
static int leastTimes(const AsRunnerJob *job, double seconds,
                      bool isPromising) {
  if (seconds < AS_LONG_RUN)
    return job->minRuns;
  return job->minRuns > 1 && isPromising && seconds < veryLongRun ? 2 : 1;
}

/// Whether the search knows enough of a kernel. Of many briefly timed kernels
/// the best is the luckiest, so good ones are timed longer.
static bool enough(const AsRunnerJob *job, const AsRunnerResult *result,
                   double firstSeconds, double total) {
  double best = result->isPaced && job->bestRatio > 0
                    ? job->bestRatio * least(result->paces, result->numTimes)
                    : INFINITY;
  if (job->giveUpFactor > 0 && result->numTimes == patienceFor(total) &&
      least(result->times, result->numTimes) > job->giveUpFactor * best)
    return true;
  if (isBehind(job, result, firstSeconds, best))
    return true;
  double factor =
      result->numTimes < 2 * job->minRuns ? closeFactor : closerFactor;
  double fastest = least(result->times, result->numTimes);
  bool isClose = best < INFINITY && fastest < factor * best;
  // Noise is short, so a few times are enough for a long kernel.
  int patience = isClose && total < longClose ? closePatience : 1;
  return total >= patience * job->minSeconds &&
         result->numTimes >=
             patience * leastTimes(job, fastest, fastest < factor * best);
}

/// Whether a single long run shows that a kernel is far from the best.
static bool isFar(const AsRunnerJob *job, const Course *driftReference,
                  double firstSeconds) {
  double best =
      job->bestRatio * driftReference->seconds / (double)driftReference->runs;
  return job->giveUpFactor > 0 && best > 0 && firstSeconds > AS_LONG_RUN &&
         firstSeconds > farFactor * best;
}

/// Finds out how many runs of the drift reference a batch has, and what they
/// take. A costly run is not repeated for it: the search knows what it takes.
static void prepareReference(Course *reference, const AsRunnerJob *job,
                             double goal, double firstSeconds,
                             double deadline) {
  bool isKnown = job->driftReferenceSeconds > fmax(goal, costlyRun) &&
                 firstSeconds <= AS_LONG_RUN;
  if (isKnown)
    reference->seconds = reference->spent = job->driftReferenceSeconds;
  else
    calibrate(reference, goal, deadline);
}

void asTimeKernel(const AsTimed *kernel, const AsTimed *driftReference,
                  const AsRunnerJob *job, double firstSeconds, double deadline,
                  AsRunnerResult *result) {
  int maxTimes = (int)clamp(job->maxRuns, 1, AS_MAX_TIMES);
  // maxTimes batches of this length take minSeconds.
  double goal = clamp(job->minSeconds / maxTimes, shortestBatch, longestBatch);
  bool isWarm = !job->flush && !job->coldWeights;
  Course own = {kernel, isWarm, 1, firstSeconds, firstSeconds};
  Course other = {driftReference, isWarm, 1, firstSeconds, firstSeconds};
  double total = result->numTimes ? firstSeconds : 0;
  result->isPaced = driftReference;
  if (result->numTimes && enough(job, result, firstSeconds, total))
    return;
  if (firstSeconds < goal)
    calibrate(&own, goal, deadline);
  if (driftReference && !result->numTimes)
    prepareReference(&other, job, goal, firstSeconds, deadline);
  if (driftReference && !result->numTimes && isWarm &&
      isFar(job, &other, firstSeconds)) {
    result->times[0] = firstSeconds;
    result->paces[0] = other.seconds / (double)other.runs;
    result->numTimes = 1;
    return;
  }
  while (result->numTimes < maxTimes) {
    if (asClockNow() + 1.5 * (own.spent + (driftReference ? other.spent : 0)) >=
        deadline)
      break;
    double time = timeRun(&own, !driftReference);
    total += own.spent;
    result->times[result->numTimes] = time;
    if (driftReference)
      result->paces[result->numTimes] = timeRun(&other, false);
    result->numTimes++;
    if (enough(job, result, firstSeconds, total))
      return;
  }
  if (result->numTimes == 0) {
    result->times[result->numTimes++] = firstSeconds;
    result->isPaced = false;
  }
}
