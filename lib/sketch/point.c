//===- point.c - Points: sampling, validity, text
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See sketch.h.
//
//===----------------------------------------------------------------------===//

#include "sketch/band-loops.h"
#include "sketch/sketch.h"
#include <stdlib.h>
#include <string.h>

const char *asKnobKindName(AsKnobKind kind) {
  static const char *const names[] = {
#define AS_NAME(suffix, name) name,
      AS_KNOB_KINDS(AS_NAME)
#undef AS_NAME
  };
  return (unsigned)kind < AS_NUM_KNOB_KINDS ? names[kind] : "unknown";
}

const char *asStepKindName(AsStepKind kind) {
  static const char *const names[] = {
#define AS_NAME(suffix, name) name,
      AS_STEP_KINDS(AS_NAME)
#undef AS_NAME
  };
  return (unsigned)kind < AS_NUM_STEP_KINDS ? names[kind] : "unknown";
}

int64_t asTurnedSquare(int vectorBytes, AsElement element) {
  int64_t lanes = vectorBytes / asElementBytes(element);
  return lanes <= 16 ? lanes : 0;
}

int64_t asPackedRun(const AsProgram *program, const AsStage *stage,
                    int operand) {
  enum { most = 16 };
  const AsAccess *access = &stage->access[operand];
  int rank = program->tensors[access->tensor].rank;
  int last = rank > 0 ? asAccessLoop(access, stage, rank - 1) : -1;
  if (last < 0 || !stage->isReduction[last])
    return 0;
  int lane = asStageLaneLoop(program, stage);
  for (int r = 0; r < rank && lane >= 0; r++)
    if (access->factor[r][lane] != 0)
      return 0;
  int64_t run = 1;
  while (run < most && stage->extent[last] % (2 * run) == 0)
    run *= 2;
  return run;
}

bool asStepFusesPads(const AsSketch *sketch, const AsStep *step) {
  for (int i = (int)(step - sketch->steps) + 1; i < sketch->numSteps; i++)
    if (sketch->steps[i].kind == AS_STEP_MATERIALISE_PADS)
      return true;
  return false;
}

double asSketchNumPoints(const AsSketch *sketch) {
  double points = 1;
  for (int k = 0; k < sketch->numKnobs; k++)
    points *= sketch->knobs[k].numOptions;
  return points;
}

bool asPointIsValid(const AsSketch *sketch, const AsPoint *point) {
  AsNest nest;
  return asNestBuild(sketch, point, &nest);
}

bool asSizeLeavesRest(const AsSketch *sketch, const AsSize *size,
                      int64_t extent) {
  if (size->knob < 0)
    return size->constant && extent % size->constant != 0;
  const AsKnob *knob = &sketch->knobs[size->knob];
  for (int o = 0; o < knob->numOptions; o++)
    if (extent % knob->options[o] != 0)
      return true;
  return false;
}

/// Whether the two differ in the order of loops only, and not in what the last
/// of these carries: between a loop that waits for itself and one that does not
/// may lie more than estimates tell.
static bool isOneStructure(const AsNestSchedule *a, const AsNestSchedule *b,
                           int numStatements) {
  bool isOne = a->fuse == b->fuse && a->keep == b->keep &&
               a->distribute == b->distribute && a->wave == b->wave;
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

bool asSketchHasStructures(const AsSketch *sketch) {
  return !sketch->isUser && sketch->numKnobs > 0 &&
         asBandsSchedule(sketch, &(AsPoint){{0}}) != NULL;
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

/// Options of knob `k` that fit into the tile around it, or may leave something
/// over of it as they do of the extent; of a tile of a band, those that fit
/// into the member; returns how many.
static int compatible(const AsSketch *sketch, const AsPoint *point, int k,
                      uint8_t choices[AS_MAX_OPTIONS]) {
  const AsKnob *knob = &sketch->knobs[k];
  int count = 0;
  int64_t around =
      knob->within >= 0 ? asPointValue(sketch, point, knob->within) : 0;
  bool isWhole = around == 0 || around == knob->extent;
  bool isEven = around && knob->extent % around == 0;
  for (int o = 0; o < knob->numOptions; o++)
    if (knob->kind == AS_KNOB_MEMBER
            ? asBandsFit(sketch, point, k, knob->options[o])
            : isWhole || around % knob->options[o] == 0 ||
                  (isEven && knob->extent % knob->options[o] != 0 &&
                   2 * knob->options[o] <= around))
      choices[count++] = (uint8_t)o;
  return count;
}

bool asPointSample(const AsSketch *sketch, AsRandom *random, AsPoint *point) {
  for (int draw = 0; draw < 2000; draw++) {
    *point = (AsPoint){0};
    bool fits = true;
    for (int k = 0; k < sketch->numKnobs && fits; k++) {
      uint8_t choices[AS_MAX_OPTIONS];
      int count = compatible(sketch, point, k, choices);
      fits = count > 0;
      if (fits)
        point->choice[k] = choices[asRandomBelow(random, (uint32_t)count)];
    }
    if (fits && asPointIsValid(sketch, point))
      return true;
  }
  return false;
}

void asPointRepair(const AsSketch *sketch, AsPoint *point) {
  for (int k = 0; k < sketch->numKnobs; k++) {
    uint8_t choices[AS_MAX_OPTIONS];
    int count = compatible(sketch, point, k, choices);
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
  return true;
}

/// What makes the image of a pad, and all that this is made of.
static void findFeeder(AsSketch *sketch) {
  const AsProgram *program = sketch->program;
  sketch->feeder = -1;
  memset(sketch->feeds, 0, sizeof sketch->feeds);
  for (int s = program->numStages - 1; s >= 0; s--) {
    const AsStage *stage = &program->stages[s];
    for (int a = 0; a < stage->numAccesses; a++) {
      const AsAccess *use = &stage->access[a];
      int tensor = use->isWrite ? use->initial : use->tensor;
      int p = tensor >= 0 ? program->tensors[tensor].producer : -1;
      bool isPadded = stage->kind == AS_STAGE_PAD && !use->isWrite;
      if (p < 0 || p >= s || !(isPadded || sketch->feeds[s]) ||
          program->stages[p].kind == AS_STAGE_PAD)
        continue;
      sketch->feeds[p] = true;
      sketch->feeder = p > sketch->feeder ? p : sketch->feeder;
    }
  }
}

/// Each loop of the stage moves with itself.
static void mapOwnLoops(AsSketch *sketch, int s) {
  for (int d = 0; d < AS_MAX_DIMS; d++)
    sketch->loopMap[s][d] =
        (int8_t)(d < sketch->program->stages[s].numDims ? d : -1);
}

void asSketchMapLoops(AsSketch *sketch) {
  const AsProgram *program = sketch->program;
  memset(sketch->loopMap, -1, sizeof sketch->loopMap);
  int last = program->numStages - 1;
  findFeeder(sketch);
  mapOwnLoops(sketch, last);
  if (sketch->feeder >= 0)
    mapOwnLoops(sketch, sketch->feeder);
  // Consumers come after producers: one sweep from the last stage reaches all.
  for (int c = last; c > 0; c--) {
    const AsStage *consumer = &program->stages[c];
    for (int a = 0; a < consumer->numAccesses; a++) {
      const AsAccess *use = &consumer->access[a];
      int tensor = use->isWrite ? use->initial : use->tensor;
      int p = tensor >= 0 ? program->tensors[tensor].producer : -1;
      if (p < 0 || p >= c || consumer->kind == AS_STAGE_PAD)
        continue;
      const AsStage *producer = &program->stages[p];
      const AsAccess *result = asStageResult(producer);
      for (int r = 0; r < program->tensors[tensor].rank; r++) {
        int from = asAccessLoop(use, consumer, r);
        int to = asAccessLoop(result, producer, r);
        for (int d = 0; d < AS_MAX_DIMS && from >= 0 && to >= 0; d++)
          if (sketch->loopMap[c][d] == from)
            sketch->loopMap[p][d] = (int8_t)to;
      }
    }
  }
}

bool asSketchIsSane(const AsSketch *sketch) {
  if (sketch->numKnobs > AS_MAX_KNOBS || sketch->numSteps > AS_MAX_STEPS)
    return false;
  for (int k = 0; k < sketch->numKnobs; k++) {
    const AsKnob *knob = &sketch->knobs[k];
    if (knob->numOptions < 1 || knob->numOptions > AS_MAX_OPTIONS ||
        knob->within >= k)
      return false;
    for (int other = 0; other < k; other++)
      if (strcmp(knob->name, sketch->knobs[other].name) == 0)
        return false;
  }
  return true;
}
