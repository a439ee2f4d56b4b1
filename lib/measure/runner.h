//===- runner.h - Checking and timing candidates on a device
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A runner is a child process (`as-worker run`) that measures on one device,
// the CPU or a GPU. It is a small fork server: it links object code with ORC in
// a fork per job, so that whatever a kernel does (crash, loop, exit(0), eat
// memory, write out of bounds) ends that fork and nothing else. On a GPU, a
// fork loads kernels (launch/kernel-list.h) with the driver, one job after
// another, and is replaced where a kernel breaks it. The runner itself is
// respawned should it die, and is told its task again.
//
// What is right is found out on the CPU, whatever the device.
//
// Per task the runner is given the buffers and the object code of the
// reference; it runs that once on the seeded inputs to have the results to
// expect. Per candidate, and for the unscheduled program, it runs once on fresh
// inputs, compares, and only then times it:
//   - warm: inputs stay where they are between runs;
//   - a run is timed in batches of at least 50 us;
//   - after each batch one of the drift reference is timed, a program whose
//     speed is known: what slows the machine down slows both, and their ratio
//     stands;
//   - a batch during which another process took the core is timed again;
//   - it stops early when the first two timed runs (of long ones, the first)
//     are slower than `giveUpFactor` times the best known, and otherwise
//     after `minSeconds` and `minRuns`, or `maxRuns`;
//   - where the first run took over 5 ms and many times as long as the best,
//     nothing else is timed; a second run has to confirm it, unless the first
//     was long; what other processes had the core for does not count;
//   - where a run of the drift reference is long it goes before the first run,
//     which is stopped where it takes `giveUpFactor` times what the best would;
//   - of long runs the first is one of the times, and few are enough;
//   - one that is about as fast as the best known is timed four times as long.
//
// One job is in flight at a time. The client never blocks: start a job, wait
// for asRunnerDescriptor to become readable (or for the deadline), poll.
//
//===----------------------------------------------------------------------===//

#ifndef AS_MEASURE_RUNNER_H
#define AS_MEASURE_RUNNER_H

#include "as/error.h"
#include "as/outcome.h"
#include "cuda/telemetry.h"
#include "measure/entry-buffers.h"
#include "support/core-set.h"

#define AS_MAX_TIMES 64

/// Seconds from which on a run is long: a second one costs more than it tells.
#define AS_LONG_RUN 0.1

typedef struct AsRunner AsRunner;

struct AsWorkerOptions; // worker/worker-options.h

typedef struct AsRunnerOptions {
  const char *worker; ///< Path of as-worker.
  int threads;        ///< OpenMP threads a kernel may use; pinned.
  AsCoreSet cores;    ///< To measure on; empty: any.
  size_t memoryLimit; ///< Bytes of address space a kernel may add.
  const char *device; ///< UUID of a GPU; NULL for the CPU.
} AsRunnerOptions;

/// What the runner must know of a task before its candidates.
typedef struct AsRunnerTask {
  const char *name;        ///< The hash; selects the reference.
  const char *symbol;      ///< Of the reference: "as_entry_NAME".
  const AsBuffer *buffers; ///< Arguments, then results.
  int numBuffers;
  uint64_t seed;
  double tolerance;      ///< The largest of its buffers.
  const void *reference; ///< Object code that says what is right.
  size_t referenceLength;
  double timeLimit;         ///< Seconds for the one run of the reference.
  const char *expectedFile; ///< Gets what the reference left; NULL for none.
} AsRunnerTask;

typedef struct AsRunnerJob {
  const char *task;   ///< Name of a task given before.
  const char *symbol; ///< "as_entry_NAME"; of no meaning on a GPU.
  const void *object; ///< Object code, or kernels for a GPU.
  size_t objectLength;
  double allowance; ///< Of its deviation, beyond the task's tolerance.
  const void
      *driftReference; ///< Object code with the same symbol; NULL for none.
  size_t driftReferenceLength;  ///< 0 for none.
  double driftReferenceSeconds; ///< About what a run of it takes; 0: not known.
  double bestRatio;    ///< Of the fastest known to the drift reference; 0: none
                       ///< known.
  double giveUpFactor; ///< E.g. 3: stop once this much slower than the best.
  double timeLimit;    ///< Seconds for the whole job.
  double runLimit; ///< After which the first run is EARLY_STOPPED; 0 for none.
  double minSeconds;    ///< Time at least this long...
  int minRuns, maxRuns; ///< ...and this often; at most AS_MAX_TIMES batches.
  bool flush;           ///< Evict the caches before each run (a batch is 1).
  bool coldWeights;     ///< The same for weights alone (cold-weights.h).
} AsRunnerJob;

/// How a candidate of a search is timed, wherever that is done. What it is, its
/// limit and its drift reference are not in it.
extern const AsRunnerJob asTrialTiming;

typedef struct AsRunnerResult {
  AsOutcome outcome;
  char message[512];
  double deviation; ///< From the reference, in the tolerance's measure.
  double tolerance;
  double times[AS_MAX_TIMES]; ///< Seconds per run, of each batch, in order.
  int numTimes;
  double
      paces[AS_MAX_TIMES]; ///< The drift reference's, one after each of times.
  bool isPaced;            ///< There was a drift reference.
  double atLeast;     ///< Of a run that was stopped: seconds that it had taken.
  double wallSeconds; ///< Of the whole job.
  AsGpuTelemetry telemetry; ///< Of a GPU, at the end of the timed runs.
} AsRunnerResult;

AsStatus asRunnerCreate(const AsRunnerOptions *options, AsRunner **runner,
                        AsError *error);
void asRunnerDestroy(AsRunner *runner);

/// Gives the runner a task; copies all of it, so that a respawned runner can be
/// told again. Blocks until the reference has run; `result` gets the outcome OK
/// and the time that it took, or the outcome of a reference that failed.
AsStatus asRunnerAddTask(AsRunner *runner, const AsRunnerTask *task,
                         AsRunnerResult *result, AsError *error);

/// Starts a job; none may be in flight.
AsStatus asRunnerStart(AsRunner *runner, const AsRunnerJob *job,
                       AsError *error);

/// Readable when there may be a result.
int asRunnerDescriptor(const AsRunner *runner);

/// Takes the result if there is one (*finished). A job past its limit is
/// killed and is a RUN_TIMEOUT; a runner that died is respawned and the job is
/// a RUN_CRASHED. Fails only when no runner can be started any more.
AsStatus asRunnerPoll(AsRunner *runner, AsRunnerResult *result, bool *finished,
                      AsError *error);

/// asRunnerStart and asRunnerPoll until finished.
AsStatus asRunnerMeasure(AsRunner *runner, const AsRunnerJob *job,
                         AsRunnerResult *result, AsError *error);

/// The child's side: serves until the parent goes; the exit status. Called by
/// `as-worker run` only.
int asRunnerServe(const struct AsWorkerOptions *options);

#endif // AS_MEASURE_RUNNER_H
