//===- isolate.c - Work that may take its process along
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/as-run/isolate.h"
#include "support/child-process.h"
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/// What the fork tells, in memory that both sides see.
typedef struct Report {
  bool hasReturned; ///< The code may also call exit(0).
  int result;
  char stage[512];
  char where[256];
} Report;

static Report *report;

void asIsolatedStage(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(report->stage, sizeof report->stage, format, arguments);
  va_end(arguments);
}

void asIsolatedWhere(const char *where) {
  snprintf(report->where, sizeof report->where, "%s", where);
}

_Noreturn static void becomeWorker(int (*work)(void *), void *context,
                                   pid_t parent) {
  // The crash is told in words; a core of code compiled in memory helps nobody.
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent)
    _exit(2); // The parent died before we could ask to be told.
  report->result = work(context);
  fflush(NULL);
  report->hasReturned = true;
  _exit(0); // Without the destructors of whatever was loaded.
}

AsStatus asIsolate(int (*work)(void *context), void *context, int *result,
                   AsError *error) {
  report = mmap(NULL, sizeof *report, PROT_READ | PROT_WRITE,
                MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (report == MAP_FAILED)
    return asFail(error, AS_IO, "no memory: %s", strerror(errno));
  asIsolatedStage("starting");
  fflush(NULL); // Or both would print what is buffered.
  pid_t parent = getpid(), child = fork();
  if (child == 0)
    becomeWorker(work, context, parent);
  AsStatus status = AS_OK;
  int end = 0;
  if (child < 0) {
    status = asFail(error, AS_IO, "cannot fork: %s", strerror(errno));
  } else {
    while (waitpid(child, &end, 0) < 0 && errno == EINTR)
      ;
    char how[128];
    asChildDescribeEnd(end, how, sizeof how);
    if (!report->hasReturned)
      status = asFail(error, AS_CHILD, "the process %s while %s%s", how,
                      report->stage, report->where);
    *result = report->result;
  }
  munmap(report, sizeof *report);
  report = NULL;
  return status;
}
