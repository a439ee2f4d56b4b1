//===- box.c - PTX on the host: copies of boxes
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensor maps are the stand-in's own: nobody but a driver looks into them. What
// arrives is counted in the eight bytes that an mbarrier has. A box is copied
// at once, so that waiting is only for those who ask too late.
//
//===----------------------------------------------------------------------===//

#include "standin/ptx.h"
#include <string.h>

enum { UNIT = 16, MOST_BOX = 256, MAP_ALIGNMENT = 64, MOST_RANK = 5 };

typedef struct Map {
  uint64_t array, stride[MOST_RANK - 1];
  uint32_t size[MOST_RANK];
  uint16_t box[MOST_RANK];
  uint8_t rank, elementBytes, rowBytes; ///< Of a row that is swizzled, or 0.
} Map;
_Static_assert(sizeof(Map) <= PTX_MAP_BYTES, "it is as large as the driver's");

bool ptxMapEncode(void *to, const PtxMapRequest *request) {
  static const uint8_t bytes[] = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2};
  Map map = {.array = request->array, .rank = (uint8_t)request->rank};
  if ((uintptr_t)to % MAP_ALIGNMENT || request->array % UNIT ||
      request->rank < 1 || request->rank > MOST_RANK || request->type < 0 ||
      request->type >= (int)sizeof bytes || request->swizzle < 0 ||
      request->swizzle > 3)
    return false;
  map.elementBytes = bytes[request->type];
  map.rowBytes = request->swizzle ? (uint8_t)(UNIT << request->swizzle) : 0;
  bool fits = true;
  for (unsigned d = 0; d < request->rank; d++) {
    fits &= request->size[d] > 0 && request->size[d] <= UINT32_MAX &&
            request->box[d] > 0 && request->box[d] <= MOST_BOX &&
            request->step[d] == 1;
    map.size[d] = (uint32_t)request->size[d];
    map.box[d] = (uint16_t)request->box[d];
    if (d + 1 < request->rank) {
      fits &= request->stride[d] % UNIT == 0;
      map.stride[d] = request->stride[d];
    }
  }
  unsigned row = (unsigned)map.box[0] * map.elementBytes;
  if (!fits || row % UNIT || (map.rowBytes && row > map.rowBytes))
    return false;
  memset(to, 0, PTX_MAP_BYTES);
  memcpy(to, &map, sizeof map);
  return true;
}

/// Where an element of the array is; 0 outside of it.
static uint64_t addressOf(const Map *map, const int32_t *index) {
  uint64_t address = map->array;
  for (int d = 0; d < map->rank; d++) {
    if (index[d] < 0 || (uint32_t)index[d] >= map->size[d])
      return 0;
    address +=
        (uint64_t)index[d] * (d ? map->stride[d - 1] : map->elementBytes);
  }
  return address;
}

size_t ptxBoxCopy(const void *from, const int32_t *begin, uint64_t to,
                  char *shared, size_t sharedBytes,
                  bool (*isMemory)(uint64_t address, size_t bytes)) {
  Map map;
  memcpy(&map, from, sizeof map);
  size_t count = map.elementBytes;
  for (int d = 0; d < map.rank; d++)
    count *= map.box[d];
  if (to % 128 || to > sharedBytes || sharedBytes - to < count)
    return 0;
  for (size_t at = 0; at < count; at += map.elementBytes) {
    int32_t index[MOST_RANK];
    size_t rest = at / map.elementBytes;
    for (int d = 0; d < map.rank; d++) {
      index[d] = begin[d] + (int32_t)(rest % map.box[d]);
      rest /= map.box[d];
    }
    uint64_t address = addressOf(&map, index), place = to + at;
    if (address && !isMemory(address, map.elementBytes))
      return 0;
    if (map.rowBytes) // The pattern goes by places in shared memory.
      place ^= (place >> 7 & (map.rowBytes / UNIT - 1)) << 4;
    if (address)
      memcpy(shared + place, (void *)(uintptr_t)address, map.elementBytes);
    else
      memset(shared + place, 0, map.elementBytes);
  }
  return count;
}

//===----------------------------------------------------------------------===//
// Arrivals
//===----------------------------------------------------------------------===//

typedef struct Arrival {
  int16_t phase, isArrived;
  int32_t left; ///< Bytes.
} Arrival;

void ptxArrivalCount(char *place, bool arrives, int64_t bytes) {
  Arrival arrival;
  memcpy(&arrival, place, sizeof arrival);
  arrival.isArrived |= arrives;
  arrival.left += (int32_t)bytes;
  if (arrival.isArrived && arrival.left == 0) {
    arrival.isArrived = 0;
    arrival.phase++;
  }
  memcpy(place, &arrival, sizeof arrival);
}

bool ptxArrivalIsOver(const char *place, int parity) {
  Arrival arrival;
  memcpy(&arrival, place, sizeof arrival);
  return (arrival.phase & 1) != parity;
}
