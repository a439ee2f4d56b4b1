//===- sqlite-store.h - The SQLite store's two halves
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// store-schema.c makes sure that a file is a store, sqlite-store.c reads and
// writes it.
//
//===----------------------------------------------------------------------===//

#ifndef AS_RECORD_SQLITE_STORE_H
#define AS_RECORD_SQLITE_STORE_H

#include "record/store.h"
#include "support/text.h"
#include <sqlite3.h>

typedef struct SqliteStore {
  AsStore base;
  char *path;        ///< As the user gave it, for messages.
  sqlite3 *database; ///< NULL if even that could not be had.
  sqlite3_stmt *put; ///< Prepared once; NULL where the store is read-only.
  AsText times;      ///< Of the record being put, as JSON text.
} SqliteStore;

/// Fails with what SQLite says of its last call, in words that a user can act
/// on; `doing` completes "cannot ... 'path'".
AsStatus asSqliteFail(SqliteStore *store, const char *doing, AsError *error);

/// Makes the open database a store of records if it is empty, and prepares it
/// for use by many. If it is something else, fails and leaves it as it was.
AsStatus asSqlitePrepare(SqliteStore *store, AsError *error);

/// Fails unless the open database is a store of records.
AsStatus asSqliteCheck(SqliteStore *store, AsError *error);

/// Appends the names of the fields from `first` to before `last`, separated by
/// commas.
void asSqliteAppendColumns(AsText *sql, int first, int last);

#endif // AS_RECORD_SQLITE_STORE_H
