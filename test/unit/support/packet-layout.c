//===- packet-layout.c - Structs in a packet
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One struct with a member of each kind.
//
//===----------------------------------------------------------------------===//

#include "support/packet-layout.h"
#include "packets.h"
#include "support/packet.h"

typedef enum Colour { RED, GREEN, BLUE, NUM_COLOURS } Colour;

typedef struct Pair {
  const char *name;
  int64_t number;
} Pair;

typedef struct All {
  bool yes;
  int small;
  int64_t large;
  uint64_t seed;
  Colour colour;
  double real;
  const char *string, *given, *absent;
  char chars[8];
  AsText text;
  const void *bytes;
  size_t bytesLength;
  int numReals;
  double reals[4];
  int numPairs;
  const Pair *pairs;
} All;

static bool numberIsNotBad(const void *value) {
  return ((const Pair *)value)->number != 666;
}

static const AsPacketField pairFields[] = {
    AS_PACKET_FIELD(Pair, name),
    AS_PACKET_FIELD(Pair, number),
};
static const AsPacketLayout pairLayout =
    AS_PACKET_LAYOUT(0, Pair, pairFields, .isSane = numberIsNotBad);

static const AsPacketField fields[] = {
    AS_PACKET_FIELD(All, yes),
    AS_PACKET_FIELD(All, small),
    AS_PACKET_FIELD(All, large),
    AS_PACKET_FIELD(All, seed),
    AS_PACKET_ENUM(All, colour, Colour, NUM_COLOURS),
    AS_PACKET_FIELD(All, real),
    AS_PACKET_FIELD(All, string),
    AS_PACKET_OPTIONAL(All, given),
    AS_PACKET_OPTIONAL(All, absent),
    AS_PACKET_CHARS(All, chars),
    AS_PACKET_FIELD(All, text),
    AS_PACKET_BYTES(All, bytes, bytesLength),
    AS_PACKET_FIELD(All, numReals),
    AS_PACKET_DOUBLES(All, reals, numReals),
    AS_PACKET_FIELD(All, numPairs),
    AS_PACKET_ARRAY(All, pairs, numPairs, Pair, &pairLayout),
};
static const AsPacketLayout layout = AS_PACKET_LAYOUT(5, All, fields);

enum { numPairs = 5 };
static const Pair pairs[numPairs] = {
    {"one", -1001}, {"", 1002}, {"three", 0}, {"four", 4004}, {"five", 5005}};

/// Numbers that are in the packet once, so that they can be found in it.
static All example(void) {
  return (All){.yes = true,
               .small = -2001,
               .large = INT64_MIN,
               .seed = UINT64_MAX,
               .colour = BLUE,
               .real = -0.1,
               .string = "string",
               .given = "",
               .chars = "1234567",
               .text = {(char *)"a\0b", 3, 3},
               .bytes = "\0bytes",
               .bytesLength = 6,
               .numReals = 4,
               .reals = {1, 2, 3, 4},
               .numPairs = numPairs,
               .pairs = pairs};
}

static void membersArrive(void **state) {
  All all = example(), got;
  AsText packet = {0};
  AsArena arena = {0};
  char *block;
  asPacketPut(&layout, &all, &packet);
  assert_true(getBlock(&layout, &packet, packet.length, &arena, &block, &got));
  assert_true(got.yes);
  assert_int_equal(got.small, -2001);
  assert_true(got.large == INT64_MIN);
  assert_true(got.seed == UINT64_MAX);
  assert_int_equal(got.colour, BLUE);
  assert_true(got.real == -0.1);
  assert_string_equal(got.string, "string");
  assert_string_equal(got.given, "");
  assert_null(got.absent);
  assert_string_equal(got.chars, "1234567");
  assert_int_equal(got.text.length, 3);
  assert_memory_equal(got.text.data, "a\0b", 3);
  assert_int_equal(got.bytesLength, 6);
  assert_memory_equal(got.bytes, "\0bytes", 6);
  assert_int_equal(got.numReals, 4);
  assert_memory_equal(got.reals, all.reals, sizeof all.reals);
  assert_int_equal(got.numPairs, numPairs);
  for (int p = 0; p < numPairs; p++) {
    assert_string_equal(got.pairs[p].name, pairs[p].name);
    assert_int_equal(got.pairs[p].number, pairs[p].number);
  }
  freeTexts(&layout, &got);
  asArenaDestroy(&arena);
  free(block);
  asTextFree(&packet);
}

static void staysWithinBounds(void **state) {
  All all = example();
  checkBounds(&layout, &all);
  all.numReals = all.numPairs = 0;
  all.pairs = NULL;
  checkBounds(&layout, &all);
}

/// The packet up to the member `last`, whose number is `number` instead.
static bool takesNumber(size_t last, int64_t number) {
  AsPacketField few[sizeof fields / sizeof *fields];
  memcpy(few, fields, sizeof few);
  AsPacketLayout before = layout, upTo = layout;
  before.fields = upTo.fields = few;
  before.numFields = last;
  upTo.numFields = last + 1;
  All all = example();
  AsText packet = {0};
  asPacketPut(&before, &all, &packet);
  asPacketPutInt(&packet, number);
  bool taken = takes(&upTo, &packet, packet.length);
  asTextFree(&packet);
  return taken;
}

static void numbersMustFit(void **state) {
  static const struct {
    size_t field;
    int64_t number;
    bool taken;
  } cases[] = {
      {0, 0, true},
      {0, 1, true},
      {0, 2, false},
      {0, -1, false},
      {1, INT32_MAX, true},
      {1, INT32_MIN, true},
      {1, INT32_MAX + 1ll, false},
      {1, INT32_MIN - 1ll, false},
      {1, INT64_MAX, false},
      {4, 0, true},
      {4, NUM_COLOURS - 1, true},
      {4, NUM_COLOURS, false},
      {4, -1, false},
      {4, 1ll << 32, false}, // Would be 0 if it were cut.
      {7, 0, true},
      {7, 2, false},
  };
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++)
    if (takesNumber(cases[c].field, cases[c].number) != cases[c].taken)
      fail_msg("field %zu: %lld", cases[c].field, (long long)cases[c].number);
}

static void countsMustFit(void **state) {
  static const int64_t wrong[] = {-1,        1,         6,        INT32_MAX,
                                  INT32_MIN, INT64_MAX, INT64_MIN};
  All all = example();
  for (size_t w = 0; w < sizeof wrong / sizeof *wrong; w++) {
    checkRefused(&layout, &all, all.numReals, wrong[w]);
    checkRefused(&layout, &all, all.numPairs, wrong[w]);
  }
}

static void valuesMustBeSane(void **state) {
  All all = example();
  checkRefused(&layout, &all, pairs[1].number, 666);
}

/// One that has no room for its NUL would be read beyond its end.
static void charsMustFit(void **state) {
  AsPacketField field = AS_PACKET_CHARS(All, chars);
  AsPacketLayout chars = {
      .size = sizeof(All), .fields = &field, .numFields = 1};
  AsText packet = {0};
  asPacketPutString(&packet, "12345678");
  assert_false(takes(&chars, &packet, packet.length));
  asTextFree(&packet);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(membersArrive),    cmocka_unit_test(staysWithinBounds),
      cmocka_unit_test(numbersMustFit),   cmocka_unit_test(countsMustFit),
      cmocka_unit_test(valuesMustBeSane), cmocka_unit_test(charsMustFit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
