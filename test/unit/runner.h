//===- runner.h - Runners and kernels to test with
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiles the kernels in test/unit/kernels with the C compiler and has a real
// runner measure them. AS_WORKER in the environment names another as-worker.
//
//===----------------------------------------------------------------------===//

#ifndef AS_TEST_RUNNER_H
#define AS_TEST_RUNNER_H

#include "measure/runner.h"
#include "support/text.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#include <cmocka.h> // After what it leans on.

/// The object code of the kernels: for arrays that end amid a page, and for
/// arrays that fill it.
static AsText faults, faultsFullPage, missing, driftReference, parallel, bfloat;
enum { length = 1000, fullPage = 1024 };

#define CLANG "PATH=$PATH:" AS_LLVM_FOLDER "/bin clang-22 2>/dev/null"

/// From the folder $AS_TEST_KERNELS, where there is no compiler.
static inline bool readKernel(const char *folder, const char *name, int size,
                              AsText *object) {
  AsText path = {0};
  asTextFormat(&path, "%s/%s-%d.o", folder, name, size);
  bool ok = asReadFile(path.data, object, NULL) == AS_OK;
  asTextFree(&path);
  return ok;
}

static inline bool compile(const char *folder, const char *compiler,
                           const char *name, int size, AsText *object) {
  AsText command = {0}, path = {0};
  const char *ready = getenv("AS_TEST_KERNELS");
  if (ready)
    return readKernel(ready, name, size, object);
  asTextFormat(&path, "%s/%s.o", folder, name);
  asTextFormat(&command,
               "%s -O1 -fPIC -w -DN=%d -c " AS_TEST_DIR
               "/unit/kernels/%s.c -o %s",
               compiler, size, name, path.data);
  bool ok =
      system(command.data) == 0 && asReadFile(path.data, object, NULL) == AS_OK;
  unlink(path.data);
  asTextFree(&command);
  asTextFree(&path);
  return ok;
}

static inline int compileKernels(void **state) {
  char folder[] = "/tmp/as-runner-XXXXXX";
  if (!mkdtemp(folder))
    return 1;
  bool ok = compile(folder, "cc", "faults", length, &faults) &&
            compile(folder, "cc", "faults", fullPage, &faultsFullPage) &&
            compile(folder, "cc", "missing", length, &missing) &&
            compile(folder, "cc", "drift-reference", length, &driftReference);
  // Without clang there are no such objects; their tests are skipped.
  compile(folder, CLANG " -fopenmp", "parallel", length, &parallel);
  compile(folder, CLANG, "bfloat", length, &bfloat);
  rmdir(folder);
  return !ok;
}

static inline int freeKernels(void **state) {
  asTextFree(&faults);
  asTextFree(&faultsFullPage);
  asTextFree(&missing);
  asTextFree(&driftReference);
  asTextFree(&parallel);
  asTextFree(&bfloat);
  return 0;
}

static inline AsRunnerOptions options(void) {
  const char *worker = getenv("AS_WORKER");
  return (AsRunnerOptions){.worker =
                               worker ? worker : AS_BUILD_DIR "/bin/as-worker",
                           .threads = 1,
                           .memoryLimit = 256 << 20};
}

/// The one runner there is; a test that fails leaves it to the teardown.
static AsRunner *current;

static inline int destroyRunner(void **state) {
  asRunnerDestroy(current);
  current = NULL;
  return 0;
}

static inline AsRunner *create(AsRunnerOptions options) {
  AsError error = {0};
  destroyRunner(NULL);
  if (asRunnerCreate(&options, &current, &error) != AS_OK)
    fail_msg("%s", error.message);
  return current;
}

static const AsBuffer withResult[] = {
    {.element = AS_ELEMENT_F32, .count = length, .isResult = false},
    {.element = AS_ELEMENT_F32, .count = length, .isResult = false},
    {.element = AS_ELEMENT_F32, .count = length, .isResult = true}};
static const AsBuffer withFullPages[] = {
    {.element = AS_ELEMENT_F32, .count = fullPage, .isResult = false},
    {.element = AS_ELEMENT_F32, .count = fullPage, .isResult = false},
    {.element = AS_ELEMENT_F32, .count = fullPage, .isResult = true}};
static const AsBuffer withoutResult[] = {
    {.element = AS_ELEMENT_F32, .count = length, .isResult = false},
    {.element = AS_ELEMENT_F32, .count = length, .isResult = false},
    {.element = AS_ELEMENT_F32, .count = length, .isResult = false}};

static inline AsRunnerResult addTask(AsRunner *runner, const char *name,
                                     const AsBuffer buffers[3],
                                     const AsText *object, const char *symbol) {
  AsRunnerTask task = {.name = name,
                       .symbol = symbol,
                       .buffers = buffers,
                       .numBuffers = 3,
                       .seed = 1,
                       .tolerance = asBufferTolerance(&buffers[2], 1),
                       .reference = object->data,
                       .referenceLength = object->length,
                       .timeLimit = 2};
  AsRunnerResult result;
  AsError error = {0};
  if (asRunnerAddTask(runner, &task, &result, &error) != AS_OK)
    fail_msg("%s", error.message);
  return result;
}

/// A runner that knows the task "sum".
static inline AsRunner *createWithTask(void) {
  AsRunner *runner = create(options());
  AsRunnerResult result =
      addTask(runner, "sum", withResult, &faults, "as_entry_good");
  assert_int_equal(result.outcome, AS_OUTCOME_OK);
  assert_true(result.numTimes > 0 && result.times[0] > 0);
  return runner;
}

static inline AsRunnerJob jobFor(const char *task, const AsText *object,
                                 const char *symbol) {
  return (AsRunnerJob){.task = task,
                       .symbol = symbol,
                       .object = object->data,
                       .objectLength = object->length,
                       .timeLimit = 10,
                       .minSeconds = 0.001,
                       .minRuns = 3,
                       .maxRuns = 5};
}

static inline AsRunnerResult measure(AsRunner *runner, const AsRunnerJob *job) {
  AsRunnerResult result;
  AsError error = {0};
  if (asRunnerMeasure(runner, job, &result, &error) != AS_OK)
    fail_msg("%s", error.message);
  return result;
}

static inline AsRunnerResult measureFault(AsRunner *runner,
                                          const char *symbol) {
  AsRunnerJob job = jobFor("sum", &faults, symbol);
  return measure(runner, &job);
}

static inline void expect(const AsRunnerResult *result, AsOutcome outcome,
                          const char *message) {
  if (result->outcome != outcome || !strstr(result->message, message))
    fail_msg("expected %s '%s', got %s '%s'", asOutcomeName(outcome), message,
             asOutcomeName(result->outcome), result->message);
}

static inline void expectStillFine(AsRunner *runner) {
  AsRunnerResult result = measureFault(runner, "as_entry_good");
  expect(&result, AS_OUTCOME_OK, "");
  assert_true(result.deviation == 0);
}

/// How many children this process has, and the first of them.
static inline int countChildren(pid_t *first) {
  char path[64];
  snprintf(path, sizeof path, "/proc/self/task/%ld/children", (long)getpid());
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  int count = 0;
  for (int pid; fscanf(file, "%d", &pid) == 1; count++)
    if (count == 0)
      *first = pid;
  fclose(file);
  return count;
}

/// The process of the only runner there is.
static inline pid_t onlyChild(void) {
  pid_t pid = 0;
  assert_int_equal(countChildren(&pid), 1);
  return pid;
}

#define TEST(name) cmocka_unit_test_teardown(name, destroyRunner)

#endif // AS_TEST_RUNNER_H
