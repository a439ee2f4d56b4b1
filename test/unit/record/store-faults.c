//===- store-faults.c - Tests of what a store lives through
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Other processes, kill -9, full disks.
//
//===----------------------------------------------------------------------===//

#include "record.h"
#include "record/store.h"
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/// In a child process, where cmocka's asserts would run the parent's tests.
#define expect(condition)                                                      \
  do {                                                                         \
    if (!(condition)) {                                                        \
      fprintf(stderr, "line %d: %s (%s)\n", __LINE__, #condition,              \
              error.message);                                                  \
      _exit(1);                                                                \
    }                                                                          \
  } while (0)

static void twoStoresShareOneFile(void **state) {
  const char *path = inFolder("shared.db");
  AsStore *stores[] = {openStore(path), openStore(path)};
  for (int i = 0; i < 40; i++) {
    AsRecord record = numbered(i);
    assertOk(asStorePut(stores[i & 1], &record, &error));
    assert_int_equal(countRecords(stores[~i & 1]), i + 1);
  }
  asStoreClose(stores[0]);
  assert_int_equal(countRecords(stores[1]), 40);
  asStoreClose(stores[1]);
}

/// How many of several processes fail that open the store at once, each to do
/// some work with it.
static int failuresAtOnce(const char *path, int processes,
                          void (*work)(AsStore *store, int process)) {
  for (int p = 0; p < processes; p++)
    if (fork() == 0) {
      AsStore *store = NULL;
      expect(asStoreOpen(path, &store, &error) == AS_OK);
      work(store, p);
      asStoreClose(store);
      _exit(0);
    }
  int failures = 0;
  for (int p = 0; p < processes; p++) {
    int status = -1;
    failures += wait(&status) < 0 || status != 0;
  }
  return failures;
}

enum { processes = 4, putsOfEach = 50 };

/// A thing with a key of its own for each `number`.
static AsThing numberedThing(int number) {
  static char key[16];
  snprintf(key, sizeof key, "%d", number);
  return (AsThing){.kind = "task", .key = key};
}

static void putSome(AsStore *store, int process) {
  for (int i = 0; i < putsOfEach; i++) {
    AsRecord record = numbered(process * putsOfEach + i);
    expect(asStorePut(store, &record, &error) == AS_OK);
    AsThing thing = numberedThing(process * putsOfEach + i);
    expect(asStorePutThing(store, &thing, &error) == AS_OK);
    AsThing ofAll = numberedThing(-i);
    expect(asStorePutThing(store, &ofAll, &error) == AS_OK);
  }
}

static AsStatus countThing(const AsThing *thing, void *context,
                           AsError *error) {
  ++*(size_t *)context;
  return AS_OK;
}

static size_t countThings(AsStore *store) {
  size_t count = 0;
  assertOk(asStoreVisitThings(store, NULL, NULL, countThing, &count, &error));
  return count;
}

static void processesMayOpenAndWriteAtOnce(void **state) {
  const char *path = inFolder("crowd.db");
  assert_int_equal(failuresAtOnce(path, processes, putSome), 0);
  AsStore *store = openStore(path);
  assert_int_equal(countRecords(store), processes * putsOfEach);
  assert_int_equal(countThings(store), (processes + 1) * putsOfEach - 1);
  asStoreClose(store);
}

static void putNothing(AsStore *store, int process) {}

/// New files, so that each of the processes may be the one that makes the
/// store.
static void processesMayMakeTheStoreAtOnce(void **state) {
  enum { files = 50 };
  for (int f = 0; f < files; f++) {
    char name[16];
    snprintf(name, sizeof name, "new%d.db", f);
    assert_int_equal(failuresAtOnce(inFolder(name), processes, putNothing), 0);
  }
}

static void recordsSurviveTheKillOfTheirWriter(void **state) {
  const char *path = inFolder("killed.db");
  int pipes[2];
  assert_int_equal(pipe(pipes), 0);
  pid_t child = fork();
  if (child == 0) {
    AsStore *store = NULL;
    expect(asStoreOpen(path, &store, &error) == AS_OK);
    for (int i = 0;; i++) {
      AsRecord record = numbered(i);
      expect(asStorePut(store, &record, &error) == AS_OK);
      expect(write(pipes[1], &i, sizeof i) == sizeof i);
    }
  }
  close(pipes[1]);
  int reported = -1, number;
  while (reported < 300 && read(pipes[0], &number, sizeof number) > 0)
    reported = number;
  kill(child, SIGKILL); // While it is putting more.
  while (read(pipes[0], &number, sizeof number) > 0)
    reported = number;
  close(pipes[0]);
  int status;
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFSIGNALED(status));
  assert_true(reported >= 300);

  AsStore *store = openStore(path);
  char *text = exported(store);
  for (int i = 0; i <= reported; i++) {
    char point[32];
    snprintf(point, sizeof point, "{\"tile\":%d}", i);
    assertContains(text, point);
  }
  size_t count = countRecords(store); // One more may not have been reported.
  assert_in_range(count, reported + 1, reported + 2);
  AsRecord next = numbered(1000000);
  assertOk(asStorePut(store, &next, &error));
  free(text);
  asStoreClose(store);
}

/// Puts records from `*next` on until one fails, as it must within `limit`.
/// Puts one record, lets the store be what `disturb` makes of it, puts another
/// one and one more, and looks at what is then found there.
static void assertKept(const char *name, void (*disturb)(const char *path),
                       size_t expected) {
  char path[200];
  snprintf(path, sizeof path, "%s", inFolder(name));
  AsStore *store = openStore(path);
  for (int i = 0; i < 3; i++) {
    AsRecord record = numbered(i);
    assertOk(asStorePut(store, &record, &error));
    AsThing thing = numberedThing(i);
    assertOk(asStorePutThing(store, &thing, &error));
    if (i == 0)
      disturb(path);
  }
  assert_true(asStoreWasRestored(store));
  asStoreClose(store);
  store = openStore(path);
  assert_int_equal(countRecords(store), expected);
  assert_int_equal(countThings(store), 3);
  assert_false(asStoreWasRestored(store));
  asStoreClose(store);
}

static void delete (const char *path) { assert_int_equal(remove(path), 0); }

static void renameAway(const char *path) {
  assert_int_equal(rename(path, inFolder("renamed.db")), 0);
}

static void replaceByAnother(const char *path) {
  char other[200];
  snprintf(other, sizeof other, "%s", inFolder("other.db"));
  AsStore *store = openStore(other);
  AsRecord record = numbered(7);
  assertOk(asStorePut(store, &record, &error));
  asStoreClose(store);
  assert_int_equal(rename(other, path), 0);
}

static void replaceByText(const char *path) {
  assert_int_equal(remove(path), 0);
  assertOk(asWriteFile(path, "no store\n", 9, &error));
}

static void storesWhoseFileGoesLoseNothing(void **state) {
  assertKept("deleted.db", delete, 3);
  assertKept("moved.db", renameAway, 3);
  assertKept("replaced.db", replaceByAnother, 4);

  // What stands there now is no store, and is left as it is.
  const char *path = inFolder("text.db");
  AsStore *store = openStore(path);
  replaceByText(path);
  AsRecord record = numbered(1);
  assert_int_equal(asStorePut(store, &record, &error), AS_INVALID_INPUT);
  assert_non_null(strstr(error.message, "was deleted or renamed meanwhile"));
  assert_non_null(strstr(error.message, "is not a store of records"));
  asStoreClose(store);
}

static void putUntilRefused(AsStore *store, int *next, int limit) {
  AsStatus status = AS_OK;
  while (status == AS_OK && *next < limit) {
    AsRecord record = numbered(*next);
    status = asStorePut(store, &record, &error);
    *next += status == AS_OK;
  }
  expect(status == AS_IO);
  expect(strstr(error.message, folder));
}

/// The store must still answer, and hold just what it said that it holds.
static void checkStillUsable(AsStore *store, int next) {
  size_t count = 0;
  expect(asStoreVisit(store, &(AsRecordQuery){0}, countRecord, &count,
                      &error) == AS_OK);
  expect(count == (size_t)next);
}

static int exitOf(pid_t child) {
  int status;
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFEXITED(status));
  return WEXITSTATUS(status);
}

static void refusedWritesLeaveTheStoreUsable(void **state) {
  const char *path = inFolder("limited.db");
  pid_t child = fork();
  if (child == 0) {
    AsStore *store = NULL;
    int next = 0;
    expect(asStoreOpen(path, &store, &error) == AS_OK);
    signal(SIGXFSZ, SIG_IGN);
    struct rlimit old, small;
    expect(getrlimit(RLIMIT_FSIZE, &old) == 0);
    small = old;
    small.rlim_cur = 200000;
    expect(setrlimit(RLIMIT_FSIZE, &small) == 0);
    putUntilRefused(store, &next, 5000);
    expect(next > 0 && strstr(error.message, "cannot write a record"));
    checkStillUsable(store, next);
    expect(setrlimit(RLIMIT_FSIZE, &old) == 0);
    AsRecord record = numbered(next);
    expect(asStorePut(store, &record, &error) == AS_OK);
    checkStillUsable(store, next + 1);
    asStoreClose(store);
    _exit(0);
  }
  assert_int_equal(exitOf(child), 0);
}

/// Leaves no room for a single byte.
static void fillDisk(const char *path) {
  static const char ballast[4096];
  FILE *file = fopen(path, "w");
  expect(file != NULL);
  while (fwrite(ballast, 1, sizeof ballast, file) == sizeof ballast)
    ;
  fclose(file);
}

/// As where somebody else's program made them, who is not the store's owner.
static void filesOfOthersAreNamed(void **state) {
  enum { isNotRoot = 77, nobody = 65534 };
  const char *path = inFolder("owned.db");
  asStoreClose(openStore(path));
  char other[160];
  snprintf(other, sizeof other, "%s-shm", path);
  assertOk(asWriteFile(other, "", 0, &error));
  snprintf(other, sizeof other, "%s-wal", path);
  assertOk(asWriteFile(other, "", 0, &error));
  pid_t child = fork();
  if (child == 0) {
    if (chmod(folder, 0777) || chown(path, nobody, nobody) || setuid(nobody))
      _exit(isNotRoot);
    AsStore *store = NULL;
    expect(asStoreOpen(path, &store, &error) == AS_IO);
    expect(strstr(error.message, other));
    expect(strstr(error.message, "remove both"));
    expect(asStoreOpenReadOnly(path, &store, &error) == AS_OK);
    checkStillUsable(store, 0);
    asStoreClose(store);
    _exit(0);
  }
  int code = exitOf(child);
  if (code == isNotRoot)
    skip();
  assert_int_equal(code, 0);
}

/// A reader opens the store while others come, write and go, which make its log
/// and remove it.
static void readersFindTheStoreOfOthers(void **state) {
  enum { NUM_VISITS = 400 };
  const char *path = inFolder("visited.db");
  asStoreClose(openStore(path));
  pid_t child = fork();
  if (child == 0) {
    for (int visit = 0; visit < NUM_VISITS; visit++) {
      AsStore *store = NULL;
      AsRecord record = numbered(visit);
      expect(asStoreOpen(path, &store, &error) == AS_OK);
      expect(asStorePut(store, &record, &error) == AS_OK);
      asStoreClose(store);
    }
    _exit(0);
  }
  int status = 0;
  while (waitpid(child, &status, WNOHANG) == 0) {
    AsStore *store = NULL;
    assertOk(asStoreOpenReadOnly(path, &store, &error));
    asStoreClose(store);
  }
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), 0);
}

static void aFullDiskLeavesTheStoreUsable(void **state) {
  enum { cannotMount = 77 };
  pid_t child = fork();
  if (child == 0) {
    // A small disk of our own, which goes when this child does; it takes root.
    if (unshare(CLONE_NEWNS) != 0 ||
        mount("none", "/", "none", MS_REC | MS_PRIVATE, NULL) != 0 ||
        mount("tmpfs", folder, "tmpfs", 0, "size=512k") != 0)
      _exit(cannotMount);
    static const char ballast[128 << 10];
    char extra[128];
    snprintf(extra, sizeof extra, "%s/ballast", folder);
    expect(asWriteFile(extra, ballast, sizeof ballast, &error) == AS_OK);
    AsStore *store = NULL;
    int next = 0;
    expect(asStoreOpen(inFolder("full.db"), &store, &error) == AS_OK);
    putUntilRefused(store, &next, 20000);
    expect(next > 0 && strstr(error.message, "the disk is full"));
    checkStillUsable(store, next);
    AsStore *second = NULL; // While the first is open, and when it is not.
    expect(asStoreOpenReadOnly(inFolder("full.db"), &second, &error) == AS_OK);
    checkStillUsable(second, next);
    asStoreClose(second);
    expect(unlink(extra) == 0);
    AsRecord record = numbered(next);
    expect(asStorePut(store, &record, &error) == AS_OK);
    checkStillUsable(store, next + 1);
    asStoreClose(store);
    fillDisk(extra);
    expect(asStoreOpenReadOnly(inFolder("full.db"), &second, &error) == AS_OK);
    checkStillUsable(second, next + 1);
    asStoreClose(second);
    _exit(0);
  }
  int code = exitOf(child);
  if (code == cannotMount)
    skip();
  assert_int_equal(code, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(twoStoresShareOneFile),
      TEST(processesMayOpenAndWriteAtOnce),
      TEST(processesMayMakeTheStoreAtOnce),
      TEST(recordsSurviveTheKillOfTheirWriter),
      TEST(storesWhoseFileGoesLoseNothing),
      TEST(refusedWritesLeaveTheStoreUsable),
      TEST(filesOfOthersAreNamed),
      TEST(readersFindTheStoreOfOthers),
      TEST(aFullDiskLeavesTheStoreUsable),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
