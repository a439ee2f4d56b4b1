//===- text.h - A growing string
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_SUPPORT_TEXT_H
#define AS_SUPPORT_TEXT_H

#include "as/error.h"
#include <stdarg.h>
#include <stddef.h>

/// Zero-initialise; free with asTextFree. Also used for bytes: `data` is
/// always followed by a NUL that `length` does not count. Where there is no
/// memory for what is appended, it is left out and memory is noted to be short
/// (memory-reserve.h).
typedef struct AsText {
  char *data;
  size_t length;
  size_t capacity;
} AsText;

void asTextAppend(AsText *text, const char *data, size_t length);
void asTextAppendString(AsText *text, const char *string);
void asTextFormat(AsText *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void asTextFormatV(AsText *text, const char *format, va_list arguments);
void asTextClear(AsText *text); ///< Empties it but keeps the memory.
void asTextFree(AsText *text);
/// The content, never NULL.
const char *asTextString(const AsText *text);

/// Reads the whole of `path` ("-" is stdin) into `text`. AS_OUT_OF_MEMORY where
/// there is no room for it.
AsStatus asReadFile(const char *path, AsText *text, AsError *error);

/// Writes `path` by way of a temporary name beside it and a rename, so that a
/// reader never sees half a file and a full disk leaves the old one intact.
/// "-" is stdout. Nothing is written where memory is short.
AsStatus asWriteFile(const char *path, const char *data, size_t length,
                     AsError *error);

/// Fails as asWriteFile would if `path` were written now, as far as that can be
/// told without: for whoever has long work to do before there is something to
/// write. Leaves everything as it is.
AsStatus asCheckWritable(const char *path, AsError *error);

#endif // AS_SUPPORT_TEXT_H
