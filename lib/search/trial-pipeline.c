//===- trial-pipeline.c - Keeping builders and runner busy
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Keeps the builders and the runner busy. Trials go from waiting to building to
// built to running. Builders and the runner share the cores: a build takes one,
// a measurement as many as the kernel has threads. A build never competes with
// a measurement for a core: workers on the cores of the runner are stopped
// while it measures, and continue afterwards. The same holds between this run
// and others (core-turns.c).
//
//===----------------------------------------------------------------------===//

#include "measure/runner-protocol.h"
#include "measure/timing-statistics.h"
#include "search/clock-drift.h"
#include "search/tuner-state.h"
#include "support/arena.h"
#include "support/clock.h"
#include "support/entry-symbols.h"
#include "support/hash.h"
#include "support/home-cores.h"
#include "transform/sketch-knobs.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Long runs have less noise and cost more time, so they are stopped earlier.
static const double longGiveUpFactor = 1.6;
/// A trial that has begun gets so many seconds, also at the end of the time
/// limit.
static const double leastHurried = 0.5;

//===----------------------------------------------------------------------===//
// Opening and closing
//===----------------------------------------------------------------------===//

/// How many of the workers, one to a core and then a second one, are on the
/// last cores, which the runner needs.
static int countGuests(int numWorkers, int numCores, int numMeasuring) {
  int more = numWorkers % numCores - (numCores - numMeasuring);
  return numWorkers / numCores * numMeasuring + (more > 0 ? more : 0);
}

/// The cores of the target, the last of them those that the runner is to have,
/// which are no other run's where possible.
static AsCoreSet chooseCores(AsTuner *tuner, int numMeasuring) {
  AsCoreSet all = tuner->given.target->cores;
  AsCore *list = asArenaArray(&tuner->arena, AsCore, all.count);
  memcpy(list, all.list, (size_t)all.count * sizeof *list);
  bool measures = !tuner->buildOnly && !tuner->isOver && !tuner->given.batch;
  if (measures && tuner->given.leases)
    tuner->home = asHomeTake(list, all.count, numMeasuring);
  return (AsCoreSet){list, all.count};
}

int asPipelineNumWorkers(const AsTuner *tuner) {
  const AsOptions *options = tuner->given.options;
  return options->buildWorkers ? (int)options->buildWorkers
                               : tuner->given.target->cores.count;
}

AsStatus asPipelineOpen(AsTuner *tuner, AsError *error) {
  const AsOptions *options = tuner->given.options;
  const AsTarget *target = tuner->given.target;
  // Code that is only built may be for more threads than there are cores.
  int numCores = target->cores.count;
  int numMeasuring = target->threads < numCores ? target->threads : numCores;
  int numRest = numCores - numMeasuring;
  AsCoreSet cores = chooseCores(tuner, numMeasuring);
  AsCoreSet rest = asCoreSetSlice(cores, 0, numRest);
  AsCoreSet measuring = asCoreSetSlice(cores, numRest, numMeasuring);
  int numWorkers = asPipelineNumWorkers(tuner);
  tuner->measuring = measuring;
  AsBuilderOptions builder = {
      .worker = tuner->given.worker,
      // When the search is over, each task is built once.
      .leases = tuner->isOver ? NULL : tuner->given.leases,
      .numWorkers = numWorkers,
      .cores = rest,
      .numGuests = countGuests(numWorkers, numCores, numMeasuring),
      .guestCores = measuring,
      .target = target,
      .fp = options->fp,
      .objects = tuner->given.objects,
      .compiler = tuner->given.compiler,
      .timeLimit = options->buildTimeout,
      .memoryLimit = (size_t)options->memoryLimit << 20};
  AsStatus status = asBuilderCreate(&builder, &tuner->builder, error);
  if (status || tuner->buildOnly)
    return status;
  AsRunnerOptions runner = {.worker = tuner->given.worker,
                            .threads = target->threads,
                            .cores = measuring,
                            .device =
                                tuner->given.batch ? NULL : target->device,
                            .memoryLimit = (size_t)options->memoryLimit << 20};
  return asRunnerCreate(&runner, &tuner->runner, error);
}

static void freeQueue(AsFlightQueue *queue) {
  for (int i = 0; i < queue->size; i++)
    asTextFree(&queue->flights[i].object);
  free(queue->flights);
  *queue = (AsFlightQueue){0};
}

void asPipelineClose(AsTuner *tuner) {
  asBuilderDestroy(tuner->builder);
  asRunnerDestroy(tuner->runner);
  asLeasesClose(tuner->home);
  asArenaDestroy(&tuner->arena);
  tuner->home = NULL;
  tuner->numTurns = 0;
  asTurnEnd(tuner);
  asTurnNoteWait(tuner, false, NULL);
  tuner->builder = NULL;
  tuner->runner = NULL;
  freeQueue(&tuner->waiting);
  freeQueue(&tuner->building);
  freeQueue(&tuner->built);
  if (tuner->isRunning)
    asTextFree(&tuner->running.object);
  tuner->isRunning = false;
}

//===----------------------------------------------------------------------===//
// Queues
//===----------------------------------------------------------------------===//

static void append(AsFlightQueue *queue, AsFlight flight) {
  if (queue->size == queue->capacity) {
    queue->capacity = queue->capacity ? 2 * queue->capacity : 32;
    queue->flights =
        asRealloc(queue->flights, sizeof(AsFlight) * (size_t)queue->capacity);
  }
  queue->flights[queue->size++] = flight;
}

static AsFlight takeAt(AsFlightQueue *queue, int index) {
  AsFlight flight = queue->flights[index];
  queue->size--;
  memmove(&queue->flights[index], &queue->flights[index + 1],
          sizeof(AsFlight) * (size_t)(queue->size - index));
  return flight;
}

int asPipelineLoad(const AsTuner *tuner) {
  return tuner->waiting.size + tuner->building.size + tuner->built.size +
         tuner->isRunning;
}

void asPipelinePush(AsTuner *tuner, int task, int trial) {
  tuner->tasks[task].numInFlight++;
  append(&tuner->waiting, (AsFlight){.task = task, .trial = trial});
}

void asPipelinePushLowered(AsTuner *tuner, int task, int trial) {
  tuner->tasks[task].numInFlight++;
  append(&tuner->waiting,
         (AsFlight){.task = task, .trial = trial, .isLowered = true});
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

AsBuildJob asPipelineJob(const AsTuneTask *task, const AsCandidate *candidate,
                         AsKnobChoice *choices) {
  if (!candidate)
    return (AsBuildJob){.hash = task->hash, .task = task->text};
  const AsSketch *sketch = &task->sketches[candidate->sketch];
  for (int k = 0; k < sketch->numKnobs; k++)
    choices[k] = asPointChoice(sketch, &candidate->point, k);
  return (AsBuildJob){.hash = task->hash,
                      .task = task->text,
                      .sketch = sketch->name,
                      .script = sketch->script,
                      .mustVectorise = asSketchVectorises(sketch),
                      .choices = choices,
                      .numChoices = sketch->numKnobs};
}

static void noteBuild(AsTuner *tuner, const AsBuildResult *result) {
  tuner->times.build += result->isReused ? 0 : result->seconds;
  tuner->times.numBuilt += !result->isReused;
  tuner->times.numReused += result->isReused;
}

/// Milliseconds to wait for what happens in the pipeline. Leases do not tell
/// when they can be had, so one that waits looks more often.
static int waitFor(const AsTuner *tuner) {
  return tuner->waitingSince > 0 ? 5 : 50;
}

/// Begins jobs from *begun on, as long as workers are idle; at least one if
/// none is being built.
static AsStatus beginJobs(AsTuner *tuner, const AsBuildJob *jobs, int count,
                          int *begun, int ended, AsError *error) {
  AsStatus status = AS_OK;
  while (!status && *begun < count &&
         (*begun == ended || asBuilderIdle(tuner->builder) > 0)) {
    AsBuildJob job = jobs[*begun];
    job.tag = (uint64_t)(*begun)++;
    status = asBuilderStart(tuner->builder, &job, error);
  }
  return status;
}

/// Takes the results that there are.
static AsStatus takeResults(AsTuner *tuner, AsBuildResult *results, int *ended,
                            AsError *error) {
  bool finished = true;
  AsStatus status = AS_OK;
  while (!status && finished) {
    AsBuildResult result;
    status = asBuilderPoll(tuner->builder, &result, &finished, error);
    if (status || !finished)
      continue;
    noteBuild(tuner, &result);
    results[result.tag] = result;
    ++*ended;
  }
  return status;
}

AsStatus asPipelineBuildJobs(AsTuner *tuner, const AsBuildJob *jobs, int count,
                             AsBuildResult *results, AsError *error) {
  AsBuilder *builder = tuner->builder;
  asBuilderHold(builder, false);
  AsStatus status = AS_OK;
  int begun = 0, ended = 0;
  for (int i = 0; i < count; i++)
    results[i] = (AsBuildResult){.outcome = AS_OUTCOME_KILLED};
  while (!status && ended < count) {
    if (begun > 0 && begun < count && asTunerMustStop(tuner))
      count = begun;
    status = beginJobs(tuner, jobs, count, &begun, ended, error);
    if (!status)
      status = asBuilderWait(builder, -1, waitFor(tuner), error);
    if (!status)
      status = takeResults(tuner, results, &ended, error);
    if (tuner->current < 0) // Each report is news of the current task.
      asTunerReport(tuner);
    if (!status && ended < begun)
      status = asTurnNoteWait(tuner, asBuilderWaits(builder), error);
  }
  asTurnNoteWait(tuner, false, NULL);
  if (status == AS_INTERRUPTED)
    asBuilderCancel(builder);
  return status;
}

AsStatus asPipelineBuild(AsTuner *tuner, const AsTuneTask *task,
                         const AsCandidate *candidate, AsBuildResult *result,
                         AsError *error) {
  AsKnobChoice choices[AS_MAX_KNOBS];
  AsBuildJob job = asPipelineJob(task, candidate, choices);
  return asPipelineBuildJobs(tuner, &job, 1, result, error);
}

static AsStatus startBuild(AsTuner *tuner, AsError *error) {
  AsFlight flight = takeAt(&tuner->waiting, 0);
  AsTuneTask *task = &tuner->tasks[flight.task];
  AsKnobChoice choices[AS_MAX_KNOBS];
  AsBuildJob job = asPipelineJob(
      task, &task->history.trials[flight.trial].candidate, choices);
  job.tag = (uint64_t)flight.task << 32 | (uint32_t)flight.trial;
  if (flight.isLowered) {
    job.form = AS_BUILD_NOTHING;
    job.hash = NULL; // There is no object to keep.
  }
  append(&tuner->building, flight);
  return asBuilderStart(tuner->builder, &job, error);
}

static void land(AsTuner *tuner, AsFlight *flight) {
  tuner->tasks[flight->task].numInFlight--;
  asTextFree(&flight->object);
  tuner->numNew += !tuner->isOver;
  asTunerReport(tuner);
}

/// The number of an earlier trial with the same object code, or -1.
static int twinOf(const AsTuneTask *task, int trial) {
  for (int t = 0; t < task->history.numTrials; t++)
    if (t != trial &&
        task->history.trials[t].object == task->history.trials[trial].object &&
        task->history.trials[t].outcome != AS_OUTCOME_BUILT)
      return t;
  return -1;
}

/// Ends a trial that is not measured.
static void endUnmeasured(AsTuner *tuner, AsFlight *flight, AsOutcome outcome,
                          double seconds, const char *message) {
  AsTuneTask *task = &tuner->tasks[flight->task];
  AsRunnerResult result = {.outcome = outcome};
  size_t length = strnlen(message, sizeof result.message - 1);
  memcpy(result.message, message, length);
  if (outcome == AS_OUTCOME_OK) {
    result.times[0] = seconds;
    result.numTimes = 1;
  }
  asTrialsStore(tuner, task, &task->history.trials[flight->trial].candidate,
                &result, result.times[0], flight->buildSeconds,
                flight->objectHash, false);
  asTrialsFinish(tuner, task, flight->trial, outcome, seconds, message);
  land(tuner, flight);
}

/// Ends a trial with its estimate instead of a measurement. Of the unscheduled
/// program there may be a better one: its time.
static void endEstimated(AsTuner *tuner, AsFlight *flight) {
  const AsTuneTask *task = &tuner->tasks[flight->task];
  const AsCandidate *candidate = &task->history.trials[flight->trial].candidate;
  AsCandidate plain;
  bool isTimed = task->baselineSeconds > 0 && !task->baselineIsBound &&
                 asReferencePlain(task, &plain) &&
                 plain.sketch == candidate->sketch;
  double seconds = isTimed ? task->baselineSeconds
                           : asCostEstimate(tuner->scorer,
                                            &task->sketches[candidate->sketch],
                                            &candidate->point);
  endUnmeasured(tuner, flight, AS_OUTCOME_ESTIMATED, seconds, "");
}

static AsStatus finishBuild(AsTuner *tuner, AsBuildResult *result,
                            AsError *error) {
  int task = (int)(result->tag >> 32), trial = (int)(uint32_t)result->tag;
  int place = 0;
  while (tuner->building.flights[place].task != task ||
         tuner->building.flights[place].trial != trial)
    place++;
  AsFlight flight = takeAt(&tuner->building, place);
  flight.buildSeconds = result->seconds;
  noteBuild(tuner, result);
  if (result->outcome != AS_OUTCOME_BUILT) {
    asTextFree(&result->object);
    endUnmeasured(tuner, &flight, result->outcome, 0, result->message);
    return AS_OK;
  }
  flight.object = result->object;
  AsHash hash =
      asHashBytes(asHashStart(), flight.object.data, flight.object.length);
  memcpy(flight.objectHash, asHashFormat(hash).text, sizeof flight.objectHash);
  AsTuneTask *owner = &tuner->tasks[task];
  owner->history.trials[trial].object = hash.low;
  if (tuner->isStatic) {
    endEstimated(tuner, &flight);
    return AS_OK;
  }
  if (tuner->given.batch) {
    AsStatus status = asExportTrial(tuner, owner, trial, &flight.object,
                                    flight.buildSeconds, error);
    if (!status)
      endUnmeasured(tuner, &flight, AS_OUTCOME_BUILT, 0, "");
    return status;
  }
  int twin = twinOf(owner, trial);
  if (tuner->buildOnly || twin >= 0) {
    const AsTrial *same = &owner->history.trials[twin >= 0 ? twin : trial];
    endUnmeasured(tuner, &flight, same->outcome, same->seconds,
                  twin >= 0 ? "the object code was measured before" : "");
    return AS_OK;
  }
  append(&tuner->built, flight);
  return AS_OK;
}

//===----------------------------------------------------------------------===//
// Measuring
//===----------------------------------------------------------------------===//

double asPipelineAllowance(const AsTuneTask *task,
                           const AsCandidate *candidate) {
  const AsSketch *sketch =
      candidate ? &task->sketches[candidate->sketch] : NULL;
  return sketch ? asOperandTolerance(asSketchOperandRoundoff(sketch)) : 0;
}

void asPipelineSetCaches(const AsTuner *tuner, const AsTuneTask *task,
                         AsRunnerJob *job) {
  job->flush = tuner->given.options->caches == AS_CACHES_COLD;
  job->coldWeights = task->coldWeights;
}

AsStatus asPipelineMeasure(AsTuner *tuner, const AsRunnerJob *job,
                           AsRunnerResult *result, AsError *error) {
  asBuilderHold(tuner->builder, true);
  AsStatus status = asTurnBegin(tuner, error);
  if (status)
    return status;
  status = asRunnerMeasure(tuner->runner, job, result, error);
  asTurnEnd(tuner);
  if (!status)
    tuner->times.measure += result->wallSeconds;
  return status;
}

static AsStatus startRun(AsTuner *tuner, AsError *error) {
  tuner->running = takeAt(&tuner->built, 0);
  tuner->isRunning = true;
  const AsTuneTask *task = &tuner->tasks[tuner->running.task];
  AsDriftReference driftReference = asDriftReference(task);
  AsRunnerJob job = asTrialTiming;
  job.task = task->hash;
  job.symbol = AS_TASK_ENTRY;
  job.object = tuner->running.object.data;
  job.objectLength = tuner->running.object.length;
  job.allowance = asPipelineAllowance(
      task, &task->history.trials[tuner->running.trial].candidate);
  job.driftReference = driftReference.object;
  job.driftReferenceLength = driftReference.length;
  job.driftReferenceSeconds = driftReference.seconds;
  job.bestRatio = asDriftRatio(task);
  if (driftReference.seconds > AS_LONG_RUN)
    job.giveUpFactor = longGiveUpFactor;
  job.runLimit = asDriftRunLimit(task);
  double left = fmax(asTunerTimeLeft(tuner), leastHurried);
  job.timeLimit = fmin(tuner->given.options->runTimeout, left);
  tuner->running.isHurried = left < tuner->given.options->runTimeout;
  asPipelineSetCaches(tuner, task, &job);
  return asRunnerStart(tuner->runner, &job, error);
}

static void finishRun(AsTuner *tuner, AsRunnerResult *result) {
  AsFlight *flight = &tuner->running;
  AsTuneTask *task = &tuner->tasks[flight->task];
  // Not the candidate's fault: another run tries it again.
  if (flight->isHurried && result->outcome == AS_OUTCOME_RUN_TIMEOUT)
    asRunnerFail(result, AS_OUTCOME_KILLED, "the time limit ended its run");
  tuner->isRunning = false;
  asTurnEnd(tuner);
  tuner->times.measure += result->wallSeconds;
  asTrialsNoteDrift(tuner, task, result);
  double seconds = result->outcome == AS_OUTCOME_EARLY_STOPPED
                       ? result->atLeast
                       : asDriftSeconds(task, result);
  asTrialsStore(tuner, task, &task->history.trials[flight->trial].candidate,
                result, seconds, flight->buildSeconds, flight->objectHash,
                false);
  task->history.trials[flight->trial].relativeError =
      asTimesRelativeError(result->times, (size_t)result->numTimes);
  asTrialsFinish(tuner, task, flight->trial, result->outcome, seconds,
                 result->message);
  asDriftOffer(task, flight->trial,
               asTimesStatistic(result->times, (size_t)result->numTimes),
               &flight->object);
  land(tuner, flight);
}

//===----------------------------------------------------------------------===//
// One step
//===----------------------------------------------------------------------===//

/// With this many built candidates waiting, no more are built for a while.
static const int enough = 16;

static AsStatus startWhatFits(AsTuner *tuner, AsError *error) {
  AsStatus status = AS_OK;
  if (!tuner->isRunning && tuner->built.size) {
    asBuilderHold(tuner->builder, true);
    if (asTurnTry(tuner))
      status = startRun(tuner, error);
  } else if (!tuner->isRunning) {
    asBuilderHold(tuner->builder, false);
  }
  while (!status && tuner->waiting.size && asBuilderIdle(tuner->builder) > 0 &&
         tuner->built.size < enough)
    status = startBuild(tuner, error);
  return status;
}

/// Whether there is a trial to measure, or all that are built have stopped, for
/// the sake of other runs.
static bool waitsForCores(const AsTuner *tuner) {
  return !tuner->isRunning &&
         (tuner->built.size > 0 || asBuilderWaits(tuner->builder));
}

AsStatus asPipelineStep(AsTuner *tuner, AsError *error) {
  AsStatus status = startWhatFits(tuner, error);
  if (!status)
    status = asTurnNoteWait(tuner, waitsForCores(tuner), error);
  if (status)
    return status;
  status = asBuilderWait(
      tuner->builder, tuner->isRunning ? asRunnerDescriptor(tuner->runner) : -1,
      waitFor(tuner), error);
  if (status)
    return status;
  asTunerReport(tuner);
  bool finished = true;
  while (finished && !status) {
    AsBuildResult built;
    status = asBuilderPoll(tuner->builder, &built, &finished, error);
    if (!status && finished)
      status = finishBuild(tuner, &built, error);
  }
  if (!status && tuner->isRunning) {
    AsRunnerResult result;
    status = asRunnerPoll(tuner->runner, &result, &finished, error);
    if (!status && finished)
      finishRun(tuner, &result);
  }
  return status;
}

/// Drops what is being built.
static void dropBuilds(AsTuner *tuner) {
  asBuilderCancel(tuner->builder);
  freeQueue(&tuner->building);
}

AsStatus asPipelineDrain(AsTuner *tuner, AsError *error) {
  freeQueue(&tuner->waiting);
  // What is being built will not be measured.
  if (asTunerMustStop(tuner))
    dropBuilds(tuner);
  AsStatus status = AS_OK;
  while (!status && (tuner->building.size || tuner->isRunning)) {
    freeQueue(&tuner->built);
    status = asPipelineStep(tuner, error);
  }
  freeQueue(&tuner->built);
  if (tuner->numTurns == 0)
    asTurnEnd(tuner); // Leaves the queue.
  if (status == AS_INTERRUPTED)
    dropBuilds(tuner);
  return status;
}
