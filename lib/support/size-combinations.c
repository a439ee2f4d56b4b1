//===- size-combinations.c - All choices of sizes that ranges allow
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "support/size-combinations.h"
#include "support/saturate.h"
#include <inttypes.h>
#include <string.h>

/// How many sizes a range has. It does not overflow, as sizes are not negative.
static int64_t countOf(const AsSizeRange *range) {
  int64_t steps = (range->last - range->first) / range->step;
  return steps == INT64_MAX ? steps : steps + 1;
}

static AsStatus failTooMany(int64_t count, AsError *error) {
  return asFail(error, AS_INVALID_INPUT,
                "--sizes has %" PRId64 " combinations, of which %d are the "
                "most; choose fewer, as by steps (1..512:50), for",
                count, AS_MOST_SIZE_COMBINATIONS);
}

/// All sizes of that name, or none.
static AsStatus collect(const AsSizeRanges *ranges, const char *function,
                        const char *name, AsArena *arena, AsSizeValues *values,
                        AsError *error) {
  int64_t count = 0;
  for (int r = 0; r < ranges->count; r++) {
    if (!asSizeRangeIsOf(&ranges->ranges[r], function, name))
      continue;
    int64_t added = countOf(&ranges->ranges[r]);
    if (added > AS_MOST_SIZE_COMBINATIONS)
      return failTooMany(added, error);
    count += added;
  }
  *values = (AsSizeValues){.sizes = asArenaArray(arena, int64_t, count + 1)};
  for (int r = 0; r < ranges->count; r++) {
    const AsSizeRange *range = &ranges->ranges[r];
    if (asSizeRangeIsOf(range, function, name))
      for (int64_t i = 0; i < countOf(range); i++)
        values->sizes[values->count++] = range->first + i * range->step;
  }
  return AS_OK;
}

/// Fails if a range of the function is of no size that it has.
static AsStatus checkNames(const AsSizeRanges *ranges, const char *function,
                           const char *const *names, int numSizes,
                           AsError *error) {
  for (int r = 0; r < ranges->count; r++) {
    const AsSizeRange *range = &ranges->ranges[r];
    bool isKnown = !asSizeRangeIsOf(range, function, range->name);
    for (int s = 0; s < numSizes && !isKnown; s++)
      isKnown = strcmp(range->name, names[s]) == 0;
    if (!isKnown)
      return asFail(error, AS_INVALID_INPUT,
                    "--sizes has '%s', which is no size of", range->name);
  }
  return AS_OK;
}

AsStatus asSizeCombinationsOf(const AsSizeRanges *ranges, const char *function,
                              const char *const *names, int numSizes,
                              AsArena *arena, AsSizeCombinations *combinations,
                              AsError *error) {
  *combinations = (AsSizeCombinations){
      1, numSizes, asArenaArray(arena, AsSizeValues, numSizes + 1)};
  if (checkNames(ranges, function, names, numSizes, error))
    return error->status;
  for (int s = 0; s < numSizes; s++) {
    AsSizeValues *values = &combinations->values[s];
    if (collect(ranges, function, names[s], arena, values, error))
      return error->status;
    if (values->count == 0)
      return asFail(error, AS_INVALID_INPUT, "--sizes lacks the size '%s' of",
                    names[s]);
    combinations->count = asTimes(combinations->count, values->count);
  }
  return combinations->count > AS_MOST_SIZE_COMBINATIONS
             ? failTooMany(combinations->count, error)
             : AS_OK;
}

void asSizeCombinationGet(const AsSizeCombinations *combinations,
                          int64_t combination, int64_t *sizes) {
  for (int s = combinations->numSizes - 1; s >= 0; s--) {
    const AsSizeValues *values = &combinations->values[s];
    sizes[s] = values->sizes[combination % values->count];
    combination /= values->count;
  }
}
