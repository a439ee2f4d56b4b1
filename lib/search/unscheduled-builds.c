//===- unscheduled-builds.c - Building the unscheduled programs of tasks
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A task has two unscheduled programs: its reference and stock. One is built
// and measured after the other, which leaves all workers but one idle. So those
// of several tasks are built at once, before the first of them is measured.
//
//===----------------------------------------------------------------------===//

#include "search/tuner-state.h"
#include "support/arena.h"
#include <stdlib.h>

/// With so many, the last builds leave workers idle for a small part only.
enum { TASKS_PER_WORKER = 4 };

/// Whether somebody else may have ended, or stopped, the worker. What it did
/// then gets a second try, because without a reference a task is not tuned.
static bool mayBeAccident(AsOutcome outcome) {
  return outcome == AS_OUTCOME_KILLED || outcome == AS_OUTCOME_BUILD_TIMEOUT;
}

static AsStatus buildNow(AsTuner *tuner, const AsTuneTask *task,
                         AsUnscheduled which, AsBuildResult *built,
                         AsError *error) {
  return which == AS_UNSCHEDULED_REFERENCE
             ? asReferenceBuild(tuner, task, built, error)
             : asPipelineBuild(tuner, task, NULL, built, error);
}

static AsUnscheduledProgram *programOf(AsUnscheduledBuilds *builds, int task,
                                       AsUnscheduled which) {
  bool isThere = builds && task >= builds->first && task < builds->end;
  return isThere ? &builds->programs[task - builds->first][which] : NULL;
}

AsStatus asUnscheduledTake(AsTuner *tuner, AsUnscheduledBuilds *builds, int t,
                           AsUnscheduled which, AsBuildResult *built,
                           AsError *error) {
  AsUnscheduledProgram *ahead = programOf(builds, t, which);
  *built = (AsBuildResult){0};
  if (ahead && ahead->isBuilt) {
    *built = ahead->built;
    *ahead = (AsUnscheduledProgram){0};
    return AS_OK;
  }
  AsStatus status = AS_OK;
  for (int attempt = 0; attempt < 2 && !status; attempt++) {
    asTextFree(&built->object);
    status = buildNow(tuner, &tuner->tasks[t], which, built, error);
    if (!status && !mayBeAccident(built->outcome))
      break;
  }
  return status;
}

/// Whether another attempt would end the same way. An accident may not happen
/// again, and where a reference with another order of loops does not build,
/// asReferenceBuild takes the order of the program.
static bool isFinal(const AsBuildJob *job, const AsBuildResult *built) {
  return built->outcome == AS_OUTCOME_BUILT ||
         (!mayBeAccident(built->outcome) && !job->script);
}

/// How many tasks come next.
static int countOf(const AsTuner *tuner, int first) {
  int count = asPipelineNumWorkers(tuner) * TASKS_PER_WORKER,
      left = tuner->numTasks - first;
  return count < left ? count : left;
}

AsStatus asUnscheduledBuild(AsTuner *tuner, int first, bool wantsStock,
                            AsUnscheduledBuilds *builds, AsError *error) {
  asUnscheduledFree(builds);
  int count = countOf(tuner, first), most = count * AS_NUM_UNSCHEDULED;
  *builds = (AsUnscheduledBuilds){
      .first = first,
      .end = first + count,
      .programs = asAlloc(sizeof *builds->programs * (size_t)count)};
  AsBuildJob *jobs = asAlloc(sizeof *jobs * (size_t)most);
  AsBuildResult *results = asAlloc(sizeof *results * (size_t)most);
  AsUnscheduledProgram **owners = asAlloc(sizeof *owners * (size_t)most);
  AsKnobChoice *choices =
      asAlloc(sizeof *choices * AS_MAX_KNOBS * (size_t)count);
  int numJobs = 0;
  for (int t = first; t < builds->end; t++) {
    const AsTuneTask *task = &tuner->tasks[t];
    owners[numJobs] = programOf(builds, t, AS_UNSCHEDULED_REFERENCE);
    jobs[numJobs++] =
        asReferenceJob(tuner, task, &choices[(t - first) * AS_MAX_KNOBS]);
    if (!wantsStock || task->baselineSeconds > 0) // From the store.
      continue;
    owners[numJobs] = programOf(builds, t, AS_UNSCHEDULED_STOCK);
    jobs[numJobs++] = asPipelineJob(task, NULL, NULL);
  }
  AsStatus status = asPipelineBuildJobs(tuner, jobs, numJobs, results, error);
  for (int j = 0; j < numJobs; j++) {
    if (isFinal(&jobs[j], &results[j]))
      *owners[j] = (AsUnscheduledProgram){results[j], true};
    else
      asTextFree(&results[j].object);
  }
  free(jobs);
  free(results);
  free(owners);
  free(choices);
  return status;
}

void asUnscheduledFree(AsUnscheduledBuilds *builds) {
  for (int t = 0; t < builds->end - builds->first; t++)
    for (int w = 0; w < AS_NUM_UNSCHEDULED; w++)
      asTextFree(&builds->programs[t][w].built.object);
  free(builds->programs);
  *builds = (AsUnscheduledBuilds){0};
}
