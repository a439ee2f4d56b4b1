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

/// Levenshtein's distance to a name that is not too long, one row of the matrix
/// at a time.
static size_t editDistance(const char *a, const char *b) {
  size_t row[LONGEST_NAME + 1], columns = strlen(b);
  for (size_t j = 0; j <= columns; j++)
    row[j] = j;
  for (size_t i = 0; a[i]; i++) {
    size_t diagonal = row[0];
    row[0] = i + 1;
    for (size_t j = 0; j < columns; j++) {
      size_t best = diagonal + (a[i] != b[j]);
      diagonal = row[j + 1];
      if (row[j] + 1 < best)
        best = row[j] + 1;
      if (diagonal + 1 < best)
        best = diagonal + 1;
      row[j + 1] = best;
    }
  }
  return row[columns];
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
