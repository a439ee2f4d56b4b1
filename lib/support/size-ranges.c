//===- size-ranges.c - Sizes of dynamic dimensions as options give them
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "support/size-ranges.h"
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Reads a number from 0 on; false if there is none.
static bool readNumber(const char **next, int64_t *number) {
  char *end;
  errno = 0;
  if (!isdigit((unsigned char)**next))
    return false;
  *number = strtoll(*next, &end, 10);
  *next = end;
  return !errno;
}

static bool skip(const char **next, const char *word) {
  size_t length = strlen(word);
  bool is = strncmp(*next, word, length) == 0;
  *next += is ? length : 0;
  return is;
}

static bool readWeight(const char **next, double *weight) {
  char *end;
  if (!isdigit((unsigned char)**next) && **next != '.')
    return false;
  *weight = strtod(*next, &end);
  *next = end;
  return *weight > 0 && isfinite(*weight);
}

/// FIRST[..LAST[:STEP]][@WEIGHT], all of the text.
static bool readValues(const char *text, AsSizeRange *range) {
  bool isRight = readNumber(&text, &range->first);
  range->last = range->first;
  range->step = 1;
  range->weight = 1;
  if (isRight && skip(&text, ".."))
    isRight = readNumber(&text, &range->last) && range->last >= range->first &&
              (!skip(&text, ":") ||
               (readNumber(&text, &range->step) && range->step > 0));
  if (isRight && skip(&text, "@"))
    isRight = readWeight(&text, &range->weight);
  return isRight && !*text;
}

static bool isName(const char *text, size_t length) {
  bool is = length > 0 && !isdigit((unsigned char)*text);
  for (size_t i = 0; i < length; i++)
    is &= isalnum((unsigned char)text[i]) || text[i] == '_';
  return is;
}

/// Reads [[FUNCTION:]NAME=]VALUES; `before` is the item before it, or NULL.
static bool readItem(const char *item, const AsSizeRange *before,
                     AsArena *arena, AsSizeRange *range) {
  *range = (AsSizeRange){0};
  const char *equals = strchr(item, '=');
  if (!equals) {
    range->function = before ? before->function : NULL;
    range->name = before ? before->name : NULL;
    return before && readValues(item, range);
  }
  const char *name = equals; // Functions can have colons in their names.
  while (name > item && name[-1] != ':')
    name--;
  range->function =
      name > item ? asArenaFormat(arena, "%.*s", (int)(name - 1 - item), item)
                  : NULL;
  range->name = asArenaFormat(arena, "%.*s", (int)(equals - name), name);
  return isName(name, (size_t)(equals - name)) &&
         (!range->function || *range->function) &&
         readValues(equals + 1, range);
}

AsStatus asSizeRangesRead(const char *text, AsArena *arena,
                          AsSizeRanges *ranges, AsError *error) {
  int most = 1;
  for (const char *c = text; *c; c++)
    most += *c == ',';
  *ranges = (AsSizeRanges){asArenaArray(arena, AsSizeRange, most), 0};
  for (const char *next = text; *next;) {
    size_t length = strcspn(next, ",");
    const char *item = asArenaFormat(arena, "%.*s", (int)length, next);
    int n = ranges->count;
    if (!readItem(item, n ? &ranges->ranges[n - 1] : NULL, arena,
                  &ranges->ranges[n]))
      return asFail(error, AS_INVALID_INPUT,
                    "--sizes has '%s': expected NAME=N, N or "
                    "[FUNCTION:]NAME=FIRST..LAST[:STEP][@WEIGHT], with numbers "
                    "from 0 on; write for example --sizes=n=1..512",
                    item);
    ranges->count++;
    next += length;
    next += *next == ',';
  }
  return AS_OK;
}

bool asSizeRangeIsOf(const AsSizeRange *range, const char *function,
                     const char *name) {
  return strcmp(range->name, name) == 0 &&
         (!range->function || !function ||
          strcmp(range->function, function) == 0);
}
