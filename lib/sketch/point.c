//===- point.c - Points: sampling, validity, text
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See sketch.h.
//
//===----------------------------------------------------------------------===//

#include "sketch/band-loops.h"
#include "sketch/sanity.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

bool asPointIsValid(const AsSketch *sketch, const AsPoint *point) {
  AsNest nest;
  return asNestBuild(sketch, point, &nest);
}

/// Whether the two differ in the order of loops only, and not in what the last
/// of these carries: between a loop that waits for itself and one that does not
/// may lie more than estimates tell.
static bool isOneStructure(const AsNestSchedule *a, const AsNestSchedule *b,
                           int numStatements) {
  bool isOne = a->fuse == b->fuse && a->keep == b->keep &&
               a->distribute == b->distribute && a->wave == b->wave &&
               a->jam == b->jam;
  for (int s = 0; s < numStatements; s++)
    isOne &= a->order[s].carry == b->order[s].carry;
  return isOne;
}

int asPointStructure(const AsSketch *sketch, const AsPoint *point) {
  const AsNestSchedule *schedule = asBandsSchedule(sketch, point);
  if (!schedule)
    return 0;
  int first = 0;
  const AsProgram *program = sketch->program;
  while (
      !isOneStructure(&program->schedules[first], schedule, program->numStages))
    first++;
  bool isTiled = false;
  for (int k = 0; k < sketch->numKnobs; k++)
    isTiled |= sketch->knobs[k].kind == AS_KNOB_MEMBER &&
               asPointValue(sketch, point, k) != 0;
  return 2 * first + isTiled;
}

void asPointTraits(const AsSketch *sketch, const AsPoint *point,
                   float traits[AS_MAX_TRAITS]) {
  memset(traits, 0, sizeof *traits * AS_MAX_TRAITS);
  const AsNestSchedule *schedule = asBandsSchedule(sketch, point);
  if (schedule) {
    traits[0] = schedule->fuse;
    traits[1] = schedule->keep;
    traits[2] = schedule->distribute;
    traits[3] = (float)schedule->innermost;
    traits[4] = schedule->wave;
  }
  for (int k = 0; sketch->isUser && k < sketch->numKnobs && k < AS_MAX_TRAITS;
       k++)
    traits[k] = point->choice[k];
}

static const uint64_t anyOption = UINT64_MAX;

/// Options of knob `k` that fit into the tile around it, or may leave something
/// over of it as they do of the extent; of a tile of a band, those that fit
/// into the member; returns how many. Bits of `allowed` are options.
static int compatible(const AsSketch *sketch, const AsPoint *point, int k,
                      uint64_t allowed, uint8_t choices[AS_MAX_OPTIONS]) {
  const AsKnob *knob = &sketch->knobs[k];
  int count = 0;
  int64_t around =
      knob->within >= 0 ? asPointValue(sketch, point, knob->within) : 0;
  bool isWhole = around == 0 || around == knob->extent;
  bool isEven = around && knob->extent % around == 0;
  for (int o = 0; o < knob->numOptions; o++)
    if ((allowed >> o & 1) == 1 &&
        (knob->kind == AS_KNOB_MEMBER
             ? asBandsFit(sketch, point, k, knob->options[o])
             : isWhole || around % knob->options[o] == 0 ||
                   (isEven && knob->extent % knob->options[o] != 0 &&
                    2 * knob->options[o] <= around)))
      choices[count++] = (uint8_t)o;
  return count;
}

/// Draws from the allowed options; NULL allows all.
static bool complete(const AsSketch *sketch, const AsAllowed *allowed,
                     AsRandom *random, int numFixed, AsPoint *point) {
  memset(point->choice + numFixed, 0, (size_t)(AS_MAX_KNOBS - numFixed));
  for (int k = numFixed; k < sketch->numKnobs; k++) {
    uint8_t choices[AS_MAX_OPTIONS];
    int count = compatible(sketch, point, k,
                           allowed ? allowed->options[k] : anyOption, choices);
    if (count == 0)
      return false;
    point->choice[k] = choices[asRandomBelow(random, (uint32_t)count)];
  }
  return asPointIsValid(sketch, point);
}

bool asPointComplete(const AsSketch *sketch, AsRandom *random, int numFixed,
                     AsPoint *point) {
  return complete(sketch, NULL, random, numFixed, point);
}

bool asPointSampleAllowed(const AsSketch *sketch, const AsAllowed *allowed,
                          AsRandom *random, AsPoint *point) {
  for (int draw = 0; draw < 2000; draw++)
    if (complete(sketch, allowed, random, 0, point))
      return true;
  return false;
}

bool asPointSample(const AsSketch *sketch, AsRandom *random, AsPoint *point) {
  return asPointSampleAllowed(sketch, NULL, random, point);
}

bool asPointIsAllowed(const AsSketch *sketch, const AsAllowed *allowed,
                      const AsPoint *point) {
  for (int k = 0; k < sketch->numKnobs; k++)
    if ((allowed->options[k] >> point->choice[k] & 1) == 0)
      return false;
  return true;
}

void asPointRepair(const AsSketch *sketch, AsPoint *point) {
  for (int k = 0; k < sketch->numKnobs; k++) {
    uint8_t choices[AS_MAX_OPTIONS];
    int count = compatible(sketch, point, k, anyOption, choices);
    int nearest = point->choice[k], distance = AS_MAX_OPTIONS;
    for (int c = 0; c < count; c++)
      if (abs(choices[c] - point->choice[k]) < distance) {
        nearest = choices[c];
        distance = abs(choices[c] - point->choice[k]);
      }
    point->choice[k] = (uint8_t)nearest;
  }
}

const char *asPointFormat(const AsSketch *sketch, const AsPoint *point,
                          AsArena *arena) {
  AsText text = {0};
  asTextAppendString(&text, "{");
  for (int k = 0; k < sketch->numKnobs; k++)
    asTextFormat(&text, "%s\"%s\":%lld", k ? "," : "", sketch->knobs[k].name,
                 (long long)asPointValue(sketch, point, k));
  asTextAppendString(&text, "}");
  const char *copy = asArenaCopy(arena, text.data, text.length);
  asTextFree(&text);
  return copy;
}

bool asPointParse(const AsSketch *sketch, const char *text, AsPoint *point) {
  *point = (AsPoint){0};
  for (int k = 0; k < sketch->numKnobs; k++) {
    const AsKnob *knob = &sketch->knobs[k];
    AsText key = {0};
    asTextFormat(&key, "\"%s\":", knob->name);
    const char *found = strstr(text, key.data);
    size_t length = key.length;
    asTextFree(&key);
    if (!found)
      return false;
    char *end;
    long long value = strtoll(found + length, &end, 10);
    int o = 0;
    while (o < knob->numOptions && knob->options[o] != value)
      o++;
    if (end == found + length || (*end != ',' && *end != '}') ||
        o == knob->numOptions)
      return false;
    point->choice[k] = (uint8_t)o;
  }
  assert(asPointIsSane(sketch, point));
  return true;
}
