//===- hash.h - Content hashes
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// 128-bit FNV-1a: the same on every host, in every process. It names content
// (tasks, sketches, object code); it is not a defence against forgery.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SUPPORT_HASH_H
#define AS_SUPPORT_HASH_H

#include <stddef.h>
#include <stdint.h>

typedef struct AsHash {
  uint64_t high, low;
} AsHash;

/// 32 hex digits and a NUL.
typedef struct AsHashText {
  char text[33];
} AsHashText;

AsHash asHashStart(void);
AsHash asHashBytes(AsHash hash, const void *data, size_t length);
AsHash asHashString(AsHash hash, const char *string); ///< With its NUL.
AsHash asHashInt(AsHash hash, int64_t value);
AsHashText asHashFormat(AsHash hash);

#endif // AS_SUPPORT_HASH_H
