//===- home-cores.c - Tests of the cores that a process measures on
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "support/home-cores.h"
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h> // After what it leans on.

enum { numCores = 4 };

static char folder[] = "/tmp/as-test-homes.XXXXXX";

static int setUp(void **state) {
  strcpy(folder + sizeof folder - 7, "XXXXXX");
  return mkdtemp(folder) ? setenv("AS_LEASES", folder, 1) : -1;
}

static int tearDown(void **state) {
  char path[64];
  snprintf(path, sizeof path, "%s/as-opt-homes.lock", folder);
  unlink(path);
  return rmdir(folder);
}

/// Where the second of two nodes of memory begins.
static int firstOfNode1 = numCores;

/// Takes a home of `count` of four cores; `order` becomes the numbers of all of
/// them, "0123" without a home.
static AsLeases *take(int count, char order[numCores + 1]) {
  AsCore cores[numCores];
  for (int c = 0; c < numCores; c++)
    cores[c] = (AsCore){.cpu = 2 * c, .number = c, .node = c < firstOfNode1};
  AsLeases *home = asHomeTake(cores, numCores, count);
  for (int c = 0; c < numCores; c++) {
    assert_int_equal(cores[c].cpu, 2 * cores[c].number);
    order[c] = (char)('0' + cores[c].number);
  }
  order[numCores] = '\0';
  return home;
}

static void expect(AsLeases *home, const char *order, const char *expected) {
  assert_non_null(home);
  assert_string_equal(order, expected);
}

/// Each has another core, the last one that is left.
static void eachHasItsOwn(void **state) {
  static const char *const expected[] = {"0123", "0132", "0231", "1230"};
  AsLeases *homes[numCores];
  char order[numCores + 1];
  for (int i = 0; i < numCores; i++) {
    homes[i] = take(1, order);
    expect(homes[i], order, expected[i]);
  }
  assert_null(take(1, order));
  assert_string_equal(order, "0123");
  asLeasesClose(homes[1]); // Leaves core 2.
  homes[1] = take(1, order);
  expect(homes[1], order, "0132");
  for (int i = 0; i < numCores; i++)
    asLeasesClose(homes[i]);
}

static void severalAreNeighbours(void **state) {
  char order[numCores + 1];
  AsLeases *one = take(1, order);
  AsLeases *two = take(2, order);
  expect(two, order, "0312");
  assert_null(take(2, order)); // Only core 0 is left.
  assert_string_equal(order, "0123");
  AsLeases *last = take(1, order);
  expect(last, order, "1230");
  asLeasesClose(one);
  asLeasesClose(two);
  asLeasesClose(last);
  AsLeases *all = take(numCores, order);
  expect(all, order, "0123");
  asLeasesClose(all);
}

/// A home is on one node of memory, as long as one has as many cores left.
static void severalAreOnANode(void **state) {
  char order[numCores + 1];
  firstOfNode1 = 2;
  AsLeases *one = take(1, order);
  expect(one, order, "0123");
  AsLeases *two = take(2, order);
  expect(two, order, "2301"); // Not 1 and 2.
  AsLeases *last = take(1, order);
  expect(last, order, "0132");
  asLeasesClose(two);
  AsLeases *three = take(3, order);
  assert_null(three); // Two are left.
  asLeasesClose(last);
  three = take(3, order);
  expect(three, order, "3012"); // None has three.
  asLeasesClose(one);
  asLeasesClose(three);
  firstOfNode1 = numCores;
}

/// A home ends with its process, and leaves the cores to whoever measures.
static void anotherProcess(void **state) {
  int ready[2];
  char byte, order[numCores + 1];
  assert_int_equal(pipe(ready), 0);
  pid_t pid = fork();
  if (pid == 0) {
    if (take(1, order))
      (void)!write(ready[1], "", 1);
    pause();
    _exit(1);
  }
  assert_int_equal(read(ready[0], &byte, 1), 1);
  AsLeases *home = take(1, order), *measuring = NULL;
  expect(home, order, "0132");
  AsError error = {0};
  int last = numCores - 1;
  assert_int_equal(asLeasesOpen("cores", &measuring, &error), AS_OK);
  assert_true(asLeasesTake(measuring, &last, 1));
  unlink(asLeasesPath(measuring));
  asLeasesClose(measuring);
  asLeasesClose(home);
  kill(pid, SIGKILL);
  assert_int_equal(waitpid(pid, NULL, 0), pid);
  home = take(1, order);
  expect(home, order, "0123");
  asLeasesClose(home);
  close(ready[0]);
  close(ready[1]);
}

static void withoutAFolder(void **state) {
  char order[numCores + 1];
  setenv("AS_LEASES", "/nowhere", 1);
  assert_null(take(1, order));
  assert_string_equal(order, "0123");
  setenv("AS_LEASES", folder, 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(eachHasItsOwn, setUp, tearDown),
      cmocka_unit_test_setup_teardown(severalAreNeighbours, setUp, tearDown),
      cmocka_unit_test_setup_teardown(severalAreOnANode, setUp, tearDown),
      cmocka_unit_test_setup_teardown(anotherProcess, setUp, tearDown),
      cmocka_unit_test_setup_teardown(withoutAFolder, setUp, tearDown),
  };
  return cmocka_run_group_tests_name("home cores", tests, NULL, NULL);
}
