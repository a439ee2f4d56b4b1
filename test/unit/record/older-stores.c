//===- older-stores.c - Tests of stores of earlier versions
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stores as versions 1 and 2 made them are brought up to date in place, and
// lose nothing, wherever that is cut short.
//
//===----------------------------------------------------------------------===//

#include "record.h"
#include <signal.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

/// What the two versions have in common, as as-opt 0.1 and 0.2 wrote it.
#define COLUMNS(more)                                                          \
  "task TEXT NOT NULL,target TEXT NOT NULL,compiler TEXT NOT NULL,"            \
  "sketch TEXT NOT NULL,sketchVersion TEXT NOT NULL,point TEXT NOT NULL,"      \
  "outcome TEXT NOT NULL,message TEXT NOT NULL,times TEXT NOT NULL," more      \
  "checked INTEGER NOT NULL,maxError REAL,tolerance REAL,"                     \
  "buildSeconds REAL NOT NULL,measureSeconds REAL NOT NULL,"                   \
  "objectHash TEXT NOT NULL,asVersion TEXT NOT NULL,host TEXT NOT NULL,"       \
  "date INTEGER NOT NULL,seed INTEGER NOT NULL,extra TEXT NOT NULL,"           \
  "PRIMARY KEY(task,target,compiler,sketch,sketchVersion,point)"

#define STORE(version, more)                                                   \
  "PRAGMA application_id=0x61736f70; PRAGMA user_version=" #version            \
  "; PRAGMA journal_mode=WAL; CREATE TABLE records(" COLUMNS(                  \
      more) ") WITHOUT ROWID;"

static const char *const schemas[] = {
    STORE(1, ""),
    STORE(2, "seconds REAL NOT NULL,"),
};

static void execute(const char *path, const char *sql) {
  sqlite3 *database;
  assert_int_equal(sqlite3_open(path, &database), SQLITE_OK);
  char *message = NULL;
  if (sqlite3_exec(database, sql, NULL, NULL, &message) != SQLITE_OK)
    fail_msg("%s", message);
  sqlite3_close(database);
}

/// What an older as-opt knows of the record numbered(number).
static AsRecord older(int number) {
  AsRecord record = numbered(number);
  record.outcome = AS_OUTCOME_OK;
  record.times = someTimes;
  record.numTimes = 1;
  record.checked = true;
  record.host = "h";
  record.date = number;
  record.extra = "{\"check\":1,\"other\":\"run\"}";
  return record;
}

/// Makes a store of `version` with so many records, the last one with `extra`.
static void makeStore(const char *path, int version, int count,
                      const char *extra) {
  AsText sql = {0};
  asTextFormat(&sql, "%s BEGIN;", schemas[version - 1]);
  for (int i = 0; i < count; i++)
    asTextFormat(&sql,
                 "INSERT INTO records VALUES('t','cpu','c','s','v',"
                 "'{\"tile\":%d}','ok','','[0.30000000000000004]',%s1,0,0,0,0,"
                 "'','','h',%d,0,'%s');",
                 i, version > 1 ? "0," : "", i,
                 i == count - 1 ? extra : "{\"check\":1,\"other\":\"run\"}");
  asTextAppendString(&sql, "COMMIT");
  execute(path, sql.data);
  asTextFree(&sql);
}

static const char plain[] = "{\"check\":1,\"other\":\"run\"}";

static void assertFound(AsStore *store) {
  AsRecord expected[3];
  char points[3][32];
  for (int i = 0; i < 3; i++) {
    expected[i] = older(i);
    expected[i].point = strcpy(points[i], expected[i].point);
    assertOk(asRecordComplete(&expected[i], &error));
  }
  assertHolds(store, expected, 3);
}

static void theyAreUpgradedInPlace(void **state) {
  for (int version = 1; version <= 2; version++) {
    char name[16];
    snprintf(name, sizeof name, "older%d.db", version);
    const char *path = inFolder(name);
    makeStore(path, version, 3, plain);
    for (int i = 0; i < 2; i++) {
      AsStore *store = openStore(path);
      assertFound(store);
      AsThing thing = {.kind = "task", .key = "t"};
      assertOk(asStorePutThing(store, &thing, &error));
      asStoreClose(store);
    }
    execute(path, "SELECT run FROM records; SELECT data FROM things");
  }
}

static void theyAreReadAsTheyAre(void **state) {
  for (int version = 1; version <= 2; version++) {
    char name[16];
    snprintf(name, sizeof name, "older%d.db", version);
    const char *path = inFolder(name);
    makeStore(path, version, 3, plain);
    AsText before = {0}, after = {0};
    assertOk(asReadFile(path, &before, &error));
    AsStore *store;
    assertOk(asStoreOpenReadOnly(path, &store, &error));
    assertFound(store);
    AsRecord other = numbered(1);
    assert_int_equal(asStorePut(store, &other, &error), AS_IO);
    assertContains(error.message, "it is read-only");
    asStoreClose(store);
    assertOk(asReadFile(path, &after, &error));
    assert_int_equal(before.length, after.length);
    assert_memory_equal(before.data, after.data, before.length);
    asTextFree(&before);
    asTextFree(&after);
  }
}

typedef struct Last {
  AsStore *store;
  AsText text;
} Last;

static AsStatus takeLast(const AsRecord *record, void *context,
                         AsError *error) {
  Last *last = context;
  asTextClear(&last->text);
  asTextFormat(&last->text, "%s %s", record->run, record->extra);
  return asStorePut(last->store, record, error);
}

/// Version 2 keeps `run` of records of version 3 with the keys that it does not
/// know.
static void theirUnknownKeysBecomeFields(void **state) {
  static const struct {
    const char *extra, *found;
  } cases[] = {
      {"{\"run\":\"ab\",\"check\":1}", "ab {\"check\":1}"},
      {"{\"run\":7,\"check\":1}", " {\"check\":1}"},
      {"{\"check\":1}", " {\"check\":1}"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    char name[16];
    snprintf(name, sizeof name, "keys%zu.db", i);
    makeStore(inFolder(name), 2, 1, cases[i].extra);
    Last last = {.store = openStore(inFolder(name))};
    assertOk(asStoreVisit(last.store, &(AsRecordQuery){0}, takeLast, &last,
                          &error)); // Which puts it again.
    assert_string_equal(last.text.data, cases[i].found);
    asTextFree(&last.text);
    asStoreClose(last.store);
  }
}

//===----------------------------------------------------------------------===//
// kill -9
//===----------------------------------------------------------------------===//

static int writesLeft;

static ssize_t dyingWrite(int file, const void *bytes, size_t size,
                          off_t offset) {
  if (writesLeft-- == 0)
    kill(getpid(), SIGKILL);
  return pwrite(file, bytes, size, offset);
}

/// Whether a process that opens the store gets that done before it dies, at a
/// write of SQLite's.
static bool opensWith(const char *path, int writes) {
  pid_t child = fork();
  if (child == 0) {
    writesLeft = writes;
    sqlite3_initialize();
    sqlite3_vfs *system = sqlite3_vfs_find(NULL);
    sqlite3_syscall_ptr call = (sqlite3_syscall_ptr)dyingWrite;
    const char *names[] = {"pwrite", "pwrite64"}; // It uses one of them.
    for (size_t i = 0; i < COUNT(names); i++)
      if (system->xSetSystemCall(system, names[i], call) != SQLITE_OK)
        _exit(2);
    AsStore *store = NULL;
    bool opened = asStoreOpen(path, &store, &error) == AS_OK;
    asStoreClose(store);
    _exit(opened ? 0 : 2);
  }
  int status;
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFSIGNALED(status) ? WTERMSIG(status) == SIGKILL
                                  : WEXITSTATUS(status) == 0);
  return !WIFSIGNALED(status);
}

static int queryInt(sqlite3 *database, const char *sql) {
  sqlite3_stmt *row = NULL;
  assert_int_equal(sqlite3_prepare_v2(database, sql, -1, &row, NULL),
                   SQLITE_OK);
  assert_int_equal(sqlite3_step(row), SQLITE_ROW);
  int number = sqlite3_column_int(row, 0);
  sqlite3_finalize(row);
  return number;
}

/// The schema is whole, of one version or the other.
static int assertWhole(const char *path, int count) {
  sqlite3 *database;
  assert_int_equal(sqlite3_open(path, &database), SQLITE_OK);
  int version = queryInt(database, "PRAGMA user_version");
  int columns = queryInt(database, "SELECT count(*) FROM "
                                   "pragma_table_info('records')");
  int things = queryInt(database, "SELECT count(*) FROM sqlite_master "
                                  "WHERE name='things'");
  assert_int_equal(queryInt(database, "SELECT count(*) FROM records"), count);
  assert_true(version == 2 || version == 3);
  assert_int_equal(columns, AS_NUM_RECORD_FIELDS - (version == 2));
  assert_int_equal(things, version == 3);
  sqlite3_close(database);
  return version;
}

/// Dies at each of the writes in turn. Where the store is then still of version
/// 2, a program of that version could go on.
static void killsLeaveOneVersionOrTheOther(void **state) {
  enum { count = 200 };
  int kills = 0, versions[4] = {0};
  for (bool opened = false; !opened; kills++) {
    char name[16];
    snprintf(name, sizeof name, "k%d.db", kills);
    const char *path = inFolder(name);
    makeStore(path, 2, count, "{\"run\":\"ab\"}");
    opened = opensWith(path, kills);
    versions[assertWhole(path, count)]++;
    AsStore *store = openStore(path);
    assert_int_equal(countRecords(store), count);
    asStoreClose(store);
  }
  assert_true(kills > 3);
  assert_true(versions[2] > 0 && versions[3] > 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(theyAreUpgradedInPlace),
      TEST(theyAreReadAsTheyAre),
      TEST(theirUnknownKeysBecomeFields),
      TEST(killsLeaveOneVersionOrTheOther),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
