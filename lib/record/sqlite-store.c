//===- sqlite-store.c - The store in an SQLite database
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The embedded default. Columns are the fields of a record under their own
// names; outcomes are stored by name and times as a JSON array, so that the
// sqlite3 shell can ask about them.
//
//===----------------------------------------------------------------------===//

#include "record/sqlite-store.h"
#include "record/canonical-json.h"
#include "record/record-fields.h"
#include "record/store-path.h"
#include "support/arena.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

//===----------------------------------------------------------------------===//
// Put
//===----------------------------------------------------------------------===//

/// Appends the version of the check that a record names, as SQL. A store from
/// elsewhere may hold anything.
static void appendCheck(const char *record, AsText *sql) {
  asTextFormat(sql,
               "CASE WHEN json_valid(%s.extra) THEN CAST(coalesce("
               "json_extract(%s.extra, '$.check'), 0) AS INTEGER) ELSE 0 END",
               record, record);
}

/// When a record replaces the one with its address (docs/records.md): what is
/// wrong replaces all but what a later check has decided, and only a later
/// check replaces it; of the others a success is never lost to a failure.
static void appendRule(AsText *sql) {
  const char *ok = asOutcomeName(AS_OUTCOME_OK);
  const char *wrong = asOutcomeName(AS_OUTCOME_WRONG_ANSWER);
  asTextFormat(sql,
               " WHERE CASE WHEN excluded.outcome = '%s' THEN "
               "records.outcome NOT IN ('%s', '%s') OR ",
               wrong, ok, wrong);
  appendCheck("excluded", sql);
  asTextAppendString(sql, " >= ");
  appendCheck("records", sql);
  asTextFormat(sql, " WHEN records.outcome = '%s' THEN ", wrong);
  appendCheck("excluded", sql);
  asTextAppendString(sql, " > ");
  appendCheck("records", sql);
  asTextFormat(sql,
               " ELSE excluded.outcome = '%s' OR records.outcome <> '%s' END",
               ok, ok);
}

/// One statement decides and writes, so the rule holds between processes too.
static AsStatus preparePut(SqliteStore *store, AsError *error) {
  AsText sql = {0};
  asTextAppendString(&sql, "INSERT INTO records(");
  asSqliteAppendColumns(&sql, 0, AS_NUM_RECORD_FIELDS);
  asTextAppendString(&sql, ") VALUES(");
  for (int i = 0; i < AS_NUM_RECORD_FIELDS; i++)
    asTextAppendString(&sql, i ? ",?" : "?");
  asTextAppendString(&sql, ") ON CONFLICT(");
  asSqliteAppendColumns(&sql, 0, AS_NUM_ADDRESS_FIELDS);
  asTextAppendString(&sql, ") DO UPDATE SET ");
  for (int i = AS_NUM_ADDRESS_FIELDS; i < AS_NUM_RECORD_FIELDS; i++)
    asTextFormat(&sql, "%s%s=excluded.%s", i > AS_NUM_ADDRESS_FIELDS ? "," : "",
                 asRecordFields[i].name, asRecordFields[i].name);
  appendRule(&sql);
  AsStatus status = AS_OK;
  if (sqlite3_prepare_v3(store->database, sql.data, -1,
                         SQLITE_PREPARE_PERSISTENT, &store->put,
                         NULL) != SQLITE_OK)
    status = asSqliteFail(store, "open", error);
  asTextFree(&sql);
  return status;
}

/// Texts are lent to SQLite until the bindings are cleared.
static int bindText(SqliteStore *store, int column, const char *text) {
  return sqlite3_bind_text(store->put, column, text, -1, SQLITE_STATIC);
}

static int bindField(SqliteStore *store, const AsRecord *record, int index) {
  const AsRecordField *field = &asRecordFields[index];
  int column = index + 1;
  switch (field->kind) {
  case AS_RECORD_STRING:
  case AS_RECORD_OBJECT:
  case AS_RECORD_EXTRA:
    return bindText(store, column,
                    AS_RECORD_MEMBER(const char *, record, field));
  case AS_RECORD_OUTCOME:
    return bindText(store, column, asOutcomeName(record->outcome));
  case AS_RECORD_TIMES:
    asTextClear(&store->times);
    asJsonAppendNumbers(&store->times, record->times, record->numTimes);
    return bindText(store, column, store->times.data);
  case AS_RECORD_BOOL:
    return sqlite3_bind_int(store->put, column,
                            AS_RECORD_MEMBER(bool, record, field));
  case AS_RECORD_REAL: // SQLite makes a NULL of a NaN.
  case AS_RECORD_SECONDS:
    return sqlite3_bind_double(store->put, column,
                               AS_RECORD_MEMBER(double, record, field));
  case AS_RECORD_INT:
  case AS_RECORD_UINT: // The same 64 bits.
    return sqlite3_bind_int64(store->put, column,
                              AS_RECORD_MEMBER(int64_t, record, field));
  }
  return SQLITE_MISUSE;
}

AsStatus asSqliteCanPut(SqliteStore *store, AsError *error) {
  return store->put ? asSqliteKeepInPlace(store, error)
                    : asFail(error, AS_IO,
                             "cannot write a record to '%s': it is read-only",
                             store->path);
}

static AsStatus putRecord(AsStore *base, const AsRecord *record,
                          AsError *error) {
  SqliteStore *store = (SqliteStore *)base;
  AsStatus status = asSqliteCanPut(store, error);
  if (status)
    return status;
  int code = SQLITE_OK;
  for (int i = 0; i < AS_NUM_RECORD_FIELDS && code == SQLITE_OK; i++)
    code = bindField(store, record, i);
  if (code != SQLITE_OK || sqlite3_step(store->put) != SQLITE_DONE)
    status = asSqliteFail(store, "write a record to", error);
  else
    asSqliteNoteLog(store);
  sqlite3_reset(store->put);
  sqlite3_clear_bindings(store->put);
  return status;
}

AsStatus asSqliteRemove(SqliteStore *store, const char *sql,
                        const char *const *values, int numValues,
                        AsError *error) {
  AsStatus status = asSqliteCanPut(store, error);
  if (status)
    return status;
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2(store->database, sql, -1, &statement, NULL);
  for (int i = 0; i < numValues && code == SQLITE_OK; i++)
    code = sqlite3_bind_text(statement, i + 1, values[i], -1, SQLITE_STATIC);
  if (code != SQLITE_OK || sqlite3_step(statement) != SQLITE_DONE)
    status = asSqliteFail(store, "remove a record from", error);
  sqlite3_finalize(statement);
  return status;
}

static AsStatus removeRecord(AsStore *base, const AsRecord *record,
                             AsError *error) {
  const char *values[AS_NUM_ADDRESS_FIELDS];
  AsText sql = {0};
  asTextAppendString(&sql, "DELETE FROM records WHERE ");
  for (int i = 0; i < AS_NUM_ADDRESS_FIELDS; i++) {
    const AsRecordField *field = &asRecordFields[i];
    values[i] = AS_RECORD_MEMBER(const char *, record, field);
    asTextFormat(&sql, "%s%s=?%d", i ? " AND " : "", field->name, i + 1);
  }
  AsStatus status = asSqliteRemove((SqliteStore *)base, sql.data, values,
                                   AS_NUM_ADDRESS_FIELDS, error);
  asTextFree(&sql);
  return status;
}

//===----------------------------------------------------------------------===//
// Visit
//===----------------------------------------------------------------------===//

/// What is not as asStorePut wrote it.
static AsStatus failColumn(SqliteStore *store, const AsRecordField *field,
                           const char *text, AsError *error) {
  return asFail(error, AS_IO,
                "the store of records '%s' holds a record whose '%s' this "
                "as-opt cannot read: %s",
                store->path, field->name, text);
}

static bool readTimes(const char *text, AsText *times, AsRecord *record) {
  const char *why;
  cJSON *array = asJsonParse(text, &why);
  asTextClear(times);
  bool ok = asJsonReadNumbers(array, times);
  cJSON_Delete(array);
  record->times = (const double *)times->data;
  record->numTimes = times->length / sizeof(double);
  return ok;
}

const char *asSqliteColumnText(sqlite3_stmt *row, int column) {
  const char *text = (const char *)sqlite3_column_text(row, column);
  return text ? text : "";
}

static AsStatus readColumn(SqliteStore *store, sqlite3_stmt *row, int column,
                           AsText *times, AsRecord *record, AsError *error) {
  const AsRecordField *field = &asRecordFields[column];
  switch (field->kind) {
  case AS_RECORD_STRING:
  case AS_RECORD_OBJECT:
  case AS_RECORD_EXTRA:
    AS_RECORD_MEMBER(const char *, record, field) =
        asSqliteColumnText(row, column);
    break;
  case AS_RECORD_OUTCOME: {
    const char *name = asSqliteColumnText(row, column);
    record->outcome = asOutcomeFromName(name);
    if (record->outcome == AS_NUM_OUTCOMES)
      return failColumn(store, field, name, error);
    break;
  }
  case AS_RECORD_TIMES: {
    const char *array = asSqliteColumnText(row, column);
    if (!readTimes(array, times, record))
      return failColumn(store, field, array, error);
    break;
  }
  case AS_RECORD_BOOL:
    AS_RECORD_MEMBER(bool, record, field) = sqlite3_column_int(row, column);
    break;
  case AS_RECORD_REAL: // A NaN was stored as NULL.
  case AS_RECORD_SECONDS:
    AS_RECORD_MEMBER(double, record, field) =
        sqlite3_column_type(row, column) == SQLITE_NULL
            ? NAN
            : sqlite3_column_double(row, column);
    break;
  case AS_RECORD_INT:
  case AS_RECORD_UINT:
    AS_RECORD_MEMBER(int64_t, record, field) =
        sqlite3_column_int64(row, column);
    break;
  }
  return AS_OK;
}

static AsStatus readRow(SqliteStore *store, sqlite3_stmt *row, AsText *times,
                        AsRecord *record, AsError *error) {
  AsStatus status = AS_OK;
  for (int i = 0; i < AS_NUM_RECORD_FIELDS && status == AS_OK; i++)
    status = readColumn(store, row, i, times, record, error);
  if (status == AS_OK && sqlite3_errcode(store->database) == SQLITE_NOMEM)
    status = asSqliteFail(store, "read", error);
  return status;
}

static sqlite3_stmt *prepareVisit(SqliteStore *store,
                                  const AsRecordQuery *query) {
  const struct {
    const char *column, *value;
  } conditions[] = {{"task", query->task},
                    {"target", query->target},
                    {"compiler", query->compiler}};
  const int numConditions = sizeof conditions / sizeof *conditions;
  AsText sql = {0};
  asTextAppendString(&sql, "SELECT ");
  asSqliteAppendColumns(&sql, 0, AS_NUM_RECORD_FIELDS);
  asTextAppendString(&sql, " FROM records WHERE true");
  for (int i = 0; i < numConditions; i++)
    if (conditions[i].value)
      asTextFormat(&sql, " AND %s = ?%d", conditions[i].column, i + 1);
  asTextAppendString(&sql, " ORDER BY ");
  asSqliteAppendColumns(&sql, 0, AS_NUM_ADDRESS_FIELDS);

  sqlite3_stmt *statement = NULL;
  int code =
      sqlite3_prepare_v2(store->database, sql.data, -1, &statement, NULL);
  for (int i = 0; i < numConditions && code == SQLITE_OK; i++)
    if (conditions[i].value)
      code = sqlite3_bind_text(statement, i + 1, conditions[i].value, -1,
                               SQLITE_STATIC);
  asTextFree(&sql);
  if (code == SQLITE_OK)
    return statement;
  sqlite3_finalize(statement);
  return NULL;
}

static AsStatus visitRecords(AsStore *base, const AsRecordQuery *query,
                             AsRecordVisitor visitor, void *context,
                             AsError *error) {
  SqliteStore *store = (SqliteStore *)base;
  sqlite3_stmt *row = prepareVisit(store, query);
  if (!row)
    return asSqliteFail(store, "read", error);
  AsText times = {0}; // Not the store's: a visitor may put.
  AsStatus status = AS_OK;
  int code = SQLITE_ROW;
  while (status == AS_OK && (code = sqlite3_step(row)) == SQLITE_ROW) {
    AsRecord record = {0};
    status = readRow(store, row, &times, &record, error);
    if (status == AS_OK)
      status = visitor(&record, context, error);
  }
  if (status == AS_OK && code != SQLITE_DONE)
    status = asSqliteFail(store, "read", error);
  sqlite3_finalize(row);
  asTextFree(&times);
  return status;
}

//===----------------------------------------------------------------------===//
// Transactions
//===----------------------------------------------------------------------===//

static AsStatus begin(AsStore *base, AsError *error) {
  SqliteStore *store = (SqliteStore *)base;
  AsStatus status = asSqliteCanPut(store, error);
  return status ? status
                : asSqliteExecute(store, "write to", "BEGIN IMMEDIATE", error);
}

static AsStatus end(AsStore *base, bool keeps, AsError *error) {
  SqliteStore *store = (SqliteStore *)base;
  AsStatus status = AS_OK;
  // There is none where the file has gone, and all was put into another one.
  if (keeps && !sqlite3_get_autocommit(store->database))
    status = asSqliteExecute(store, "write to", "COMMIT", error);
  if (!sqlite3_get_autocommit(store->database))
    sqlite3_exec(store->database, "ROLLBACK", NULL, NULL, NULL);
  return status;
}

//===----------------------------------------------------------------------===//
// Open and close
//===----------------------------------------------------------------------===//

static void closeStore(AsStore *base) {
  SqliteStore *store = (SqliteStore *)base;
  sqlite3_finalize(store->put);
  sqlite3_finalize(store->putThing);
  sqlite3_close(store->database);
  asTextFree(&store->times);
  free(store->path);
  free(store);
}

static SqliteStore *createStore(const char *path) {
  static const AsStoreFunctions functions = {putRecord,
                                             visitRecords,
                                             asSqlitePutThing,
                                             asSqliteVisitThings,
                                             removeRecord,
                                             asSqliteRemoveThing,
                                             begin,
                                             end,
                                             closeStore};
  SqliteStore *store = asAlloc(sizeof *store);
  store->base.functions = &functions;
  store->path = asCopyString(path);
  return store;
}

/// Gives the store away, or frees it after a failure.
static AsStatus giveStore(SqliteStore *store, AsStatus status,
                          AsStore **result) {
  if (status == AS_OK)
    *result = &store->base;
  else
    closeStore(&store->base);
  return status;
}

static AsStatus openDatabase(SqliteStore *store, AsError *error) {
  if (sqlite3_open_v2(store->path, &store->database,
                      SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
                      NULL) != SQLITE_OK)
    return asSqliteFail(store, "open", error);
  // SQLite would open it all the same, and fail at the first trial's end.
  if (sqlite3_db_readonly(store->database, "main"))
    return asFail(error, AS_IO, "cannot open '%s': it is read-only",
                  store->path);
  return AS_OK;
}

/// SQLite would wait for the other end of a pipe.
static AsStatus checkKind(const char *path, AsError *error) {
  struct stat file;
  return stat(path, &file) == 0 && !S_ISREG(file.st_mode)
             ? asFail(error, AS_IO,
                      "cannot open '%s': it must be a file, to keep records "
                      "in; choose one with --records=FILE",
                      path)
             : AS_OK;
}

AsStatus asStoreOpen(const char *path, AsStore **result, AsError *error) {
  *result = NULL;
  if (!*path)
    return asFail(error, AS_INVALID_INPUT,
                  "the name of the store of records is empty");
  AsStatus status = asStoreMakeFolder(path, error);
  if (!status)
    status = checkKind(path, error);
  if (status)
    return status;
  SqliteStore *store = createStore(path);
  status = openDatabase(store, error);
  if (status == AS_OK)
    status = asSqlitePrepare(store, error);
  if (status == AS_OK)
    status = preparePut(store, error);
  if (status == AS_OK)
    status = asSqlitePrepareThings(store, error);
  if (status == AS_OK && stat(path, &store->file) != 0)
    store->file = (struct stat){0}; // One in memory.
  return giveStore(store, status, result);
}

/// Goes on with a copy in memory of the open database, and brings that up to
/// date: the file may only be read.
static AsStatus upgradeCopy(SqliteStore *store, AsError *error) {
  sqlite3 *file = store->database;
  sqlite3_backup *backup = NULL;
  store->database = NULL;
  if (sqlite3_open(":memory:", &store->database) == SQLITE_OK)
    backup = sqlite3_backup_init(store->database, "main", file, "main");
  sqlite3_backup_step(backup, -1);
  AsStatus status = sqlite3_backup_finish(backup) == SQLITE_OK && backup
                        ? asSqlitePrepare(store, error)
                        : asSqliteFail(store, "read", error);
  sqlite3_close(file);
  return status;
}

/// Opens the database by a URI, which can say more than a path.
static AsStatus openUri(SqliteStore *store, const char *query, AsError *error) {
  AsText uri = {0};
  asTextAppendString(&uri, "file:");
  for (const char *c = store->path; *c; c++)
    asTextFormat(&uri, strchr("%?#", *c) ? "%%%02x" : "%c", *c);
  asTextAppendString(&uri, query);
  int code = sqlite3_open_v2(uri.data, &store->database,
                             SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL);
  asTextFree(&uri);
  bool isOlder = false;
  AsStatus status = code == SQLITE_OK ? asSqliteCheck(store, &isOlder, error)
                                      : asSqliteFail(store, "open", error);
  return status == AS_OK && isOlder ? upgradeCopy(store, error) : status;
}

/// Whether something has been committed that is not in the database's own file.
static bool hasLog(const char *path) {
  AsText log = {0};
  asTextFormat(&log, "%s-wal", path);
  struct stat file;
  bool has = stat(log.data, &file) == 0 && file.st_size > 0;
  asTextFree(&log);
  return has;
}

/// Whether the last failure may be one of the moment: the log was there, and it
/// or its index with its last user gone before both were opened.
static bool isBetween(const SqliteStore *store) {
  int code = store->database ? sqlite3_errcode(store->database) & 0xff : 0;
  return code == SQLITE_CANTOPEN || code == SQLITE_READONLY;
}

/// In WAL mode readers, too, open two files beside the store, and would make
/// them where they are missing. A reader's would then be in the way of those
/// who may write to the store, and on a full disk or in a folder of another
/// user they cannot be made; so what nobody uses is read without them.
AsStatus asStoreOpenReadOnly(const char *path, AsStore **result,
                             AsError *error) {
  *result = NULL;
  AsStatus status = checkKind(path, error);
  if (status)
    return status;
  enum { mostTries = 20, pauseMilliseconds = 5 };
  for (int tries = 1;; tries++) {
    SqliteStore *store = createStore(path);
    status = openUri(store,
                     hasLog(path) ? "?mode=ro&readonly_shm=1"
                                  : "?mode=ro&immutable=1",
                     error);
    bool ends = status == AS_OK || tries == mostTries || !isBetween(store);
    if (ends)
      return giveStore(store, status, result);
    closeStore(&store->base);
    sqlite3_sleep(pauseMilliseconds);
  }
}
