//===- candidate-process.c - Measuring one kernel in a process of its own
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "measure/candidate-process.h"
#include "measure/check-results.h"
#include "measure/cpu-timing.h"
#include "measure/guarded-buffers.h"
#include "measure/openmp.h"
#include "measure/runner-protocol.h"
#include "measure/timing.h"
#include "support/arena.h"
#include "support/child-process.h"
#include "support/clock.h"
#include "support/memory-limit.h"
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

/// Whether a kernel gets the runner's own pages of a buffer. An argument that
/// kernels write to is copied beforehand, or the first run would pay for it; so
/// are all where a second kernel needs them as they were.
static bool isInherited(const AsServedTask *task, const AsRunnerJob *job,
                        int buffer) {
  return task->inputs[buffer] && !task->expected[buffer] &&
         job->driftReferenceSeconds <= AS_LONG_RUN;
}

static AsStatus mapArrays(const AsServedTask *task, const AsRunnerJob *job,
                          AsArrays *arrays, AsError *error) {
  AsStatus status = AS_OK;
  *arrays = (AsArrays){task->buffers, task->numBuffers,
                       asAlloc((size_t)task->numBuffers * sizeof(void *))};
  for (int i = 0; i < task->numBuffers && !status; i++)
    if (isInherited(task, job, i))
      arrays->data[i] = task->inputs[i];
    else
      status = asArrayMap(&task->buffers[i], &arrays->data[i], error);
  return status ? asFailContext(error, "no memory for its arguments") : AS_OK;
}

/// Copies inputs into the arrays that are not the inputs themselves, and
/// poisons the results.
static void fillArrays(const AsServedTask *task, const AsArrays *arrays) {
  for (int i = 0; i < task->numBuffers; i++)
    if (!task->inputs[i])
      asBufferPoison(&task->buffers[i], arrays->data[i]);
    else if (arrays->data[i] != task->inputs[i])
      memcpy(arrays->data[i], task->inputs[i],
             asBufferBytes(&task->buffers[i]));
}

/// Reads from each page of what is inherited. A process finds its pages one by
/// one, which in a virtual machine takes thousands of cycles for each: the
/// first run of a kernel that reads 100 MB in 6 ms took 150 ms.
static void touchInherited(const AsServedTask *task, const AsArrays *arrays) {
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  for (int i = 0; i < task->numBuffers; i++)
    if (task->inputs[i] && arrays->data[i] == task->inputs[i])
      for (size_t at = 0; at < asBufferBytes(&task->buffers[i]); at += page)
        (void)((const volatile unsigned char *)arrays->data[i])[at];
}

/// Allocates everything before memory is limited.
static AsStatus prepare(const AsKernelSetting *setting,
                        const AsServedTask *task, const AsRunnerJob *job,
                        AsArrays *arrays, AsEviction *eviction,
                        AsError *error) {
  AsStatus status = mapArrays(task, job, arrays, error);
  if (status != AS_OK)
    return status;
  fillArrays(task, arrays);
  touchInherited(task, arrays);
  if (job->flush)
    *eviction = asEvictionCreate();
  if (asOpenMpNeeded(job->object, job->objectLength) ||
      asOpenMpNeeded(job->driftReference, job->driftReferenceLength))
    status = asOpenMpLoad(setting->threads, setting->cores, error);
  return status == AS_OK ? asLimitMemory(setting->memoryLimit, error) : status;
}

/// The limit of the first run in seconds. If the drift reference has just been
/// timed, the run may only take long enough to show that it is slower than the
/// best.
static double runLimit(const AsRunnerJob *job, double pace) {
  double best = job->bestRatio * pace;
  return job->giveUpFactor > 0 && best > 0
             ? fmin(job->runLimit, job->giveUpFactor * best)
             : job->runLimit;
}

/// Whether a run of so many seconds shows that the candidate is behind: by so
/// much that neither the clock nor cold caches explain it. The drift reference,
/// which may have to pack large constants first, then tells nothing more.
static bool isFarBehind(const AsRunnerJob *job, double seconds) {
  static const double notShort = 5e-3, farFactor = 8;
  double best = job->bestRatio * job->driftReferenceSeconds;
  return job->giveUpFactor > 0 && best > 0 && seconds > notShort &&
         seconds > farFactor * best;
}

static void keepExpected(const AsServedTask *task, const AsArrays *arrays) {
  for (int i = 0; i < task->numBuffers; i++)
    if (task->expected[i])
      memcpy(task->expected[i], arrays->data[i],
             asBufferBytes(&task->buffers[i]));
}

/// Once, before the first run.
static void loadConstants(const AsKernel *kernel, const AsArrays *arrays) {
  if (kernel->load)
    kernel->load(arrays->data);
}

/// A kernel and what it is run on, in this process.
typedef struct Candidate {
  const AsKernelSetting *setting;
  const AsServedTask *task;
  const AsRunnerJob *job;
  AsJobReport *report;
  AsArrays arrays;
  AsEviction eviction;
  AsKernel kernel;
  AsKernel driftReference; ///< Nothing if there is none.
  bool isRace; ///< Runs are long: the drift reference runs once before the
               ///< candidate, and sets its limit.
} Candidate;

static AsStatus linkKernels(Candidate *candidate, AsError *error) {
  const AsKernelSetting *setting = candidate->setting;
  const AsRunnerJob *job = candidate->job;
  AsStatus status =
      asLinkerLink(setting->linker, job->object, job->objectLength, job->symbol,
                   &candidate->kernel, error);
  candidate->driftReference = setting->driftReference;
  if (!status && job->driftReferenceLength && !setting->driftReference.run)
    status = asLinkerLink(setting->pacerLinker, job->driftReference,
                          job->driftReferenceLength, job->symbol,
                          &candidate->driftReference, error);
  candidate->isRace =
      candidate->driftReference.run && job->driftReferenceSeconds > AS_LONG_RUN;
  return status;
}

/// What is done from here to endAside is for the drift reference.
static void beginAside(AsJobReport *report) {
  report->asideSince = asClockNow();
}

static void endAside(AsJobReport *report) {
  report->aside += asClockNow() - report->asideSince;
  report->asideSince = 0;
}

/// Has the drift reference ready to run.
static void loadDriftReference(const Candidate *candidate) {
  if (!candidate->setting->driftReference.run)
    loadConstants(&candidate->driftReference, &candidate->arrays);
}

static AsHostCourse courseOf(const Candidate *candidate,
                             const AsKernel *kernel) {
  AsHostCourse course = {.kernel = kernel,
                         .data = candidate->arrays.data,
                         .eviction = candidate->eviction};
  if (candidate->job->coldWeights &&
      candidate->report->stage == AS_JOB_STAGE_TIMING)
    course.cold = asColdWeightsFind(kernel, candidate->task->buffers,
                                    candidate->task->numBuffers, course.data);
  return course;
}

/// Runs it once, and returns the seconds that it took, without those that other
/// processes had the core for; *pace is what the drift reference took just
/// before, or 0.
static double runOnce(const Candidate *candidate, double *pace) {
  AsJobReport *report = candidate->report;
  const AsRunnerJob *job = candidate->job;
  report->stage = AS_JOB_STAGE_LOADING;
  loadConstants(&candidate->kernel, &candidate->arrays);
  if (candidate->isRace) {
    AsHostCourse other = courseOf(candidate, &candidate->driftReference);
    beginAside(report);
    loadDriftReference(candidate);
    *pace = asHostRun(&other, 1);
    fillArrays(candidate->task, &candidate->arrays);
    endAside(report);
  }
  double waited = asWaitedForCore();
  double start = report->running = asClockNow();
  report->stage = AS_JOB_STAGE_RUNNING;
  if (job->runLimit > 0)
    report->stop = start + runLimit(job, *pace);
  candidate->kernel.run(candidate->arrays.data);
  double seconds = asClockNow() - start;
  double own = seconds - (asWaitedForCore() - waited);
  return own > 0 ? own : seconds;
}

/// Times it, now that its answer is right.
static void timeKernel(const Candidate *candidate, double firstSeconds,
                       double pace, double deadline) {
  const AsRunnerJob *job = candidate->job;
  AsJobReport *report = candidate->report;
  AsRunnerResult *result = &report->result;
  report->stage = AS_JOB_STAGE_TIMING;
  asArraysUnguard(&candidate->arrays);
  AsHostCourse own = courseOf(candidate, &candidate->kernel);
  if (!candidate->isRace && isFarBehind(job, firstSeconds)) {
    // Another virtual machine may have had the core, which does not show.
    if (firstSeconds < AS_LONG_RUN &&
        asClockNow() + 2 * firstSeconds < deadline)
      firstSeconds = fmin(firstSeconds, asHostRun(&own, 1));
    if (isFarBehind(job, firstSeconds)) {
      result->times[result->numTimes++] = firstSeconds;
      return;
    }
  }
  if (!candidate->isRace) {
    beginAside(report);
    loadDriftReference(candidate);
    endAside(report);
  }
  AsHostCourse other = courseOf(candidate, &candidate->driftReference);
  bool hasOther = candidate->driftReference.run;
  if (firstSeconds > AS_LONG_RUN && (pace > 0 || !hasOther)) {
    result->times[0] = firstSeconds;
    result->paces[0] = pace;
    result->numTimes = 1;
  }
  AsTimed timed = {asHostRun, &own}, paced = {asHostRun, &other};
  asTimeKernel(&timed, hasOther ? &paced : NULL, job, firstSeconds,
               deadline + report->aside, result);
}

static void measure(const AsKernelSetting *setting, const AsServedTask *task,
                    const AsRunnerJob *job, bool isReference,
                    AsJobReport *report) {
  double deadline = asClockNow() + job->timeLimit, pace = 0;
  AsRunnerResult *result = &report->result;
  result->tolerance = task->tolerance + job->allowance;
  result->outcome = AS_OUTCOME_OK;
  AsError error = {0};
  Candidate candidate = {
      .setting = setting, .task = task, .job = job, .report = report};
  report->stage = AS_JOB_STAGE_PREPARING;
  AsStatus status = prepare(setting, task, job, &candidate.arrays,
                            &candidate.eviction, &error);
  if (!status) {
    report->stage = AS_JOB_STAGE_LINKING;
    status = linkKernels(&candidate, &error);
  }
  if (status) {
    asRunnerFail(result, AS_OUTCOME_RUN_CRASHED, "%s", error.message);
    return;
  }
  double firstSeconds = runOnce(&candidate, &pace);
  report->stage = AS_JOB_STAGE_CHECKING;
  if (!asAnswerIsWithinBounds(asArraysBroken(&candidate.arrays), result))
    return;
  if (isReference) {
    keepExpected(task, &candidate.arrays);
    result->times[result->numTimes++] = firstSeconds;
  } else if (asAnswerIsRight(task, candidate.arrays.data, result)) {
    timeKernel(&candidate, firstSeconds, pace, deadline);
  }
}

//===----------------------------------------------------------------------===//
// The process
//===----------------------------------------------------------------------===//

/// What a fork is and is not, before it touches the kernel.
static void confine(double timeLimit, pid_t runner) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != runner)
    _exit(1);
  setpgid(0, 0);
  // A sanitizer's handlers would turn a death into an exit.
  const int deadly[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGALRM};
  for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++)
    signal(deadly[i], SIG_DFL);
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
  // Should the runner be stopped or stuck; it is the one to keep the limit, of
  // which there is another for what runs beside the candidate.
  if (timeLimit < 1e6)
    alarm(2 * (unsigned)timeLimit + 10);
  // What a kernel prints is of no interest, and our messages are none of its.
  int nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);
  dup2(nothing, STDOUT_FILENO);
  dup2(nothing, STDERR_FILENO);
  close(AS_CHILD_DESCRIPTOR);
}

void asKernelProcess(const AsKernelSetting *setting, const AsServedTask *task,
                     const AsRunnerJob *job, bool isReference,
                     AsJobReport *report, pid_t runner) {
  confine(job->timeLimit, runner);
  measure(setting, task, job, isReference, report);
  report->done = true;
  _exit(0);
}
