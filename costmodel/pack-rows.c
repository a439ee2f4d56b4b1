//===- pack-rows.c - Rows of features in few bytes
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "costmodel/pack-rows.h"
#include <math.h>
#include <string.h>

/// Whether the float is something else than +0.
static bool isSet(float value) { return value != 0 || signbit(value); }

void asRowsPack(const float *rows, int count, int width, AsText *bytes) {
  for (int r = 0; r < count; r++, rows += width) {
    for (int f = 0; f < width; f += 8) {
      char mask = 0;
      for (int bit = 0; bit < 8 && f + bit < width; bit++)
        mask |= (char)(isSet(rows[f + bit]) << bit);
      asTextAppend(bytes, &mask, 1);
    }
    for (int f = 0; f < width; f++)
      if (isSet(rows[f]))
        asTextAppend(bytes, (const char *)&rows[f], sizeof(float));
  }
}

bool asRowsUnpack(const void *bytes, size_t size, int count, int width,
                  float *rows) {
  const char *next = bytes;
  const size_t maskSize = (size_t)(width + 7) / 8;
  for (int r = 0; r < count; r++, rows += width) {
    const char *mask = next;
    if (size < maskSize)
      return false;
    next += maskSize;
    size -= maskSize;
    for (int f = 0; f < width; f++) {
      rows[f] = 0;
      if (!(mask[f / 8] >> f % 8 & 1))
        continue;
      if (size < sizeof(float))
        return false;
      memcpy(&rows[f], next, sizeof(float));
      next += sizeof(float);
      size -= sizeof(float);
    }
  }
  return size == 0;
}
