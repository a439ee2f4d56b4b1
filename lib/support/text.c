//===- text.c - A growing string, and whole files
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "support/text.h"
#include "support/arena.h"
#include "support/memory-reserve.h"
#include "support/replace-file.h"
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// Texts up to this size are bookkeeping.
enum { FEW_BYTES = 1 << 20 };

static bool grow(AsText *text, size_t capacity) {
  char *data = realloc(text->data, capacity);
  if (!data)
    return false;
  text->data = data;
  text->capacity = capacity;
  return true;
}

/// Whether there is room for `extra` bytes and a NUL behind what there is.
static bool tryReserve(AsText *text, size_t extra) {
  size_t needed = text->length + extra + 1, twice = 2 * text->capacity;
  return needed <= text->capacity || (twice > needed && grow(text, twice)) ||
         grow(text, needed);
}

/// The same, for appending. Without room the text stays as it is, and memory is
/// noted to be short; `data` is never NULL afterwards.
static bool reserve(AsText *text, size_t extra) {
  if (tryReserve(text, extra))
    return true;
  size_t needed = text->length + extra + 1;
  if (needed > FEW_BYTES)
    asMemoryNoteShort(needed);
  else
    text->data = asRealloc(text->data, text->capacity = needed);
  if (!text->data)
    text->data = asAlloc(text->capacity = 1);
  return needed <= FEW_BYTES;
}

void asTextAppend(AsText *text, const char *data, size_t length) {
  if (!reserve(text, length))
    return;
  if (length)
    memcpy(text->data + text->length, data, length);
  text->length += length;
  text->data[text->length] = 0;
}

void asTextAppendString(AsText *text, const char *string) {
  asTextAppend(text, string, strlen(string));
}

void asTextFormatV(AsText *text, const char *format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  int length = vsnprintf(NULL, 0, format, arguments);
  if (reserve(text, (size_t)length)) {
    vsnprintf(text->data + text->length, (size_t)length + 1, format, again);
    text->length += (size_t)length;
  }
  va_end(again);
}

void asTextFormat(AsText *text, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  asTextFormatV(text, format, arguments);
  va_end(arguments);
}

void asTextClear(AsText *text) {
  text->length = 0;
  if (text->data)
    text->data[0] = 0;
}

void asTextFree(AsText *text) {
  free(text->data);
  *text = (AsText){0};
}

const char *asTextString(const AsText *text) {
  return text->data ? text->data : "";
}

AsStatus asReadFile(const char *path, AsText *text, AsError *error) {
  bool isStdin = strcmp(path, "-") == 0;
  int file = isStdin ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return asFail(error, errno == ENOENT ? AS_NOT_FOUND : AS_IO,
                  "cannot open '%s': %s", path, strerror(errno));
  asTextClear(text);
  ssize_t got;
  do {
    if (!tryReserve(text, 65536)) {
      got = -1;
      errno = ENOMEM;
      break;
    }
    got = read(file, text->data + text->length, 65536);
    if (got > 0)
      text->length += (size_t)got;
  } while (got > 0 || (got < 0 && errno == EINTR));
  int problem = errno;
  if (!isStdin)
    close(file);
  if (text->data)
    text->data[text->length] = 0;
  if (got < 0)
    return asFail(error, problem == ENOMEM ? AS_OUT_OF_MEMORY : AS_IO,
                  "cannot read '%s': %s", path, strerror(problem));
  return AS_OK;
}

static bool writeAll(int file, const char *data, size_t length) {
  while (length) {
    ssize_t put = write(file, data, length);
    if (put < 0 && errno == EINTR)
      continue;
    if (put < 0)
      return false;
    data += put;
    length -= (size_t)put;
  }
  return true;
}

static AsStatus failWrite(const char *path, int problem, AsError *error) {
  return asFail(error, AS_IO, "cannot write '%s': %s", path, strerror(problem));
}

static AsStatus writeSpecial(const char *path, const char *data, size_t length,
                             AsError *error) {
  int file = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC);
  bool isWritten = file >= 0 && writeAll(file, data, length);
  int problem = errno;
  if (file >= 0 && close(file) != 0 && isWritten) {
    isWritten = false;
    problem = errno;
  }
  return isWritten ? AS_OK : failWrite(path, problem, error);
}

static AsStatus replaceFile(const char *path, const char *data, size_t length,
                            AsError *error) {
  AsReplacement replacement;
  AsStatus status = asReplacementBegin(path, &replacement, error);
  if (status)
    return status;
  if (writeAll(replacement.file, data, length))
    return asReplacementPublish(&replacement, error);
  status = failWrite(path, errno, error);
  asReplacementDrop(&replacement);
  return status;
}

AsStatus asWriteFile(const char *path, const char *data, size_t length,
                     AsError *error) {
  if (asMemoryCheck(error))
    return AS_OUT_OF_MEMORY; // `data` may be cut short.
  if (strcmp(path, "-") == 0) {
    fflush(stdout);
    if (!writeAll(STDOUT_FILENO, data, length))
      return asFail(error, AS_IO, "cannot write to stdout: %s",
                    strerror(errno));
    return AS_OK;
  }
  return asFileIsSpecial(path) ? writeSpecial(path, data, length, error)
                               : replaceFile(path, data, length, error);
}

AsStatus asCheckWritable(const char *path, AsError *error) {
  if (strcmp(path, "-") == 0)
    return AS_OK;
  struct stat about;
  if (stat(path, &about) == 0 && S_ISDIR(about.st_mode))
    return failWrite(path, EISDIR, error);
  if (asFileIsSpecial(path)) // To open a pipe would wait for its reader.
    return access(path, W_OK) == 0 ? AS_OK : failWrite(path, errno, error);
  AsReplacement replacement;
  AsStatus status = asReplacementBegin(path, &replacement, error);
  if (!status)
    asReplacementDrop(&replacement);
  return status;
}
