//===- sqlite-store.h - The parts of the SQLite store
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// store-schema.c makes sure that a file is a store, sqlite-store.c reads and
// writes its records and sqlite-things.c the rest, restore-store.c writes it
// again where its file has gone.
//
//===----------------------------------------------------------------------===//

#ifndef AS_RECORD_SQLITE_STORE_H
#define AS_RECORD_SQLITE_STORE_H

#include "record/store.h"
#include "support/text.h"
#include <sqlite3.h>
#include <sys/stat.h>

typedef struct SqliteStore {
  AsStore base;
  char *path;             ///< As the user gave it, for messages.
  sqlite3 *database;      ///< NULL if even that could not be had.
  sqlite3_stmt *put;      ///< Prepared once; NULL where the store is read-only.
  sqlite3_stmt *putThing; ///< Likewise.
  AsText times;           ///< Of the record being put, as JSON text.
  struct stat file;  ///< The database's file; all zero where there is none.
  struct stat log;   ///< The files that WAL mode has beside it, once there was
  struct stat index; ///< a put.
} SqliteStore;

/// Fails with what SQLite says of its last call, in words that a user can act
/// on; `doing` completes "cannot ... 'path'".
AsStatus asSqliteFail(SqliteStore *store, const char *doing, AsError *error);

/// Makes the open database a store of records if it is empty, and prepares it
/// for use by many. If it is something else, fails and leaves it as it was.
AsStatus asSqlitePrepare(SqliteStore *store, AsError *error);

/// Fails unless the open database is a store of records; *isOlder says that it
/// is one of an earlier version.
AsStatus asSqliteCheck(SqliteStore *store, bool *isOlder, AsError *error);

/// Fails where the store is read-only. Else asSqliteKeepInPlace.
AsStatus asSqliteCanPut(SqliteStore *store, AsError *error);

/// Runs `sql`, which removes what has these values.
AsStatus asSqliteRemove(SqliteStore *store, const char *sql,
                        const char *const *values, int numValues,
                        AsError *error);

/// Text columns are NOT NULL; a NULL means that memory ran out, which the
/// connection remembers, and becomes "".
const char *asSqliteColumnText(sqlite3_stmt *row, int column);

// sqlite-things.c: what AsStoreFunctions has of things.
AsStatus asSqlitePrepareThings(SqliteStore *store, AsError *error);
AsStatus asSqlitePutThing(AsStore *base, const AsThing *thing, AsError *error);
AsStatus asSqliteRemoveThing(AsStore *base, const char *kind, const char *key,
                             AsError *error);
AsStatus asSqliteVisitThings(AsStore *base, const char *kind, const char *key,
                             AsThingVisitor visitor, void *context,
                             AsError *error);

/// Runs `sql`; `doing` is as for asSqliteFail.
AsStatus asSqliteExecute(SqliteStore *store, const char *doing, const char *sql,
                         AsError *error);

/// Where the database's file was deleted, renamed or replaced since it was
/// opened, puts all its records into the store that is there now, or into a new
/// one, and goes on with that.
AsStatus asSqliteKeepInPlace(SqliteStore *store, AsError *error);

/// Notes which files WAL mode has beside the database.
void asSqliteNoteLog(SqliteStore *store);

/// Appends the names of the fields from `first` to before `last`, separated by
/// commas.
void asSqliteAppendColumns(AsText *sql, int first, int last);

#endif // AS_RECORD_SQLITE_STORE_H
