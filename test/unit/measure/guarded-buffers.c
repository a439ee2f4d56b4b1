//===- guarded-buffers.c - What lies around a buffer
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "measure/guarded-buffers.h"
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { length = 48, aligned = 64 };

static const AsBuffer buffer = {
    .element = AS_ELEMENT_I8, .count = length, .isResult = true};

static AsArrays mapOne(void) {
  AsArrays arrays;
  AsError error = {0};
  if (asArraysMap(&buffer, 1, &arrays, &error))
    fail_msg("%s", error.message);
  return arrays;
}

/// Whether a process that writes to that byte of the buffer lives on.
static bool canWrite(const AsArrays *arrays, long at) {
  pid_t pid = fork();
  if (pid == 0) {
    signal(SIGSEGV, SIG_DFL); // Not a sanitizer's.
    ((volatile unsigned char *)arrays->data[0])[at] = 1;
    _exit(0);
  }
  int status = 1;
  waitpid(pid, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void pagesAroundAreGuards(void **state) {
  AsArrays arrays = mapOne();
  long page = sysconf(_SC_PAGESIZE);
  assert_true(canWrite(&arrays, 0));
  assert_true(canWrite(&arrays, length - 1));
  assert_true(canWrite(&arrays, aligned - 1));
  assert_false(canWrite(&arrays, aligned));
  assert_false(canWrite(&arrays, aligned - page - 1));
  asArraysUnmap(&arrays);
}

static void upperGuardsAreTakenAway(void **state) {
  AsArrays arrays = mapOne();
  long page = sysconf(_SC_PAGESIZE);
  asArraysUnguard(&arrays);
  assert_true(canWrite(&arrays, aligned));
  assert_true(canWrite(&arrays, aligned + page - 1));
  assert_false(canWrite(&arrays, aligned - page - 1));
  assert_int_equal(asArraysBroken(&arrays), -1);
  asArraysUnmap(&arrays);
}

static void writesAroundAreFound(void **state) {
  AsArrays arrays = mapOne();
  assert_int_equal(asArraysBroken(&arrays), -1);
  ((unsigned char *)arrays.data[0])[length] = 1;
  assert_int_equal(asArraysBroken(&arrays), 0);
  asArraysUnmap(&arrays);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pagesAroundAreGuards),
      cmocka_unit_test(upperGuardsAreTakenAway),
      cmocka_unit_test(writesAroundAreFound),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
