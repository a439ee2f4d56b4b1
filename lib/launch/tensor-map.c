//===- tensor-map.c - Tensor maps for TMA
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Experimental: GPU support has never run on a device.
//
// Formats and parses tensor maps, and converts them to the driver's parameters.
//
//===----------------------------------------------------------------------===//

#include "launch/tensor-map.h"
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static void formatSizes(const int64_t *sizes, int count, AsText *text) {
  for (int d = 0; d < count; d++)
    asTextFormat(text, "%c%lld", d ? 'x' : ':', (long long)sizes[d]);
}

void asTensorMapFormat(const AsTensorMap *map, AsText *text) {
  asTextFormat(text, "%d", map->argument);
  formatSizes(map->size, map->rank, text);
  formatSizes(map->box, map->rank, text);
  asTextFormat(text, ":%d:%d", map->elementBytes, map->swizzleBytes);
}

/// Parses a number of at least `least`, and the character after it.
static bool take(const char **text, int64_t least, int64_t *number,
                 char *behind) {
  char *end;
  *number = strtoll(*text, &end, 10);
  if (end == *text || *number < least || *number > INT32_MAX)
    return false;
  *behind = *end;
  *text = end + (*end != 0);
  return true;
}

static bool takeSizes(const char **text, int64_t *sizes, int *count) {
  char behind = 'x';
  for (*count = 0; behind == 'x'; ++*count)
    if (*count == AS_TENSOR_MAP_RANK || !take(text, 1, &sizes[*count], &behind))
      return false;
  return behind == ':';
}

bool asTensorMapSupports(int64_t elementBytes) {
  return elementBytes > 0 && elementBytes <= 8 &&
         (elementBytes & (elementBytes - 1)) == 0;
}

static bool parse(const char **text, AsTensorMap *map) {
  int64_t argument, bytes, swizzle;
  int boxRank;
  char behind;
  if (!take(text, 0, &argument, &behind) || behind != ':' ||
      !takeSizes(text, map->size, &map->rank) ||
      !takeSizes(text, map->box, &boxRank) || boxRank != map->rank ||
      !take(text, 1, &bytes, &behind) || behind != ':' ||
      !take(text, 0, &swizzle, &behind) || (behind && behind != ','))
    return false;
  map->argument = (int)argument;
  map->elementBytes = (int)bytes;
  map->swizzleBytes = (int)swizzle;
  bool fits = asTensorMapSupports(bytes) && (swizzle == 0 || swizzle == 32 ||
                                             swizzle == 64 || swizzle == 128);
  for (int d = 0; d < map->rank; d++)
    fits &= map->box[d] <= AS_TENSOR_MAP_BOX;
  return fits;
}

bool asTensorMapsParse(const char *text, AsTensorMap *maps, int *count) {
  for (*count = 0; *text; ++*count)
    if (*count == AS_MOST_TENSOR_MAPS || !parse(&text, &maps[*count]))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// For the driver
//===----------------------------------------------------------------------===//

AsTensorMapCode asTensorMapEncode(const AsTensorMap *map) {
  static const int types[] = {[1] = 0, [2] = 1, [4] = 2, [8] = 4};
  AsTensorMapCode code = {.type = types[map->elementBytes]};
  for (int bytes = 16; bytes < map->swizzleBytes; bytes *= 2)
    code.swizzle++;
  uint64_t stride = (uint64_t)map->elementBytes;
  for (int d = 0; d < map->rank; d++) {
    int outer = map->rank - 1 - d;
    code.size[d] = (uint64_t)map->size[outer];
    code.box[d] = (uint32_t)map->box[outer];
    code.step[d] = 1;
    stride *= code.size[d];
    code.stride[d] = stride;
  }
  return code;
}
