//===- hash.c - 128-bit FNV-1a
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "support/hash.h"
#include <stdio.h>
#include <string.h>

typedef unsigned __int128 Wide;

static const uint64_t offsetHigh = 0x6c62272e07bb0142,
                      offsetLow = 0x62b821756295c58d;
static const uint64_t primeHigh = 0x0000000001000000,
                      primeLow = 0x000000000000013b;

AsHash asHashStart(void) { return (AsHash){offsetHigh, offsetLow}; }

AsHash asHashBytes(AsHash hash, const void *data, size_t length) {
  Wide value = (Wide)hash.high << 64 | hash.low;
  const Wide prime = (Wide)primeHigh << 64 | primeLow;
  const unsigned char *byte = data;
  for (size_t i = 0; i < length; i++)
    value = (value ^ byte[i]) * prime;
  return (AsHash){(uint64_t)(value >> 64), (uint64_t)value};
}

AsHash asHashString(AsHash hash, const char *string) {
  return asHashBytes(hash, string, strlen(string) + 1);
}

AsHash asHashInt(AsHash hash, int64_t value) {
  return asHashBytes(hash, &value, sizeof value);
}

AsHashText asHashFormat(AsHash hash) {
  AsHashText text;
  snprintf(text.text, sizeof text.text, "%016llx%016llx",
           (unsigned long long)hash.high, (unsigned long long)hash.low);
  return text;
}
