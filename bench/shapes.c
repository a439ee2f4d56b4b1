//===- shapes.c - Workloads that are not in the table
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/shapes.h"
#include "bench/families.h"
#include "support/text.h"
#include <assert.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// From a file
//===----------------------------------------------------------------------===//

static int byName(const void *a, const void *b) {
  const AsWorkload *const *left = a, *const *right = b;
  return strcmp((*left)->name, (*right)->name);
}

// Those of the same name as one before them lose theirs.
static void dropRepeated(AsArena *arena, AsWorkload *rows, size_t *count) {
  AsWorkload **sorted = asArenaArray(arena, AsWorkload *, *count + 1);
  for (size_t i = 0; i < *count; i++)
    sorted[i] = &rows[i];
  qsort(sorted, *count, sizeof *sorted, byName);
  for (size_t i = 0; i + 1 < *count; i++)
    if (!byName(&sorted[i], &sorted[i + 1])) {
      // The one that comes first in the file goes on to be compared.
      AsWorkload *first = sorted[i] < sorted[i + 1] ? sorted[i] : sorted[i + 1];
      AsWorkload *other = sorted[i] < sorted[i + 1] ? sorted[i + 1] : sorted[i];
      other->family = NULL;
      sorted[i + 1] = first;
    }
  size_t kept = 0;
  for (size_t i = 0; i < *count; i++)
    if (rows[i].family)
      rows[kept++] = rows[i];
  *count = kept;
}

static AsStatus readLines(const char *path, char *text, AsArena *arena,
                          AsWorkload *rows, size_t *count, AsError *error) {
  int number = 0;
  for (char *line = text, *next; line; line = next) {
    number++;
    if ((next = strchr(line, '\n')))
      *next++ = '\0';
    line[strcspn(line, "#")] = '\0';
    line += strspn(line, " \t\r");
    line[strcspn(line, " \t\r")] = '\0';
    if (*line && asShapeNamed(line, arena, &rows[(*count)++], error))
      return asFailContext(error, "%s:%d", path, number);
  }
  return AS_OK;
}

AsStatus asShapesRead(const char *path, AsArena *arena, AsWorkloads *workloads,
                      AsError *error) {
  AsText text = {0};
  if (asReadFile(path, &text, error))
    return error->status;
  size_t lines = 1, count = 0;
  for (size_t i = 0; i < text.length; i++)
    lines += text.data[i] == '\n';
  AsWorkload *rows = asArenaArray(arena, AsWorkload, lines);
  AsStatus status = text.data
                        ? readLines(path, text.data, arena, rows, &count, error)
                        : AS_OK;
  asTextFree(&text);
  dropRepeated(arena, rows, &count);
  *workloads = (AsWorkloads){rows, count};
  return status;
}

//===----------------------------------------------------------------------===//
// By chance
//===----------------------------------------------------------------------===//

// So that a row takes milliseconds, but longer than calling a function.
static const double mostFlop = 2e9, mostBytes = 64e6, leastBytes = 16e3;

static int64_t between(int64_t least, int64_t most, AsRandom *random) {
  const double low = log((double)least), high = log((double)most + 1);
  int64_t size = (int64_t)exp(low + asRandomUnit(random) * (high - low));
  if (size >= 16 && asRandomBelow(random, 2))
    size = (size + 4) / 8 * 8;
  return size < least ? least : size > most ? most : size;
}

static int64_t oneOf(const char *list, AsRandom *random) {
  uint32_t count = 1;
  for (const char *c = list; *c && *c != ' '; c++)
    count += *c == ',';
  for (uint32_t skip = asRandomBelow(random, count); skip; skip--)
    list = strchr(list, ',') + 1;
  return strtoll(list, NULL, 10);
}

// The size that a word of AsFamily.draw stands for; what follows its letter.
static int64_t drawSize(const AsWorkload *workload, const char *word,
                        AsRandom *random) {
  if (*word == '=')
    return asWorkloadSize(workload, word[1]);
  char *end;
  const long long least = strtoll(word, &end, 10);
  return *end == '-' ? between(least, strtoll(end + 1, NULL, 10), random)
                     : oneOf(word, random);
}

static void drawSizes(AsWorkload *workload, AsRandom *random) {
  const AsFamily *family = workload->family;
  for (const char *word = family->draw; word;) {
    const char *place = strchr(family->sizes, *word);
    assert(place && "no such size");
    workload->sizes[place - family->sizes] =
        drawSize(workload, word + 1, random);
    word = strchr(word, ' ');
    word += word != NULL;
  }
}

static const char *nameOf(const AsWorkload *workload, AsArena *arena) {
  const char *name = workload->family->name;
  int count = (int)strlen(workload->family->sizes);
  while (!workload->sizes[count - 1])
    count--;
  for (int i = 0; i < count; i++)
    name = asArenaFormat(arena, "%s%c%" PRId64, name, i ? 'x' : '-',
                         workload->sizes[i]);
  return name;
}

static AsWorkload draw(const AsFamily *family, AsRandom *random,
                       AsArena *arena) {
  for (;;) {
    AsWorkload workload = {.family = family};
    AsError ignored = {0};
    drawSizes(&workload, random);
    if (!asShapeNamed(nameOf(&workload, arena), arena, &workload, &ignored) &&
        asWorkloadFlop(&workload) <= mostFlop &&
        asWorkloadBytes(&workload) <= mostBytes &&
        asWorkloadBytes(&workload) >= leastBytes)
      return workload;
  }
}

void asShapesDraw(size_t each, AsRandom *random, AsArena *arena,
                  AsWorkloads *workloads) {
  const AsFamilies families = asFamilies();
  AsWorkload *rows = asArenaArray(arena, AsWorkload, families.count * each);
  size_t count = 0;
  for (size_t f = 0; f < families.count; f++)
    for (size_t i = 0; families.all[f]->draw && i < each; i++)
      rows[count++] = draw(families.all[f], random, arena);
  dropRepeated(arena, rows, &count);
  *workloads = (AsWorkloads){rows, count};
}

//===----------------------------------------------------------------------===//
// Samples
//===----------------------------------------------------------------------===//

static void shuffle(AsWorkload *rows, size_t count, AsRandom *random) {
  for (size_t i = count; i > 1; i--) {
    const size_t other = asRandomBelow(random, (uint32_t)i);
    const AsWorkload row = rows[i - 1];
    rows[i - 1] = rows[other];
    rows[other] = row;
  }
}

void asShapesSample(const char *glob, size_t most, AsRandom *random,
                    AsArena *arena, AsWorkloads *workloads) {
  AsWorkload *rest = asArenaArray(arena, AsWorkload, workloads->count + 1),
             *rows = asArenaArray(arena, AsWorkload, workloads->count + 1);
  size_t numRest = 0, count = 0;
  for (size_t i = 0; i < workloads->count; i++)
    if (!fnmatch(glob, workloads->rows[i].name, FNM_EXTMATCH))
      rest[numRest++] = workloads->rows[i];
  shuffle(rest, numRest, random);
  // In each turn the first that is left of each family.
  while (numRest && count < most) {
    const size_t begin = count;
    size_t kept = 0;
    for (size_t i = 0; i < numRest; i++) {
      bool isNext = count < most;
      for (size_t j = begin; j < count; j++)
        isNext &= rows[j].family != rest[i].family;
      if (isNext)
        rows[count++] = rest[i];
      else
        rest[kept++] = rest[i];
    }
    numRest = kept;
  }
  *workloads = (AsWorkloads){rows, count};
}
