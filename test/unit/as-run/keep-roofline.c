//===- keep-roofline.c - The roofline in a store that several processes use
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Part of a program, and so in no library.
#include "tools/as-run/keep-roofline.c"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>

#include <cmocka.h>

enum { numRoofs = 40 };

static AsRoofline roofOf(double peak, double read) {
  return (AsRoofline){.instructions = "none",
                      .peak = peak * 1e9,
                      .levels = {{"DRAM", INFINITY, read * 1e9, 1e9}},
                      .numLevels = 1};
}

/// Ends a child, too, from which no assertion may return to the tests.
static void mustWork(AsStatus status, const AsError *error) {
  if (!status)
    return;
  fprintf(stderr, "%s\n", error->message);
  abort();
}

static void keep(const char *path, AsRoofline roofline) {
  AsError error = {0};
  mustWork(asRooflineKeep(&roofline, "cpu", path, &error), &error);
}

/// What the store has.
static AsRoofline keptIn(const char *path) {
  AsStore *store = NULL;
  AsError error = {0};
  AsRoofline kept = roofOf(0, 0);
  mustWork(asStoreOpen(path, &store, &error), &error);
  mustWork(asStoreVisitThings(store, "roofline", "cpu", raiseToEarlier, &kept,
                              &error),
           &error);
  asStoreClose(store);
  return kept;
}

/// Keeps one roof after the other, each higher than the last. Returns how many
/// were not there any more just after that.
static int raiseRoof(const char *path, bool isPeak) {
  int numLost = 0;
  for (int i = 1; i <= numRoofs; i++) {
    keep(path, isPeak ? roofOf(i, 0) : roofOf(0, i));
    AsRoofline kept = keptIn(path);
    double rate = isPeak ? kept.peak : kept.levels[0].read;
    numLost += rate < i * 0.999e9;
  }
  return numLost;
}

static void theHighestOfEachIsKept(void **state) {
  const char *path = *state;
  keep(path, roofOf(2, 3));
  keep(path, roofOf(1, 4));
  AsRoofline kept = keptIn(path);
  assert_true(fabs(kept.peak - 2e9) < 1 && fabs(kept.levels[0].read - 4e9) < 1);
}

/// One raises the peak while another raises the bandwidth: neither puts back
/// what the other had before.
static void nothingIsLostBetweenProcesses(void **state) {
  const char *path = *state;
  pid_t child = fork();
  if (child == 0)
    _exit(raiseRoof(path, false));
  int numLost = raiseRoof(path, true), status = 0;
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFEXITED(status));
  assert_int_equal(numLost + WEXITSTATUS(status), 0);
}

static int makeFolder(void **state) {
  static char path[64];
  char folder[] = "/tmp/as-roof-XXXXXX";
  bool isMade = mkdtemp(folder);
  snprintf(path, sizeof path, "%s/records.db", folder);
  *state = path;
  return isMade ? 0 : -1;
}

static int removeFolder(void **state) {
  char *path = *state;
  remove(path);
  *strrchr(path, '/') = 0;
  return rmdir(path);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(theHighestOfEachIsKept, makeFolder,
                                      removeFolder),
      cmocka_unit_test_setup_teardown(nothingIsLostBetweenProcesses, makeFolder,
                                      removeFolder),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
