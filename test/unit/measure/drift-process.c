//===- drift-process.c - A drift process that does not answer
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// This process is the runner. What the drift process does as it should is
// tested through a real one (runner.c).
//
//===----------------------------------------------------------------------===//

#include "measure/drift-process.h"
#include "measure/runner-tasks.h"
#include "runner.h"
#include "support/clock.h"
#include <sys/mman.h>
#include <sys/prctl.h>

/// It forks a candidate, which would run for ever, but never says so.
static void nothingIsLeftBehind(void **state) {
  if (prctl(PR_GET_SECCOMP) < 0)
    skip(); // Nothing to silence it with.
  AsError error = {0};
  static AsKernelSetting setting = {.threads = 1}; // Nothing frees a linker.
  assert_int_equal(asLinkerCreate(&setting.linker, &error), AS_OK);
  assert_int_equal(asLinkerCreate(&setting.pacerLinker, &error), AS_OK);
  AsRunnerTask task = {.name = "sum", .buffers = withResult, .numBuffers = 3};
  AsServedTask served;
  assert_int_equal(asServedTaskCreate(&task, &served, &error), AS_OK);
  AsRunnerJob job = jobFor("sum", &faults, "as_entry_loop");
  job.driftReference = driftReference.data;
  job.driftReferenceLength = driftReference.length;
  AsJobReport *report = mmap(NULL, sizeof *report, PROT_READ | PROT_WRITE,
                             MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  assert_true(report != MAP_FAILED);
  AsDriftProcess drift = asDriftProcessNone();
  drift.patience = 1;
  double start = asClockNow();
  pid_t pid = asDriftProcessFork(&drift, &setting, &served, &job, report), left;
  assert_true(asClockNow() - start >= 1); // It got as far as that.
  assert_int_equal(pid, -1);
  assert_int_equal(countChildren(&left), 0);
  static const AsJobReport fresh;
  assert_memory_equal(report, &fresh, sizeof fresh);
  munmap(report, sizeof *report);
  asServedTaskFree(&served);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nothingIsLeftBehind),
  };
  return cmocka_run_group_tests(tests, compileKernels, freeKernels);
}
