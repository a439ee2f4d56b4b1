//===- object-cache.c - Object code that need not be built again
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each object is a file FOLDER/AB/CDEF..., by the digits of its key. The folder
// has 256 folders in it, as one of all objects would take long to read. A file
// is a line with the key, a hash of the object and more, then the object. It
// appears whole, by a rename, and the line tells what was damaged since. The
// time at which a file was modified is that of its last use.
//
// Objects are run. So a folder that belongs to another user is not read.
//
//===----------------------------------------------------------------------===//

#include "pool/object-cache.h"
#include "support/arena.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct AsObjectCache {
  AsText folder;
  size_t limit;
  size_t room;     ///< Bytes that may be put before files are counted again.
  bool isForeign;  ///< It is not this user's.
  AsError failure; ///< Ended the putting.
};

enum {
  NUM_FOLDERS = 256,
  SHARE = 8 ///< So many parts of the limit are kept free by an eviction.
};

AsObjectCache *asObjectCacheOpen(const char *folder, size_t limit) {
  AsObjectCache *cache = asAlloc(sizeof *cache);
  asTextAppendString(&cache->folder, folder);
  cache->limit = limit;
  struct stat status;
  cache->isForeign = stat(folder, &status) == 0 && status.st_uid != geteuid();
  if (cache->isForeign)
    asFail(&cache->failure, AS_IO, "'%s' belongs to another user", folder);
  return cache;
}

void asObjectCacheClose(AsObjectCache *cache) {
  if (!cache)
    return;
  asTextFree(&cache->folder);
  free(cache);
}

const AsError *asObjectCacheFailure(const AsObjectCache *cache) {
  return &cache->failure;
}

//===----------------------------------------------------------------------===//
// One object
//===----------------------------------------------------------------------===//

static AsText pathOf(const AsObjectCache *cache, AsHash key) {
  AsHashText digits = asHashFormat(key);
  AsText path = {0};
  asTextFormat(&path, "%s/%.2s/%s", cache->folder.data, digits.text,
               digits.text + 2);
  return path;
}

static const char magic[] = "as-opt object 1 ";

/// "as-opt object 1 SECONDS KEY HASH", the hash of the object.
static void appendHeader(AsText *text, AsHash key, double seconds,
                         const char *object, size_t length) {
  AsHash content = asHashBytes(asHashStart(), object, length);
  asTextFormat(text, "%s%.6f %s %s\n", magic, seconds, asHashFormat(key).text,
               asHashFormat(content).text);
}

/// Whether the file has all of the object of `key`; removes the header.
static bool takeObject(AsText *file, AsHash key, double *seconds) {
  const char *end = memchr(file->data, '\n', file->length);
  if (!end || strncmp(file->data, magic, strlen(magic)) != 0)
    return false;
  size_t begin = (size_t)(end + 1 - file->data), length = file->length - begin;
  *seconds = strtod(file->data + strlen(magic), NULL);
  AsText header = {0};
  appendHeader(&header, key, *seconds, end + 1, length);
  bool isWhole =
      header.length == begin && memcmp(header.data, file->data, begin) == 0;
  asTextFree(&header);
  memmove(file->data, end + 1, length + 1);
  file->length = length;
  return isWhole;
}

bool asObjectCacheGet(AsObjectCache *cache, AsHash key, AsText *object,
                      double *seconds) {
  if (cache->isForeign)
    return false;
  AsText path = pathOf(cache, key), file = {0};
  bool isFound = asReadFile(path.data, &file, NULL) == AS_OK;
  bool isWhole = isFound && file.length && takeObject(&file, key, seconds);
  if (isWhole) {
    utimensat(AT_FDCWD, path.data, NULL, 0);
    *object = file;
  } else {
    if (isFound)
      unlink(path.data);
    asTextFree(&file);
  }
  asTextFree(&path);
  return isWhole;
}

//===----------------------------------------------------------------------===//
// Bounding the size
//===----------------------------------------------------------------------===//

typedef struct Entry {
  char *path;
  struct timespec used;
  size_t size; ///< On the disk.
} Entry;

typedef struct EntryList {
  Entry *entries;
  size_t count, capacity, size;
} EntryList;

static void addEntry(EntryList *list, const char *path,
                     const struct stat *status) {
  if (list->count == list->capacity) {
    list->capacity = list->capacity ? 2 * list->capacity : 256;
    list->entries =
        asRealloc(list->entries, list->capacity * sizeof *list->entries);
  }
  size_t size = (size_t)status->st_blocks * 512;
  list->entries[list->count++] =
      (Entry){asCopyString(path), status->st_mtim, size};
  list->size += size;
}

static void listFolder(const char *folder, EntryList *list) {
  DIR *files = opendir(folder);
  if (!files)
    return;
  AsText path = {0};
  struct dirent *file;
  struct stat status;
  while ((file = readdir(files))) {
    asTextClear(&path);
    asTextFormat(&path, "%s/%s", folder, file->d_name);
    if (lstat(path.data, &status) == 0 && S_ISREG(status.st_mode))
      addEntry(list, path.data, &status);
  }
  closedir(files);
  asTextFree(&path);
}

static EntryList listAll(const AsObjectCache *cache) {
  EntryList list = {0};
  AsText folder = {0};
  for (unsigned f = 0; f < NUM_FOLDERS; f++) {
    asTextClear(&folder);
    asTextFormat(&folder, "%s/%02x", cache->folder.data, f);
    listFolder(folder.data, &list);
  }
  asTextFree(&folder);
  return list;
}

static int compareUse(const void *a, const void *b) {
  const struct timespec *first = &((const Entry *)a)->used,
                        *second = &((const Entry *)b)->used;
  if (first->tv_sec != second->tv_sec)
    return first->tv_sec < second->tv_sec ? -1 : 1;
  return (first->tv_nsec > second->tv_nsec) -
         (first->tv_nsec < second->tv_nsec);
}

/// Counts what is there, and removes what was not used for longest where that
/// leaves too little room.
static void makeRoom(AsObjectCache *cache) {
  EntryList list = listAll(cache);
  if (list.count)
    qsort(list.entries, list.count, sizeof *list.entries, compareUse);
  size_t most = cache->limit - cache->limit / SHARE;
  for (size_t e = 0; e < list.count; e++) {
    if (list.size > most && unlink(list.entries[e].path) == 0)
      list.size -= list.entries[e].size;
    free(list.entries[e].path);
  }
  free(list.entries);
  cache->room = list.size < cache->limit ? cache->limit - list.size : 0;
  if (cache->room > cache->limit / SHARE) // Others put objects, too.
    cache->room = cache->limit / SHARE;
}

//===----------------------------------------------------------------------===//
// Putting
//===----------------------------------------------------------------------===//

/// Makes a folder that only its user may read.
static AsStatus makeFolder(const char *path, AsError *error) {
  return mkdir(path, 0700) == 0 || errno == EEXIST
             ? AS_OK
             : asFail(error, AS_IO, "cannot make the folder '%s': %s", path,
                      strerror(errno));
}

static AsStatus makeFolders(const AsObjectCache *cache, const AsText *path,
                            AsError *error) {
  AsText folder = {0};
  asTextAppend(&folder, path->data, cache->folder.length + strlen("/ab"));
  AsStatus status = makeFolder(cache->folder.data, error);
  if (!status)
    status = makeFolder(folder.data, error);
  asTextFree(&folder);
  return status;
}

/// Whole blocks, as the disk has them.
static size_t sizeOf(size_t length) {
  enum { block = 4096 };
  return (length + block - 1) / block * block;
}

void asObjectCachePut(AsObjectCache *cache, AsHash key, const AsText *object,
                      double seconds) {
  AsText file = {0}, path = pathOf(cache, key);
  appendHeader(&file, key, seconds, object->data, object->length);
  asTextAppend(&file, object->data, object->length);
  size_t size = sizeOf(file.length);
  if (size > cache->room && !cache->failure.status)
    makeRoom(cache);
  if (size <= cache->room && !cache->failure.status) {
    cache->room -= size;
    if (!makeFolders(cache, &path, &cache->failure))
      asWriteFile(path.data, file.data, file.length, &cache->failure);
  }
  asTextFree(&file);
  asTextFree(&path);
}
