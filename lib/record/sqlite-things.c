//===- sqlite-things.c - Things in the SQLite store
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All kinds are rows of one table, so that a store of this version keeps the
// kinds of a later one. What is in `data` can be asked for by json_extract.
//
//===----------------------------------------------------------------------===//

#include "record/sqlite-store.h"

AsStatus asSqlitePrepareThings(SqliteStore *store, AsError *error) {
  static const char sql[] =
      "INSERT INTO things(kind,key,data,bytes) VALUES(?1,?2,?3,?4) "
      "ON CONFLICT(kind,key) DO UPDATE SET data=?3,bytes=?4 "
      "WHERE data<>?3 OR bytes<>?4";
  return sqlite3_prepare_v3(store->database, sql, -1, SQLITE_PREPARE_PERSISTENT,
                            &store->putThing, NULL) == SQLITE_OK
             ? AS_OK
             : asSqliteFail(store, "open", error);
}

/// Texts and bytes are lent to SQLite until the bindings are cleared.
static int bindThing(sqlite3_stmt *put, const AsThing *thing) {
  const char *texts[] = {thing->kind, thing->key, thing->data};
  int code = SQLITE_OK;
  for (int i = 0; i < 3 && code == SQLITE_OK; i++)
    code = sqlite3_bind_text(put, i + 1, texts[i], -1, SQLITE_STATIC);
  return code == SQLITE_OK ? sqlite3_bind_blob(put, 4, thing->bytes,
                                               (int)thing->size, SQLITE_STATIC)
                           : code;
}

AsStatus asSqlitePutThing(AsStore *base, const AsThing *thing, AsError *error) {
  SqliteStore *store = (SqliteStore *)base;
  AsStatus status = asSqliteCanPut(store, error);
  if (status)
    return status;
  if (bindThing(store->putThing, thing) != SQLITE_OK ||
      sqlite3_step(store->putThing) != SQLITE_DONE)
    status = asSqliteFail(store, "write to", error);
  else
    asSqliteNoteLog(store);
  sqlite3_reset(store->putThing);
  sqlite3_clear_bindings(store->putThing);
  return status;
}

AsStatus asSqliteRemoveThing(AsStore *base, const char *kind, const char *key,
                             AsError *error) {
  const char *values[] = {kind, key};
  return asSqliteRemove((SqliteStore *)base,
                        "DELETE FROM things WHERE kind=?1 AND key=?2", values,
                        2, error);
}

/// Reads the thing of a row. A store from elsewhere may hold anything.
static AsStatus readThing(SqliteStore *store, sqlite3_stmt *row, AsThing *thing,
                          AsError *error) {
  *thing = (AsThing){.kind = asSqliteColumnText(row, 0),
                     .key = asSqliteColumnText(row, 1),
                     .data = asSqliteColumnText(row, 2),
                     .bytes = sqlite3_column_blob(row, 3),
                     .size = (size_t)sqlite3_column_bytes(row, 3)};
  if (sqlite3_errcode(store->database) == SQLITE_NOMEM)
    return asSqliteFail(store, "read", error);
  AsError why = {0};
  return asThingComplete(thing, &why) == AS_OK
             ? AS_OK
             : asFail(error, AS_IO,
                      "the store of records '%s' holds a %s that this as-opt "
                      "cannot read: %s",
                      store->path, thing->kind, why.message);
}

/// A condition on a column that is not asked about would keep SQLite from using
/// the index.
static sqlite3_stmt *prepareVisit(SqliteStore *store, const char *kind,
                                  const char *key) {
  AsText sql = {0};
  asTextAppendString(&sql, "SELECT kind,key,data,bytes FROM things WHERE true");
  asTextAppendString(&sql, kind ? " AND kind=?1" : "");
  asTextAppendString(&sql, key ? " AND key=?2" : "");
  asTextAppendString(&sql, " ORDER BY kind,key");
  sqlite3_stmt *row = NULL;
  int code = sqlite3_prepare_v2(store->database, sql.data, -1, &row, NULL);
  if (code == SQLITE_OK && kind)
    code = sqlite3_bind_text(row, 1, kind, -1, SQLITE_STATIC);
  if (code == SQLITE_OK && key)
    code = sqlite3_bind_text(row, 2, key, -1, SQLITE_STATIC);
  asTextFree(&sql);
  if (code == SQLITE_OK)
    return row;
  sqlite3_finalize(row);
  return NULL;
}

AsStatus asSqliteVisitThings(AsStore *base, const char *kind, const char *key,
                             AsThingVisitor visitor, void *context,
                             AsError *error) {
  SqliteStore *store = (SqliteStore *)base;
  sqlite3_stmt *row = prepareVisit(store, kind, key);
  if (!row)
    return asSqliteFail(store, "read", error);
  AsStatus status = AS_OK;
  int code = SQLITE_ROW;
  while (status == AS_OK && (code = sqlite3_step(row)) == SQLITE_ROW) {
    AsThing thing;
    status = readThing(store, row, &thing, error);
    if (status == AS_OK)
      status = visitor(&thing, context, error);
  }
  if (status == AS_OK && code != SQLITE_DONE)
    status = asSqliteFail(store, "read", error);
  sqlite3_finalize(row);
  return status;
}
