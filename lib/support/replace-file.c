//===- replace-file.c - Files that are replaced as a whole
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See replace-file.h.
//
//===----------------------------------------------------------------------===//

#include "support/replace-file.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

bool asFileIsSpecial(const char *path) {
  struct stat status;
  return stat(path, &status) == 0 && !S_ISREG(status.st_mode);
}

/// The bytes of `path` up to its last slash, and with it.
static size_t folderLength(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? (size_t)(slash - path) + 1 : 0;
}

/// Makes `path` what is opened for writing under its name: where symbolic links
/// lead to, though nothing may be there yet.
static bool followLinks(AsText *path) {
  enum { most = 40 }; // As the kernel has it.
  char link[PATH_MAX];
  for (int links = 0; links < most; links++) {
    ssize_t length = readlink(path->data, link, sizeof link);
    if (length < 0)
      return true; // None, or nothing that could be opened either.
    size_t folder = length && link[0] == '/' ? 0 : folderLength(path->data);
    path->data[path->length = folder] = 0;
    asTextAppend(path, link, (size_t)length);
  }
  errno = ELOOP;
  return false;
}

//===----------------------------------------------------------------------===//
// Leftovers
//===----------------------------------------------------------------------===//

/// What follows the number that *text begins with; false if there is none.
static bool skipNumber(const char **text) {
  size_t digits = strspn(*text, "0123456789");
  *text += digits;
  return digits > 0;
}

/// Whether `name` is "BASE.PID-N.tmp".
static bool isTemporary(const char *name, const char *base) {
  size_t length = strlen(base);
  if (strncmp(name, base, length) != 0)
    return false;
  name += length;
  return *name++ == '.' && skipNumber(&name) && *name++ == '-' &&
         skipNumber(&name) && strcmp(name, ".tmp") == 0;
}

static bool lock(int file) { return flock(file, LOCK_EX | LOCK_NB) == 0; }

/// Removes a temporary file unless its process lives, or if that cannot be
/// told.
static void removeUnlocked(const char *path) {
  int file = open(path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0)
    return;
  if (lock(file))
    unlink(path);
  close(file);
}

static void removeLeftovers(const AsText *path) {
  size_t length = folderLength(path->data);
  AsText folder = {0};
  asTextAppend(&folder, path->data, length);
  DIR *entries = opendir(length ? folder.data : ".");
  struct dirent *entry;
  while (entries && (entry = readdir(entries)))
    if (isTemporary(entry->d_name, path->data + length)) {
      asTextClear(&folder);
      asTextAppend(&folder, path->data, length);
      asTextAppendString(&folder, entry->d_name);
      removeUnlocked(folder.data);
    }
  if (entries)
    closedir(entries);
  asTextFree(&folder);
}

//===----------------------------------------------------------------------===//
// Replacing
//===----------------------------------------------------------------------===//

/// Whether the open file is still there: another process may have removed it as
/// a leftover before it was locked.
static bool keep(int file) {
  struct stat status;
  bool isLocked = lock(file) || errno != EWOULDBLOCK; // Not all can be locked.
  return isLocked && fstat(file, &status) == 0 && status.st_nlink > 0;
}

/// Makes a file of a new name and locks it; -1 if it cannot be made. No two
/// threads get the same name, and no two processes but those of two containers.
static int openTemporary(const char *path, AsText *name) {
  enum { attempts = 100 };
  static atomic_uint count;
  for (int attempt = 0; attempt < attempts; attempt++) {
    asTextClear(name);
    asTextFormat(name, "%s.%ld-%u.tmp", path, (long)getpid(), count++);
    int file = open(name->data, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file >= 0 && keep(file))
      return file;
    if (file >= 0)
      close(file);
    else if (errno != EEXIST)
      return -1;
  }
  return -1;
}

static AsStatus fail(const char *path, AsError *error) {
  return asFail(error, AS_IO, "cannot write '%s': %s", path, strerror(errno));
}

AsStatus asReplacementBegin(const char *path, AsReplacement *replacement,
                            AsError *error) {
  *replacement = (AsReplacement){.file = -1};
  asTextAppendString(&replacement->path, path);
  if (followLinks(&replacement->path)) {
    removeLeftovers(&replacement->path);
    replacement->file =
        openTemporary(replacement->path.data, &replacement->temporary);
  }
  if (replacement->file >= 0)
    return AS_OK;
  AsStatus status = fail(path, error);
  asTextClear(&replacement->temporary); // It is not ours.
  asReplacementDrop(replacement);
  return status;
}

/// Whether all that was written has arrived, as network file systems say only
/// when a file is closed. The file itself stays open, and thus locked.
static bool isWritten(int file) {
  int copy = dup(file);
  return copy >= 0 && close(copy) == 0;
}

AsStatus asReplacementPublish(AsReplacement *replacement, AsError *error) {
  AsStatus status = AS_OK;
  if (!isWritten(replacement->file) ||
      rename(replacement->temporary.data, replacement->path.data) != 0)
    status = fail(replacement->path.data, error);
  else
    asTextClear(&replacement->temporary);
  asReplacementDrop(replacement);
  return status;
}

void asReplacementDrop(AsReplacement *replacement) {
  if (replacement->temporary.length)
    unlink(replacement->temporary.data);
  if (replacement->path.length && replacement->file >= 0)
    close(replacement->file);
  asTextFree(&replacement->path);
  asTextFree(&replacement->temporary);
}
