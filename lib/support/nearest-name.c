//===- nearest-name.c - The name that was meant
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See nearest-name.h.
//
//===----------------------------------------------------------------------===//

#include "support/nearest-name.h"
#include <string.h>

enum { LONGEST_NAME = 64 };

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

/// How many letters are to be changed, added, left out or exchanged with their
/// neighbour to get from one name to the other, which is not too long: the
/// distance of optimal string alignment. Three rows of the matrix at a time.
static size_t editDistance(const char *a, const char *b) {
  size_t rows[3][LONGEST_NAME + 1], columns = strlen(b);
  size_t *earlier = rows[0], *last = rows[1], *row = rows[2];
  for (size_t j = 0; j <= columns; j++)
    last[j] = j;
  for (size_t i = 0; a[i]; i++) {
    row[0] = i + 1;
    for (size_t j = 0; j < columns; j++) {
      size_t best = last[j] + (a[i] != b[j]);
      best = least(best, least(row[j], last[j + 1]) + 1);
      if (i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j])
        best = least(best, earlier[j - 1] + 1);
      row[j + 1] = best;
    }
    size_t *free = earlier;
    earlier = last;
    last = row;
    row = free;
  }
  return last[columns];
}

AsNearest asNearestTo(const char *wanted) {
  size_t slips = strlen(wanted) / 3;
  return (AsNearest){.wanted = wanted, .limit = slips > 2 ? slips + 1 : 3};
}

void asNearestOffer(AsNearest *nearest, const char *name) {
  size_t length = strlen(name);
  if (length > LONGEST_NAME)
    return;
  size_t distance = editDistance(nearest->wanted, name);
  if (distance < nearest->limit && distance < length) {
    nearest->name = name;
    nearest->limit = distance;
  }
}
