//===- store-files.c - Tests of the files of stores
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files that are no stores, of newer versions or damaged; stores that may only
// be read; where the store is by default.
//
//===----------------------------------------------------------------------===//

#include "record.h"
#include <sqlite3.h>
#include <unistd.h>

static void execute(const char *path, const char *sql) {
  sqlite3 *database;
  assert_int_equal(sqlite3_open(path, &database), SQLITE_OK);
  assert_int_equal(sqlite3_exec(database, sql, NULL, NULL, NULL), SQLITE_OK);
  sqlite3_close(database);
}

/// Opening `path` must fail and not change a byte of it.
static void assertRefused(const char *path, AsStatus expected,
                          const char *why) {
  AsText before = {0}, after = {0};
  assertOk(asReadFile(path, &before, &error));
  AsStore *store = (AsStore *)&store;
  assert_int_equal(asStoreOpen(path, &store, &error), expected);
  assert_null(store);
  assertContains(error.message, path);
  assertContains(error.message, why);
  assertContains(error.message, "--records=OTHER");
  assertOk(asReadFile(path, &after, &error));
  assert_int_equal(before.length, after.length);
  assert_memory_equal(before.data, after.data, before.length);
  asTextFree(&before);
  asTextFree(&after);
}

static void wrongFilesAreRefusedUntouched(void **state) {
  const char *path = inFolder("wrong.db");
  char noise[5000];
  memset(noise, 'n', sizeof noise);
  assertOk(asWriteFile(path, noise, sizeof noise, &error));
  assertRefused(path, AS_INVALID_INPUT, "is not a store of records");

  assertOk(asWriteFile(path, "short\n", 6, &error));
  assertRefused(path, AS_INVALID_INPUT, "is not a store of records");

  remove(path);
  execute(path, "PRAGMA journal_mode=WAL; CREATE TABLE bookmarks(url)");
  assertRefused(path, AS_INVALID_INPUT, "a database of another program");

  remove(path);
  execute(path, "PRAGMA application_id=1");
  assertRefused(path, AS_INVALID_INPUT, "a database of another program");

  remove(path);
  asStoreClose(openStore(path));
  execute(path, "PRAGMA user_version=4; ALTER TABLE records RENAME TO r");
  assertRefused(path, AS_INVALID_INPUT, "has version 4");
  assertContains(error.message, "versions up to 3");
}

static void damageIsNamed(void **state) {
  const char *path = inFolder("damaged.db");
  AsStore *store = openStore(path);
  AsRecord record = full;
  char task[2] = "a", message[4000];
  memset(message, 'm', sizeof message - 1);
  message[sizeof message - 1] = 0;
  record.message = message;
  for (; *task < 'z'; ++*task) {
    record.task = task;
    assertOk(asStorePut(store, &record, &error));
  }
  asStoreClose(store);
  AsText file = {0};
  assertOk(asReadFile(path, &file, &error));
  assert_true(file.length > 8 * 4096);

  memset(file.data + 4096, 0xa5, file.length - 4096); // All but the schema.
  assertOk(asWriteFile(path, file.data, file.length, &error));
  store = openStore(path);
  size_t count = 0;
  assert_int_equal(
      asStoreVisit(store, &(AsRecordQuery){0}, countRecord, &count, &error),
      AS_IO);
  assertContains(error.message, path);
  assertContains(error.message, "is damaged");
  assert_int_equal(asStorePut(store, &full, &error), AS_IO);
  assertContains(error.message, "--records=OTHER");
  asStoreClose(store);

  memset(file.data + 100, 0xa5, 3996); // The schema as well.
  assertOk(asWriteFile(path, file.data, file.length, &error));
  assertRefused(path, AS_IO, "is damaged");
  asTextFree(&file);
}

static AsStatus takeNothing(const AsThing *thing, void *context,
                            AsError *error) {
  return AS_OK;
}

/// A store from elsewhere may hold anything.
static void thingsThatCannotBeReadAreNamed(void **state) {
  static const char *const rows[] = {
      "('task','k','no JSON','')", "('task','k','{ }','')",  "('','k','{}','')",
      "('task','','{}','')",       "('task',x'ff','{}','')",
  };
  for (size_t i = 0; i < COUNT(rows); i++) {
    char name[16], sql[80];
    snprintf(name, sizeof name, "things%zu.db", i);
    snprintf(sql, sizeof sql, "INSERT INTO things VALUES%s", rows[i]);
    const char *path = inFolder(name);
    asStoreClose(openStore(path));
    execute(path, sql);
    AsStore *store = openStore(path);
    assert_int_equal(
        asStoreVisitThings(store, NULL, NULL, takeNothing, NULL, &error),
        AS_IO);
    assertContains(error.message, path);
    assertContains(error.message, "cannot read");
    assert_int_equal(countRecords(store), 0);
    asStoreClose(store);
  }
}

static void foldersAndFilesThatCannotBeAreNamed(void **state) {
  AsStore *store;
  assert_int_equal(asStoreOpen(folder, &store, &error), AS_IO);
  assertContains(error.message, folder);
  assertContains(error.message, "it must be a file");
  assert_int_equal(asStoreOpen("/proc/none/store.db", &store, &error), AS_IO);
  assertContains(error.message, "its folder '/proc/none': No such file");
  assert_int_equal(asStoreOpen("", &store, &error), AS_INVALID_INPUT);
}

static void storesMayBeOpenedJustToBeRead(void **state) {
  const char *path = inFolder("50% off?#1.db"); // A URI has to spell it.
  AsStore *writer = openStore(path), *store;
  assertOk(asStorePut(writer, &full, &error));
  assertOk(asStoreOpenReadOnly(path, &store, &error));
  assertHolds(store, &full, 1);
  AsRecord other = numbered(1);
  assert_int_equal(asStorePut(store, &other, &error), AS_IO);
  assertContains(error.message, "it is read-only");
  // What others add is there, too.
  assertOk(asStorePut(writer, &other, &error));
  assert_int_equal(countRecords(store), 2);
  asStoreClose(store);
  asStoreClose(writer);

  path = inFolder("none.db");
  assert_int_equal(asStoreOpenReadOnly(path, &store, &error), AS_IO);
  assert_null(store);
  assert_int_not_equal(access(path, F_OK), 0);
  assertOk(asWriteFile(path, "", 0, &error));
  assert_int_equal(asStoreOpenReadOnly(path, &store, &error), AS_INVALID_INPUT);
  assertContains(error.message, "is empty");
  assertOk(asWriteFile(path, "no store at all", 15, &error));
  assert_int_equal(asStoreOpenReadOnly(path, &store, &error), AS_INVALID_INPUT);
  assertContains(error.message, "is not a store of records");
}

static void assertAlone(const char *path) {
  char other[160];
  const char *endings[] = {"-wal", "-shm"};
  for (size_t i = 0; i < COUNT(endings); i++) {
    snprintf(other, sizeof other, "%s%s", path, endings[i]);
    assert_int_not_equal(access(other, F_OK), 0);
  }
}

/// They would be the reader's, and keep the store's owner from writing.
static void readersLeaveNoFiles(void **state) {
  const char *path = inFolder("read.db");
  AsStore *store = openStore(path);
  assertOk(asStorePut(store, &full, &error));
  asStoreClose(store);
  assertAlone(path);
  assertOk(asStoreOpenReadOnly(path, &store, &error));
  assertHolds(store, &full, 1);
  assertAlone(path);
  asStoreClose(store);
  assertAlone(path);
}

/// What a writer that was killed had committed counts.
static void readersSeeTheLog(void **state) {
  char path[128], copy[128], from[160], to[160];
  snprintf(path, sizeof path, "%s", inFolder("live.db"));
  snprintf(copy, sizeof copy, "%s", inFolder("copy.db"));
  AsStore *writer = openStore(path), *store;
  assertOk(asStorePut(writer, &full, &error));
  const char *endings[] = {"", "-wal", "-shm"};
  for (size_t i = 0; i < COUNT(endings); i++) {
    AsText file = {0};
    snprintf(from, sizeof from, "%s%s", path, endings[i]);
    snprintf(to, sizeof to, "%s%s", copy, endings[i]);
    assertOk(asReadFile(from, &file, &error));
    assertOk(asWriteFile(to, file.data, file.length, &error));
    asTextFree(&file);
  }
  assertOk(asStoreOpenReadOnly(copy, &store, &error));
  assertHolds(store, &full, 1);
  asStoreClose(store);
  asStoreClose(writer);
}

/// Those of the default store are made, but not where a user misspelt one.
static void foldersOfTheDefaultStoreAreMade(void **state) {
  AsStore *store;
  char path[128];
  assert_int_equal(asStoreOpen(inFolder("a/b/c.db"), &store, &error), AS_IO);
  assertContains(error.message, inFolder("a/b'"));
  assert_int_not_equal(access(inFolder("a"), F_OK), 0);
  setenv("XDG_CACHE_HOME", inFolder("a"), 1);
  assertOk(asStoreDefaultPath(path, sizeof path, &error));
  asStoreClose(openStore(path));
  assert_int_equal(access(inFolder("a/as-opt/records.db"), F_OK), 0);
}

static void defaultPathFollowsTheEnvironment(void **state) {
  static const struct {
    const char *cache, *home, *path;
  } cases[] = {
      {"/c", "/h", "/c/as-opt/records.db"},
      {NULL, "/h", "/h/.cache/as-opt/records.db"},
      {"", "/h", "/h/.cache/as-opt/records.db"},
      {"relative", "/h", "/h/.cache/as-opt/records.db"},
      {NULL, NULL, NULL},
      {NULL, "", NULL},
  };
  char path[64];
  for (size_t i = 0; i < COUNT(cases); i++) {
    unsetenv("XDG_CACHE_HOME");
    unsetenv("HOME");
    if (cases[i].cache)
      setenv("XDG_CACHE_HOME", cases[i].cache, 1);
    if (cases[i].home)
      setenv("HOME", cases[i].home, 1);
    AsStatus status = asStoreDefaultPath(path, sizeof path, &error);
    assert_int_equal(status, cases[i].path ? AS_OK : AS_NOT_FOUND);
    if (cases[i].path)
      assert_string_equal(path, cases[i].path);
  }
  setenv("HOME", "/h", 1);
  assert_int_equal(asStoreDefaultPath(path, 27, &error), AS_INVALID_INPUT);
  assert_int_equal(asStoreDefaultPath(path, 28, &error), AS_OK);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(wrongFilesAreRefusedUntouched),
      TEST(damageIsNamed),
      TEST(thingsThatCannotBeReadAreNamed),
      TEST(foldersAndFilesThatCannotBeAreNamed),
      TEST(storesMayBeOpenedJustToBeRead),
      TEST(readersLeaveNoFiles),
      TEST(readersSeeTheLog),
      TEST(foldersOfTheDefaultStoreAreMade),
      TEST(defaultPathFollowsTheEnvironment),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
