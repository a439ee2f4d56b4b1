//===- store-schema.c - Is this file a store of records?
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A store is known by the application_id and the user_version (the version of
// the schema) in the header of its file. The primary key of its records is
// their address, and as the table is kept in the order of that key, the order
// of a visit costs nothing. Rows of things may be large, so theirs is kept in
// the order in which they were put, with an index beside it.
//
//===----------------------------------------------------------------------===//

#include "record/record-fields.h"
#include "record/sqlite-store.h"
#include <string.h>

enum {
  applicationId = 0x61736f70, // "asop"
  schemaVersion = 3,
  busyMilliseconds = 10000,
};

#define AS_USE_ANOTHER                                                         \
  "choose another file with --records=OTHER, or move this one away"

AsStatus asSqliteFail(SqliteStore *store, const char *doing, AsError *error) {
  sqlite3 *database = store->database;
  switch (sqlite3_errcode(database) & 0xff) {
  case SQLITE_NOTADB:
    return asFail(error, AS_INVALID_INPUT,
                  "'%s' is not a store of records; " AS_USE_ANOTHER,
                  store->path);
  case SQLITE_CORRUPT:
    return asFail(error, AS_IO,
                  "the store of records '%s' is damaged; " AS_USE_ANOTHER,
                  store->path);
  case SQLITE_FULL:
    return asFail(error, AS_IO, "cannot %s '%s': the disk is full", doing,
                  store->path);
  case SQLITE_CANTOPEN: // The system's reason is that of SQLite's last try.
    return asFail(error, AS_IO,
                  "cannot %s '%s': you must be allowed to write both it and "
                  "its folder, and it must be a file",
                  doing, store->path);
  case SQLITE_READONLY: // The store itself was opened to be written.
    return asFail(error, AS_IO,
                  "cannot %s '%s': you must be allowed to write '%s-wal' and "
                  "'%s-shm' as well; where no process uses the store, and the "
                  "first is empty, remove both",
                  doing, store->path, store->path, store->path);
  case SQLITE_BUSY:
    return asFail(error, AS_IO,
                  "cannot %s '%s': another process has kept it locked for %d "
                  "seconds",
                  doing, store->path, busyMilliseconds / 1000);
  }
  int system = sqlite3_system_errno(database);
  return asFail(error, AS_IO, "cannot %s '%s': %s%s%s", doing, store->path,
                sqlite3_errmsg(database), system ? ": " : "",
                system ? strerror(system) : "");
}

void asSqliteAppendColumns(AsText *sql, int first, int last) {
  for (int i = first; i < last; i++)
    asTextFormat(sql, "%s%s", i > first ? "," : "", asRecordFields[i].name);
}

AsStatus asSqliteExecute(SqliteStore *store, const char *doing, const char *sql,
                         AsError *error) {
  if (sqlite3_exec(store->database, sql, NULL, NULL, NULL) != SQLITE_OK)
    return asSqliteFail(store, doing, error);
  return AS_OK;
}

static AsStatus execute(SqliteStore *store, const char *sql, AsError *error) {
  return asSqliteExecute(store, "open", sql, error);
}

/// The one integer that `sql` asks for.
static AsStatus queryInteger(SqliteStore *store, const char *sql, int *result,
                             AsError *error) {
  AsStatus status = AS_OK;
  sqlite3_stmt *statement = NULL;
  if (sqlite3_prepare_v2(store->database, sql, -1, &statement, NULL) !=
          SQLITE_OK ||
      sqlite3_step(statement) != SQLITE_ROW)
    status = asSqliteFail(store, "open", error);
  else
    *result = sqlite3_column_int(statement, 0);
  sqlite3_finalize(statement);
  return status;
}

#define AS_CREATE_THINGS                                                       \
  "CREATE TABLE things(kind TEXT NOT NULL,key TEXT NOT NULL,"                  \
  "data TEXT NOT NULL,bytes BLOB NOT NULL,PRIMARY KEY(kind,key))"

static AsStatus createSchema(SqliteStore *store, AsError *error) {
  AsText sql = {0};
  asTextFormat(&sql,
               "PRAGMA application_id=%d; PRAGMA user_version=%d;"
               "CREATE TABLE records(",
               applicationId, schemaVersion);
  for (int i = 0; i < AS_NUM_RECORD_FIELDS; i++)
    asTextFormat(&sql, "%s %s,", asRecordFields[i].name,
                 asRecordKindSqlType(asRecordFields[i].kind));
  asTextAppendString(&sql, "PRIMARY KEY(");
  asSqliteAppendColumns(&sql, 0, AS_NUM_ADDRESS_FIELDS);
  asTextAppendString(&sql, ")) WITHOUT ROWID; " AS_CREATE_THINGS);
  AsStatus status = execute(store, sql.data, error);
  asTextFree(&sql);
  return status;
}

/// What brings a store of version i + 1 to the next. To an as-opt of version 2
/// that imported records of version 3, their `run` was an unknown key.
static const char *const upgrades[schemaVersion - 1] = {
    "ALTER TABLE records ADD COLUMN seconds REAL NOT NULL DEFAULT 0",
    "ALTER TABLE records ADD COLUMN run TEXT NOT NULL DEFAULT '';"
    "UPDATE records SET run=CASE json_type(extra,'$.run') WHEN 'text' "
    "THEN json_extract(extra,'$.run') ELSE '' END,"
    "extra=json_remove(extra,'$.run') WHERE CASE WHEN json_valid(extra) "
    "THEN json_type(extra,'$.run') IS NOT NULL ELSE false END;" //
    AS_CREATE_THINGS,
};

static AsStatus upgradeSchema(SqliteStore *store, int version, AsError *error) {
  AsText sql = {0};
  for (; version < schemaVersion; version++)
    asTextFormat(&sql, "%s; PRAGMA user_version=%d;", upgrades[version - 1],
                 version + 1);
  AsStatus status = execute(store, asTextString(&sql), error);
  asTextFree(&sql);
  return status;
}

/// The version of its schema; 0 where the file is empty.
static AsStatus check(SqliteStore *store, int *schema, AsError *error) {
  int application = 0, version = 0, tables = 0;
  AsStatus status =
      queryInteger(store, "PRAGMA application_id", &application, error);
  if (status == AS_OK)
    status = queryInteger(store, "PRAGMA user_version", &version, error);
  if (status == AS_OK)
    status = queryInteger(store, "SELECT count(*) FROM sqlite_master", &tables,
                          error);
  if (status != AS_OK)
    return status;
  *schema = version;
  if (application == 0 && version == 0 && tables == 0)
    return AS_OK;
  if (application != applicationId)
    return asFail(error, AS_INVALID_INPUT,
                  "'%s' is a database of another program; " AS_USE_ANOTHER,
                  store->path);
  if (version > schemaVersion)
    return asFail(
        error, AS_INVALID_INPUT,
        "'%s' was written by a newer as-opt: its schema has version "
        "%d, and this as-opt knows versions up to %d; upgrade as-opt, "
        "or choose another file with --records=OTHER",
        store->path, version, schemaVersion);
  return AS_OK;
}

AsStatus asSqliteCheck(SqliteStore *store, bool *isOlder, AsError *error) {
  int version = 0;
  sqlite3_busy_timeout(store->database, busyMilliseconds);
  AsStatus status = check(store, &version, error);
  if (status == AS_OK && version == 0)
    status = asFail(error, AS_INVALID_INPUT, "'%s' is empty", store->path);
  *isOlder = version < schemaVersion;
  return status;
}

/// In WAL mode readers and a writer do not wait for each other. SQLite does not
/// wait its turn when several connections turn one file to it, so we do: all
/// but the first find it done.
static AsStatus turnToWal(SqliteStore *store, AsError *error) {
  enum { pauseMilliseconds = 5 };
  const char *sql = "PRAGMA journal_mode=WAL";
  int code = sqlite3_exec(store->database, sql, NULL, NULL, NULL);
  for (int waited = 0; code == SQLITE_BUSY && waited < busyMilliseconds;
       waited += pauseMilliseconds) {
    sqlite3_sleep(pauseMilliseconds);
    code = sqlite3_exec(store->database, sql, NULL, NULL, NULL);
  }
  return code == SQLITE_OK ? AS_OK : asSqliteFail(store, "open", error);
}

AsStatus asSqlitePrepare(SqliteStore *store, AsError *error) {
  sqlite3 *database = store->database;
  sqlite3_busy_timeout(database, busyMilliseconds);
  // Until the file is known to be ours, even closing it must not write to it.
  sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
  // One transaction, lest another process create the schema in between.
  int version = 0;
  AsStatus status = execute(store, "BEGIN IMMEDIATE", error);
  if (status == AS_OK)
    status = check(store, &version, error);
  if (status == AS_OK)
    status = version == 0 ? createSchema(store, error)
                          : upgradeSchema(store, version, error);
  if (status == AS_OK)
    status = execute(store, "COMMIT", error);
  if (status != AS_OK)
    return status; // Closing rolls back.
  sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, NULL);
  status = turnToWal(store, error);
  // NORMAL means that a commit is in the kernel's hands when it returns: it
  // outlives the process, though the last few may be lost, whole, when the
  // power fails.
  return status == AS_OK ? execute(store, "PRAGMA synchronous=NORMAL", error)
                         : status;
}
