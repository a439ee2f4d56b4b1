//===- packets.h - What every packet must and must not take
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_TEST_PACKETS_H
#define AS_TEST_PACKETS_H

#include "support/packet-layout.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h> // After what it leans on.

/// Frees what getting a packet has copied.
static inline void freeTexts(const AsPacketLayout *layout, void *value) {
  for (size_t f = 0; f < layout->numFields; f++)
    if (layout->fields[f].kind == AS_FIELD_TEXT)
      asTextFree((AsText *)((char *)value + layout->fields[f].offset));
}

/// Reads `length` bytes from a block of just that size, so that a sanitizer
/// sees every step beyond it. *value is good until *arena and *block are freed.
static inline bool getBlock(const AsPacketLayout *layout, const AsText *packet,
                            size_t length, AsArena *arena, char **block,
                            void *value) {
  *block = malloc(length ? length : 1);
  memcpy(*block, packet->data, length);
  return asPacketGet(layout, *block, length, arena, value);
}

static inline bool takes(const AsPacketLayout *layout, const AsText *packet,
                         size_t length) {
  AsArena arena = {0};
  char *block;
  void *value = malloc(layout->size);
  bool taken = getBlock(layout, packet, length, &arena, &block, value);
  freeTexts(layout, value);
  asArenaDestroy(&arena);
  free(value);
  free(block);
  return taken;
}

static inline bool takesValue(const AsPacketLayout *layout, const void *value) {
  AsText packet = {0};
  asPacketPut(layout, value, &packet);
  bool taken = takes(layout, &packet, packet.length);
  asTextFree(&packet);
  return taken;
}

/// The packet is taken as a whole, but not when it is cut anywhere, nor with a
/// byte more. Numbers that are put anywhere in it, as counts and lengths among
/// them, may be refused or not, but never lead beyond it.
static inline void checkBounds(const AsPacketLayout *layout,
                               const void *value) {
  static const int64_t numbers[] = {-1,        7,         1 << 20,
                                    INT32_MAX, INT64_MAX, INT64_MIN};
  AsText packet = {0};
  asPacketPut(layout, value, &packet);
  size_t whole = packet.length;
  assert_true(takes(layout, &packet, whole));
  for (size_t length = 0; length < whole; length++)
    assert_false(takes(layout, &packet, length));
  asTextAppend(&packet, "", 1);
  assert_false(takes(layout, &packet, whole + 1));
  for (size_t at = 0; at + sizeof *numbers <= whole; at++)
    for (size_t n = 0; n < sizeof numbers / sizeof *numbers; n++) {
      char before[sizeof *numbers];
      memcpy(before, packet.data + at, sizeof before);
      memcpy(packet.data + at, &numbers[n], sizeof before);
      takes(layout, &packet, whole);
      memcpy(packet.data + at, before, sizeof before);
    }
  asTextFree(&packet);
}

/// The packet of `value`, with the first number that is `from` made `to`, is
/// refused.
static inline void checkRefused(const AsPacketLayout *layout, const void *value,
                                int64_t from, int64_t to) {
  AsText packet = {0};
  asPacketPut(layout, value, &packet);
  char *place = memmem(packet.data, packet.length, &from, sizeof from);
  assert_non_null(place);
  memcpy(place, &to, sizeof to);
  assert_false(takes(layout, &packet, packet.length));
  asTextFree(&packet);
}

#endif // AS_TEST_PACKETS_H
