//===- lease.c - Leases, between objects, processes and users
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Objects of one process exclude each other as those of two do, so that most is
// tested without other processes. Those that are forked write down when they
// had what, by one clock.
//
//===----------------------------------------------------------------------===//

#include "support/lease.h"
#include "support/arena.h"
#include "support/clock.h"
#include "support/text.h"
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h> // After what it leans on.

static char folder[] = "/tmp/as-test-leases.XXXXXX";
static char path[64];

static int setUp(void **state) {
  strcpy(folder + sizeof folder - 7, "XXXXXX");
  if (!mkdtemp(folder) || chmod(folder, 01777))
    return -1;
  snprintf(path, sizeof path, "%s/as-opt-cores.lock", folder);
  return setenv("AS_LEASES", folder, 1);
}

static int tearDown(void **state) {
  unlink(path);
  return rmdir(folder);
}

static AsLeases *openLeases(void) {
  AsLeases *leases = NULL;
  AsError error = {0};
  if (asLeasesOpen("cores", &leases, &error))
    fail_msg("%s", error.message);
  return leases;
}

static bool take(AsLeases *leases, int number) {
  return asLeasesTake(leases, &number, 1);
}

/// A second of trying.
static bool takeSoon(AsLeases *leases, const int *numbers, int count) {
  bool isTaken = asLeasesTake(leases, numbers, count);
  for (int attempt = 0; attempt < 1000 && !isTaken; attempt++) {
    usleep(1000);
    isTaken = asLeasesTake(leases, numbers, count);
  }
  return isTaken;
}

//===----------------------------------------------------------------------===//
// In one process
//===----------------------------------------------------------------------===//

static void oneAtATime(void **state) {
  AsLeases *a = openLeases(), *b = openLeases();
  assert_true(take(a, 7));
  assert_true(take(a, 7)); // Has it.
  assert_false(take(b, 7));
  asLeasesReturn(b);
  assert_true(take(b, 8)); // Another thing.
  asLeasesReturn(b);
  asLeasesReturn(a);
  assert_true(take(b, 7));
  asLeasesClose(a);
  asLeasesClose(b);
}

/// Who had it last comes last, also if it asks at once.
static void eachGetsItsTurn(void **state) {
  enum { many = 5 };
  AsLeases *all[many];
  for (int i = 0; i < many; i++)
    all[i] = openLeases();
  for (int i = 0; i < many; i++)
    assert_int_equal(take(all[i], 3), i == 0);
  for (int turn = 0; turn < 3 * many; turn++) {
    asLeasesReturn(all[turn % many]);
    for (int i = 0; i < many; i++) // The one that has just had it asks first.
      assert_int_equal(take(all[(turn + i) % many], 3), i == 1);
  }
  for (int i = 0; i < many; i++)
    asLeasesClose(all[i]);
}

static void queuesCanBeLeft(void **state) {
  AsLeases *a = openLeases(), *b = openLeases(), *c = openLeases();
  assert_true(take(a, 0));
  assert_false(take(b, 0));
  assert_false(take(c, 0));
  asLeasesReturn(b);
  asLeasesReturn(a);
  assert_true(take(c, 0));
  asLeasesReturn(c);
  assert_true(take(a, 0));
  assert_false(take(b, 0));
  asLeasesClose(b); // Leaves as well.
  asLeasesReturn(a);
  assert_true(take(c, 0));
  asLeasesClose(a);
  asLeasesClose(c);
}

/// A set is had as a whole or not at all, whatever order it is written in.
static void setsAreWhole(void **state) {
  static const int low[] = {0, 1}, high[] = {2, 1}, all[] = {2, 1, 0};
  AsLeases *a = openLeases(), *b = openLeases(), *c = openLeases();
  assert_true(asLeasesTake(a, low, 2));
  assert_false(asLeasesTake(b, high, 2));
  assert_false(asLeasesTake(c, all, 3));
  AsLeases *d = openLeases();
  assert_false(take(d, 2)); // Free, but two have waited longer.
  asLeasesReturn(a);
  assert_false(asLeasesTake(c, all, 3));
  assert_true(asLeasesTake(b, high, 2));
  assert_false(asLeasesTake(c, all, 3));
  asLeasesReturn(b);
  assert_false(take(d, 2));
  assert_true(asLeasesTake(c, all, 3));
  asLeasesReturn(c);
  assert_true(take(d, 2));
  asLeasesClose(a);
  asLeasesClose(b);
  asLeasesClose(c);
  asLeasesClose(d);
}

static void sharesGiveWay(void **state) {
  AsLeases *a = openLeases(), *b = openLeases(), *c = openLeases();
  assert_true(asLeasesShare(a, 4));
  assert_true(asLeasesShare(a, 4));
  assert_true(asLeasesMayShare(b, 4) && asLeasesShare(b, 4));
  assert_false(asLeasesAreWanted(a, 4));
  assert_false(take(c, 4));
  assert_true(asLeasesAreWanted(a, 4) && asLeasesAreWanted(b, 4));
  assert_false(asLeasesMayShare(b, 4));
  asLeasesUnshare(b, 4);
  assert_false(asLeasesShare(b, 4)); // Somebody waits.
  asLeasesUnshare(a, 4);
  assert_false(take(c, 4)); // One of two is left.
  asLeasesUnshare(a, 4);
  assert_true(take(c, 4));
  assert_false(asLeasesShare(a, 4));
  assert_true(asLeasesShare(c, 4)); // Its own.
  asLeasesReturn(c);
  assert_false(take(a, 4)); // The share is left.
  asLeasesUnshare(c, 4);
  assert_true(take(a, 4));
  asLeasesClose(a);
  asLeasesClose(b);
  asLeasesClose(c);
}

/// One that shares a thing and fails to have it alone still shares it.
static void sharesOutliveAttempts(void **state) {
  static const int both[] = {0, 1};
  AsLeases *a = openLeases(), *b = openLeases();
  assert_true(asLeasesShare(a, 0));
  assert_true(asLeasesShare(b, 1));
  assert_false(asLeasesTake(a, both, 2));
  asLeasesReturn(a);
  assert_false(take(b, 0));
  asLeasesReturn(b);
  asLeasesUnshare(a, 0);
  assert_true(take(b, 0));
  asLeasesClose(a);
  asLeasesClose(b);
}

//===----------------------------------------------------------------------===//
// Between processes
//===----------------------------------------------------------------------===//

typedef struct Stay {
  double from, to;
  int number;
  bool isAlone;
} Stay;

enum { numProcesses = 6, numTurns = 40, mostStays = 4 * numTurns };

typedef struct Diary {
  Stay stays[mostStays];
  int count;
} Diary;

static void note(Diary *diary, double from, int number, bool isAlone) {
  diary->stays[diary->count++] = (Stay){from, asClockNow(), number, isAlone};
}

/// Takes sets of three things in turn, each in another order.
static void measureAll(Diary *diary, int self) {
  AsLeases *leases = openLeases();
  for (int turn = 0; turn < numTurns; turn++) {
    int set[] = {self % 3, (self + 1 + turn % 2) % 3}, count = 1 + turn % 2;
    while (!asLeasesTake(leases, set, count))
      usleep(200);
    double from = asClockNow();
    usleep(300);
    for (int n = 0; n < count; n++)
      note(diary, from, set[n], true);
    asLeasesReturn(leases);
  }
  _exit(0);
}

/// Shares a thing for as long as nobody wants it.
static void buildAll(Diary *diary, int self) {
  AsLeases *leases = openLeases();
  for (int turn = 0; turn < numTurns; turn++) {
    while (!asLeasesShare(leases, self % 3))
      usleep(200);
    double from = asClockNow();
    for (int i = 0; i < 20 && !asLeasesAreWanted(leases, self % 3); i++)
      usleep(100);
    note(diary, from, self % 3, false);
    asLeasesUnshare(leases, self % 3);
  }
  _exit(0);
}

static bool overlap(const Stay *a, const Stay *b) {
  return a->number == b->number && (a->isAlone || b->isAlone) &&
         a->from < b->to && b->from < a->to;
}

static void expectNoOverlap(const Diary *a, const Diary *b) {
  for (int i = 0; i < a->count; i++)
    for (int j = 0; j < b->count; j++)
      assert_false(overlap(&a->stays[i], &b->stays[j]));
}

/// All come to their end, and nobody is where somebody else is alone.
static void processesTakeTurns(void **state) {
  Diary *diaries =
      mmap(NULL, numProcesses * sizeof *diaries, PROT_READ | PROT_WRITE,
           MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  assert_true(diaries != MAP_FAILED);
  for (int p = 0; p < numProcesses; p++)
    if (fork() == 0) {
      alarm(120); // Those that wait for each other end so.
      (p % 2 ? buildAll : measureAll)(&diaries[p], p);
    }
  for (int p = 0; p < numProcesses; p++) {
    int end = -1;
    assert_true(wait(&end) > 0);
    assert_int_equal(end, 0);
  }
  for (int p = 0; p < numProcesses; p++) {
    assert_int_equal(diaries[p].count, p % 2 ? numTurns : numTurns * 3 / 2);
    for (int q = 0; q < p; q++)
      expectNoOverlap(&diaries[p], &diaries[q]);
  }
  munmap(diaries, numProcesses * sizeof *diaries);
}

/// Forks a process that takes the thing, waits for more, and never gives back.
static pid_t forkHolder(int number) {
  int ready[2];
  char byte;
  assert_int_equal(pipe(ready), 0);
  pid_t pid = fork();
  if (pid == 0) {
    AsLeases *leases = openLeases();
    if (take(leases, number))
      (void)!write(ready[1], "", 1);
    pause();
    _exit(1);
  }
  assert_int_equal(read(ready[0], &byte, 1), 1);
  close(ready[0]);
  close(ready[1]);
  return pid;
}

static void deathFrees(void **state) {
  static const int number = 5;
  AsLeases *leases = openLeases();
  pid_t holder = forkHolder(number);
  assert_false(take(leases, number));
  kill(holder, SIGKILL);
  assert_int_equal(waitpid(holder, NULL, 0), holder);
  assert_true(takeSoon(leases, &number, 1));
  asLeasesClose(leases);
}

//===----------------------------------------------------------------------===//
// The file
//===----------------------------------------------------------------------===//

static void allUsersMayLock(void **state) {
  static const int number = 2;
  mode_t before = umask(077);
  AsLeases *leases = openLeases();
  umask(before);
  struct stat about;
  assert_int_equal(stat(path, &about), 0);
  assert_int_equal(about.st_mode, S_IFREG | 0666);
  assert_int_equal(about.st_size, 0);
  if (geteuid() != 0)
    skip(); // Only root can be somebody else.
  assert_true(take(leases, number));
  pid_t other = fork();
  if (other == 0) {
    AsLeases *theirs = NULL;
    if (setuid(65534) || asLeasesOpen("cores", &theirs, NULL))
      _exit(1);
    _exit(asLeasesTake(theirs, &number, 1) ? 2 : 0);
  }
  int end = -1;
  assert_int_equal(waitpid(other, &end, 0), other);
  assert_int_equal(end, 0);
  asLeasesClose(leases);
}

static void expectRefused(const char *why) {
  AsLeases *leases = NULL;
  AsError error = {0};
  assert_int_equal(asLeasesOpen("cores", &leases, &error), AS_IO);
  if (!strstr(error.message, why) || !strstr(error.message, path))
    fail_msg("no \"%s\" in: %s", why, error.message);
}

/// What lies where the file should be.
static void otherFilesAreRefused(void **state) {
  assert_int_equal(symlink("/dev/null", path), 0);
  expectRefused("symbolic link");
  unlink(path);
  assert_int_equal(mkfifo(path, 0666), 0);
  expectRefused("not a regular file");
  unlink(path);
  assert_int_equal(mkdir(path, 0777), 0);
  expectRefused("Is a directory");
  rmdir(path);
  setenv("AS_LEASES", path, 1); // A folder that is not there.
  AsLeases *leases = NULL;
  assert_int_equal(asLeasesOpen("cores", &leases, NULL), AS_IO);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setUp, tearDown)

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(oneAtATime),         TEST(eachGetsItsTurn),
      TEST(queuesCanBeLeft),    TEST(setsAreWhole),
      TEST(sharesGiveWay),      TEST(sharesOutliveAttempts),
      TEST(processesTakeTurns), TEST(deathFrees),
      TEST(allUsersMayLock),    TEST(otherFilesAreRefused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
