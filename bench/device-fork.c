//===- device-fork.c - Work on a device, in a process of its own
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See device-fork.h.
//
//===----------------------------------------------------------------------===//

#include "bench/device-fork.h"
#include "support/clock.h"
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/// What a fork says of itself.
typedef struct Report {
  bool done;
  char problem[sizeof((AsError *)0)->message];
} Report;

void *asDeviceShare(size_t bytes) {
  void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

/// Waits for the fork and kills it when its time is over.
static bool await(pid_t pid, double deadline, int *status) {
  for (;;) {
    pid_t ended = waitpid(pid, status, WNOHANG);
    if (ended == pid || (ended < 0 && errno != EINTR))
      return true;
    if (asClockNow() > deadline)
      break;
    usleep(2000);
  }
  kill(pid, SIGKILL);
  waitpid(pid, status, 0);
  return false;
}

AsStatus asDeviceFork(AsDeviceTask task, void *context, double seconds,
                      AsError *error) {
  Report *report = asDeviceShare(sizeof *report);
  pid_t pid = report ? fork() : -1;
  if (pid < 0)
    return asFail(error, AS_IO, "cannot fork: %s", strerror(errno));
  if (pid == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    task(context, report->problem, sizeof report->problem);
    report->done = true;
    _exit(0); // A library's own end could hang, and is of no use.
  }
  int status = 0;
  bool isInTime = await(pid, asClockNow() + seconds, &status);
  Report said = *report;
  munmap(report, sizeof *report);
  if (said.done)
    return said.problem[0] ? asFail(error, AS_CHILD, "%s", said.problem)
                           : AS_OK;
  return isInTime
             ? asFail(error, AS_CHILD, "the device's process ended with %s %d",
                      WIFSIGNALED(status) ? "signal" : "status",
                      WIFSIGNALED(status) ? WTERMSIG(status)
                                          : WEXITSTATUS(status))
             : asFail(error, AS_CHILD,
                      "the device's process took more than %g s", seconds);
}
