//===- builder.h - Building candidates in child processes
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Transform scripts can loop, crash LLVM or grow to tens of gigabytes, so they
// are never applied in the searching process. A builder is a pool of worker
// processes (`as-worker build`), each with a limit on time and memory, and
// replaced when it dies. What becomes of a candidate is an outcome; only the
// lack of any worker is an error.
//
//===----------------------------------------------------------------------===//

#ifndef AS_POOL_BUILDER_H
#define AS_POOL_BUILDER_H

#include "as/error.h"
#include "as/outcome.h"
#include "pool/object-cache.h"
#include "support/lease.h"
#include "support/options.h"
#include "support/text.h"
#include "target/target.h"
#include "transform/knob-choice.h"
#include "worker/worker-options.h"

typedef struct AsBuilder AsBuilder;

typedef struct AsBuilderOptions {
  const char *worker; ///< Path of as-worker.
  int numWorkers;
  AsCoreSet cores; ///< Each worker is pinned to one of them; empty: to none.
  /// So many of the workers, the last ones, are guests on cores that somebody
  /// else needs at times, and are stopped then (asBuilderHold).
  int numGuests;
  AsCoreSet guestCores;
  /// Of the cores; NULL for none. A worker builds while it shares its core, and
  /// is stopped where it may not.
  AsLeases *leases;
  const AsTarget *target;
  AsFp fp;
  /// Objects that need not be built again, the caller's; NULL for none. They
  /// are for this compiler and target only.
  AsObjectCache *objects;
  const char *compiler;
  double timeLimit;   ///< Seconds for one build.
  size_t memoryLimit; ///< Bytes of address space that a worker may add.
} AsBuilderOptions;

/// What is built of a job.
typedef enum AsBuildForm {
  AS_BUILD_OBJECT,   ///< To run; of a GPU its kernels, and how to launch them.
  AS_BUILD_ASSEMBLY, ///< The same code as text, of a GPU its PTX.
  AS_BUILD_LLVM,     ///< The LLVM IR that this was made of, as text.
  AS_BUILD_NOTHING,  ///< It is lowered, to know that it can be.
  AS_NUM_BUILD_FORMS
} AsBuildForm;

typedef struct AsBuildJob {
  uint64_t tag;       ///< Comes back with the result.
  const char *hash;   ///< Of the task. NULL: its objects are not kept.
  const char *task;   ///< A module with the task's function alone.
  const char *sketch; ///< Its name, for messages.
  const char *script; ///< The sketch's script; NULL for stock lowering...
  bool isReference;   ///< ...or for the reference (lowering/lower.h).
  bool mustVectorise; ///< Nothing that computes may be left to scalar loops.
  AsBuildForm form;
  const AsKnobChoice *choices;
  int numChoices;
} AsBuildJob;

typedef struct AsBuildResult {
  uint64_t tag;
  AsOutcome outcome; ///< BUILT, or a BUILD_... or NOT_... that failed.
  char message[1024];
  double seconds;
  bool isReused; ///< The object was there; the seconds are those of its build.
  AsText object; ///< In the form of the job. Owned by who received the result.
} AsBuildResult;

/// A hash of all that the code of a job depends on, beside the job: the
/// compiler, the program that has it, and its options. References are for the
/// host. Objects with another hash are of no use.
AsHash asBuilderSetting(const AsBuilderOptions *options);

AsStatus asBuilderCreate(const AsBuilderOptions *options, AsBuilder **builder,
                         AsError *error);
void asBuilderDestroy(AsBuilder *builder);

/// Stops the guests where they are, or lets them go on. The time for which they
/// are stopped does not count.
void asBuilderHold(AsBuilder *builder, bool hold);

/// How many workers can take a job, and how many jobs there are.
int asBuilderIdle(const AsBuilder *builder);
int asBuilderBusy(const AsBuilder *builder);

/// Whether all jobs wait for cores that others measure on.
bool asBuilderWaits(const AsBuilder *builder);

/// Drops all jobs.
void asBuilderCancel(AsBuilder *builder);

/// Gives the job to a worker that has none, unless its object is there already;
/// there must be one. Waits until the worker is ready, and fails where it is of
/// another version than this as-opt.
AsStatus asBuilderStart(AsBuilder *builder, const AsBuildJob *job,
                        AsError *error);

/// Waits until asBuilderPoll may have a result or `other` is readable, at most
/// `milliseconds`. `other` is a descriptor of the caller's, or -1.
AsStatus asBuilderWait(AsBuilder *builder, int other, int milliseconds,
                       AsError *error);

/// Takes one finished result if there is any (*finished). Also enforces the
/// time limits and the leases, so call it often even when nothing is readable.
AsStatus asBuilderPoll(AsBuilder *builder, AsBuildResult *result,
                       bool *finished, AsError *error);

/// Builds one job and waits for it, however long that takes.
AsStatus asBuilderBuild(AsBuilder *builder, const AsBuildJob *job,
                        AsBuildResult *result, AsError *error);

/// The worker's side: serves until the parent goes; the exit status. Called by
/// `as-worker build` only.
int asBuilderServe(const AsWorkerOptions *options);

#endif // AS_POOL_BUILDER_H
