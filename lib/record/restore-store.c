//===- restore-store.c - A store whose file has gone
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Somebody may delete or rename a store, or put another one in its place, while
// a search uses it. The search would then go on writing to a file that nobody
// finds. So each put looks first whether the path still names the open file.
// Where it does not, all records are put into the store that the path names
// now, which is made if need be.
//
// The log and its index (PATH-wal, PATH-shm) belong to the old database, though
// SQLite would take them for the new one's. They are removed if they are still
// those that this process has open. The open connection goes on reading them.
// Processes that use one store do this one after the other: they lock its
// folder.
//
//===----------------------------------------------------------------------===//

#include "record/sqlite-store.h"
#include "support/arena.h"
#include <fcntl.h>
#include <libgen.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

static bool names(const char *path, const struct stat *file) {
  struct stat now;
  return stat(path, &now) == 0 && now.st_ino == file->st_ino &&
         now.st_dev == file->st_dev;
}

static void note(const char *path, const char *suffix, struct stat *file) {
  AsText name = {0};
  asTextFormat(&name, "%s%s", path, suffix);
  if (file->st_ino == 0 && stat(name.data, file) != 0)
    *file = (struct stat){0};
  asTextFree(&name);
}

void asSqliteNoteLog(SqliteStore *store) {
  note(store->path, "-wal", &store->log);
  note(store->path, "-shm", &store->index);
}

static void removeOwn(const char *path, const char *suffix,
                      const struct stat *file) {
  AsText name = {0};
  asTextFormat(&name, "%s%s", path, suffix);
  if (names(name.data, file))
    unlink(name.data);
  asTextFree(&name);
}

static AsStatus putInto(const AsRecord *record, void *store, AsError *error) {
  AsStore *into = store;
  return into->functions->put(into, record, error);
}

static AsStatus putThingInto(const AsThing *thing, void *store,
                             AsError *error) {
  AsStore *into = store;
  return into->functions->putThing(into, thing, error);
}

/// In one transaction, as there may be thousands.
static AsStatus copyAll(SqliteStore *from, SqliteStore *into, AsError *error) {
  const char *doing = "write a record to";
  AsRecordQuery all = {0};
  AsStatus status = asSqliteExecute(into, doing, "BEGIN IMMEDIATE", error);
  if (status == AS_OK)
    status = from->base.functions->visit(&from->base, &all, putInto,
                                         &into->base, error);
  if (status == AS_OK)
    status = from->base.functions->visitThings(
        &from->base, NULL, NULL, putThingInto, &into->base, error);
  if (status == AS_OK)
    status = asSqliteExecute(into, doing, "COMMIT", error);
  return status;
}

/// Goes on with the connection of `other`, and frees what is left. A visit may
/// still read from the old one, which SQLite closes after that. It must not
/// remove the log as it does so: the path names another one.
static void adopt(SqliteStore *store, SqliteStore *other) {
  sqlite3_db_config(store->database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
  sqlite3_finalize(store->put);
  sqlite3_finalize(store->putThing);
  sqlite3_close_v2(store->database);
  store->put = other->put;
  store->putThing = other->putThing;
  store->database = other->database;
  store->file = other->file;
  store->log = other->log;
  store->index = other->index;
  store->base.wasRestored = true;
  other->put = NULL;
  other->putThing = NULL;
  other->database = NULL;
  asStoreClose(&other->base);
}

static AsStatus restore(SqliteStore *store, AsError *error) {
  removeOwn(store->path, "-wal", &store->log);
  removeOwn(store->path, "-shm", &store->index);
  AsStore *opened = NULL;
  AsStatus status = asStoreOpen(store->path, &opened, error);
  if (status == AS_OK)
    status = copyAll(store, (SqliteStore *)opened, error);
  if (status == AS_OK)
    adopt(store, (SqliteStore *)opened);
  else
    asStoreClose(opened);
  return status;
}

/// A descriptor that holds the lock on the store's folder, or -1 where there is
/// no folder any more.
static int lockFolder(const char *path) {
  char *copy = asCopyString(path);
  int folder = open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  free(copy);
  if (folder >= 0)
    flock(folder, LOCK_EX);
  return folder;
}

AsStatus asSqliteKeepInPlace(SqliteStore *store, AsError *error) {
  if (store->file.st_ino == 0 || names(store->path, &store->file))
    return AS_OK;
  int folder = lockFolder(store->path);
  AsStatus status = restore(store, error);
  if (folder >= 0)
    close(folder);
  return status ? asFailContext(error,
                                "the store was deleted or renamed meanwhile")
                : AS_OK;
}
