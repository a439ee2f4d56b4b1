//===- derive.c - From a program to its sketches
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The work list of derivations, and what rules are built from. See rules.h.
//
//===----------------------------------------------------------------------===//

#include "sketch/divisors.h"
#include "sketch/loop-nest.h"
#include "sketch/rules.h"
#include "sketch/sanity.h"
#include "sketch/script.h"
#include "support/hash.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// For rules
//===----------------------------------------------------------------------===//

AsStep *asDerivationStep(AsDerivation *derivation, AsStepKind kind, int stage) {
  AsSketch *sketch = &derivation->sketch;
  AsStep *step = &derivation->excess;
  if (sketch->numSteps < AS_MAX_STEPS)
    step = &sketch->steps[sketch->numSteps++];
  else if (!derivation->error.status)
    asFail(&derivation->error, AS_UNSUPPORTED,
           "it takes more than %d steps, which is all that a sketch has room "
           "for",
           AS_MAX_STEPS);
  *step = asStepMake(kind, stage);
  return step;
}

int asDerivationKnob(AsDerivation *derivation, AsKnobKind kind,
                     const char *name, const int64_t *options, int numOptions,
                     bool isAlternative) {
  static const int64_t one = 1;
  AsSketch *sketch = &derivation->sketch;
  if (numOptions < 1 || numOptions > AS_MAX_OPTIONS) {
    if (!derivation->error.status)
      asFail(&derivation->error, AS_UNSUPPORTED,
             "its knob '%s' has %d options: expected 1 to %d", name, numOptions,
             AS_MAX_OPTIONS);
    options = &one;
    numOptions = 1;
  }
  if (sketch->numKnobs == AS_MAX_KNOBS) {
    if (!derivation->error.status)
      asFail(&derivation->error, AS_UNSUPPORTED,
             "its knob '%s' is one more than the %d that a sketch has room for",
             name, AS_MAX_KNOBS);
    sketch->numKnobs--; // It replaces the last one.
  }
  int64_t *copy = asArenaArray(derivation->arena, int64_t, numOptions);
  memcpy(copy, options, sizeof *copy * (size_t)numOptions);
  sketch->knobs[sketch->numKnobs] =
      (AsKnob){.kind = kind,
               .name = asArenaCopy(derivation->arena, name, strlen(name)),
               .numOptions = numOptions,
               .options = copy,
               .isAlternative = isAlternative,
               .within = -1};
  return sketch->numKnobs++;
}

void asDerivationSetProgram(AsDerivation *derivation,
                            const AsProgram *program) {
  if (program->numStages > AS_MAX_STAGES) {
    if (!derivation->error.status)
      asFail(&derivation->error, AS_UNSUPPORTED,
             "its program has %d stages: expected %d at most",
             program->numStages, AS_MAX_STAGES);
    return;
  }
  derivation->sketch.program = program;
  derivation->stage = program->numStages - 1;
  asSketchMapLoops(&derivation->sketch);
}

AsSize asDerivationConstant(int64_t size, int64_t extent) {
  return (AsSize){-1, size >= extent ? 0 : size};
}

/// Whether `size` is a power of two of units, or three times one.
static bool isRound(int64_t size, int64_t unit) {
  if (unit == 0 || size % unit != 0)
    return false;
  int64_t units = size / unit;
  while (units % 2 == 0)
    units /= 2;
  return units == 1 || units == 3;
}

/// Whether a divisor of `extent` up to `most` that is a multiple of `unit` is
/// within a factor of `halves` / 2 of `size`.
static bool hasDivisorNear(int64_t size, int64_t extent, int64_t most,
                           int64_t unit, int64_t halves) {
  for (int64_t near = unit; near <= most && 2 * near <= halves * size;
       near += unit)
    if (extent % near == 0 && 2 * size <= halves * near)
      return true;
  return false;
}

/// Whether so many rows of two vectors fill most of the registers, and what
/// they leave over is half of them or more, so that it keeps the units busy as
/// well: 38 rows are seven of 5 and one of 3, where divisors are 2 and 19. A
/// divisor as good leaves nothing over.
static bool leavesGoodRows(const AsDerivation *derivation, int64_t size,
                           int64_t extent) {
  enum { fewest = 4, others = 4 };
  int64_t most = (derivation->sketch.vectorRegisters - others) / 2;
  return size >= fewest && size <= most && 2 * size <= extent &&
         2 * (extent % size) >= size &&
         !hasDivisorNear(size, extent, most, 1, 3);
}

/// Whether tiles of the size are worth what they leave over of the loop. Where
/// at most one tile in so many is a rest there may be better ones than the
/// divisors: six times a power of two of rows, since 12 of two vectors need a
/// quarter less of the other operand's loads than 8, and 16 do not fit into the
/// registers, and 6 keep the units busy where 4 only just do; and some vectors
/// where nothing like them divides the lanes, as 11 f64 take what 12 do.
static bool isWorthRest(int64_t size, int64_t extent, int64_t most,
                        int64_t unit) {
  enum { mostlyWhole = 8 };
  if (!isRound(size, unit) || 2 * size > extent)
    return false;
  bool isBetter =
      unit > 1 ? !hasDivisorNear(size, extent, most, unit, 3) : size % 6 == 0;
  bool isThreeVectors = unit > 1 && size % (3 * unit) == 0;
  return (!isThreeVectors && !hasDivisorNear(size, extent, most, unit, 6)) ||
         (isBetter && mostlyWhole * size <= extent);
}

/// Whether tiles of the size leave nothing over of the loop, or of a tile of it
/// that does.
static bool fits(const AsDerivation *derivation, int64_t size, int64_t extent,
                 AsSize within) {
  if (extent % size == 0)
    return true;
  if (within.knob < 0)
    return false;
  const AsKnob *around = &derivation->sketch.knobs[within.knob];
  for (int o = 0; o < around->numOptions; o++)
    if (extent % around->options[o] != 0 && around->options[o] % size == 0)
      return true;
  return false;
}

/// The least size above `size` that may be a tile's: that divides the extent,
/// or a tile around it that leaves something over. Sizes in units are few, and
/// round ones leave something over themselves.
static int64_t nextSize(const AsDerivation *derivation, int64_t size,
                        int64_t extent, int64_t unit, AsSize within) {
  if (unit > 0)
    return size + 1;
  int64_t next = asLeastDivisor(extent, size + 1);
  if (within.knob < 0)
    return next;
  const AsKnob *around = &derivation->sketch.knobs[within.knob];
  for (int o = 0; o < around->numOptions; o++)
    if (extent % around->options[o] != 0 && around->options[o] > size) {
      int64_t other = asLeastDivisor(around->options[o], size + 1);
      next = other < next ? other : next;
    }
  return next;
}

/// See asDerivationTile. `areRows`: sizes that leave good rows are options.
static AsSize makeTile(AsDerivation *derivation, const char *name,
                       int64_t extent, int64_t least, int64_t most,
                       int64_t unit, AsSize within, bool areRows) {
  int64_t options[AS_MAX_OPTIONS];
  int count = 0;
  for (int64_t size = least;
       size <= most && size <= extent && count < AS_MAX_OPTIONS;) {
    if (fits(derivation, size, extent, within) ||
        isWorthRest(size, extent, most, unit) ||
        (areRows && leavesGoodRows(derivation, size, extent)))
      options[count++] = size;
    if (size == extent)
      break;
    size = nextSize(derivation, size, extent, unit, within);
  }
  if (!count)
    options[count++] = asLeastDivisor(extent, least);
  if (count == 1)
    return asDerivationConstant(options[0], extent);
  int knob =
      asDerivationKnob(derivation, AS_KNOB_TILE, name, options, count, false);
  derivation->sketch.knobs[knob].within = within.knob;
  derivation->sketch.knobs[knob].extent = extent;
  return (AsSize){knob, 0};
}

AsSize asDerivationTile(AsDerivation *derivation, const char *name,
                        int64_t extent, int64_t least, int64_t most,
                        int64_t unit, AsSize within) {
  return makeTile(derivation, name, extent, least, most, unit, within, false);
}

AsSize asDerivationRows(AsDerivation *derivation, const char *name,
                        int64_t extent, int64_t least, int64_t most,
                        AsSize within) {
  return makeTile(derivation, name, extent, least, most, 1, within, true);
}

//===----------------------------------------------------------------------===//
// The work list
//===----------------------------------------------------------------------===//

typedef struct WorkList {
  AsDerivation **items;
  int size, capacity;
} WorkList;

static void push(WorkList *list, AsDerivation *derivation) {
  if (list->size == list->capacity) {
    list->capacity = list->capacity ? 2 * list->capacity : 8;
    list->items =
        asRealloc(list->items, sizeof *list->items * (size_t)list->capacity);
  }
  list->items[list->size++] = derivation;
}

static AsDerivation *extend(const AsDerivation *derivation,
                            const AsRule *rule) {
  AsDerivation *copy = asAlloc(sizeof *copy);
  *copy = *derivation;
  copy->name = (AsText){0};
  asTextFormat(&copy->name, "%s%s%s", asTextString(&derivation->name),
               derivation->name.length ? "+" : "", rule->name);
  return copy;
}

static void discard(AsDerivation *derivation) {
  asTextFree(&derivation->name);
  free(derivation);
}

/// What a derivation is made by, and what becomes of it.
typedef struct Search {
  const AsRule *const *rules;
  int numRules;
  WorkList open, done;
  AsText *dropped; ///< Why sketches are not there, or NULL.
} Search;

/// Applies a rule. What comes of it is visited next, unless there was no room
/// for it.
static void apply(const AsDerivation *derivation, const AsRule *rule,
                  Search *search) {
  AsDerivation *next = extend(derivation, rule);
  rule->apply(next, derivation->stage);
  if (!next->error.status) {
    push(&search->open, next);
    return;
  }
  if (search->dropped)
    asTextFormat(search->dropped, "%sthe sketch %s is left out: %s",
                 search->dropped->length ? "; " : "", asTextString(&next->name),
                 next->error.message);
  discard(next);
}

/// Visits one stage.
static void visit(AsDerivation *derivation, Search *search) {
  bool applied = false;
  AsRuleVerdict verdict = AS_RULE_PASS;
  for (int r = 0; r < search->numRules && verdict != AS_RULE_APPLY_LAST; r++) {
    verdict = search->rules[r]->meets(derivation, derivation->stage);
    if (verdict == AS_RULE_PASS)
      continue;
    apply(derivation, search->rules[r], search);
    applied = true;
  }
  if (applied) {
    discard(derivation);
    return;
  }
  derivation->stage--; // Nothing to do here: on to the producer before it.
  derivation->isDone = derivation->stage < 0;
  push(&search->open, derivation);
}

/// Completes the sketch; false where it has no valid point.
static bool finish(AsDerivation *derivation) {
  AsSketch *sketch = &derivation->sketch;
  sketch->name = asArenaCopy(derivation->arena, asTextString(&derivation->name),
                             derivation->name.length);
  assert(asSketchIsSane(sketch));
  AsRandom random = {1};
  AsPoint point;
  if (!asPointSample(sketch, &random, &point))
    return false;
  AsText script = {0};
  asScriptModule(sketch, NULL, false, &script);
  sketch->script = asArenaCopy(derivation->arena, script.data, script.length);
  asTextFree(&script);
  AsHash hash = asHashString(asHashStart(), sketch->script);
  memcpy(sketch->version, asHashFormat(hash).text, sizeof sketch->version);
  return true;
}

static AsDerivation *startFrom(const AsProgram *program, const AsTarget *target,
                               AsArena *arena) {
  AsDerivation *start = asAlloc(sizeof *start);
  start->target = target;
  start->arena = arena;
  start->stage = program->numStages - 1;
  start->sketch.program = program;
  start->sketch.vectorBytes = target->vectorBytes;
  start->sketch.vectorRegisters = target->vectorRegisters;
  start->sketch.unitBytes = target->unitBytes;
  start->sketch.hasMasks = target->hasMasks;
  start->sketch.dots = target->dots;
  start->sketch.cacheBytes = target->cacheBytes[1];
  start->sketch.gpu = target->gpu;
  if (program->numStages <= AS_MAX_STAGES)
    asSketchMapLoops(&start->sketch);
  return start;
}

AsSketch *asSketchDeriveBy(const AsRule *const *rules, int numRules,
                           const AsProgram *program, const AsTarget *target,
                           AsArena *arena, int *numSketches, AsText *dropped) {
  Search search = {.rules = rules, .numRules = numRules, .dropped = dropped};
  push(&search.open, startFrom(program, target, arena));
  while (search.open.size) {
    AsDerivation *derivation = search.open.items[--search.open.size];
    if (!derivation->isDone)
      visit(derivation, &search);
    else if (derivation->name.length && finish(derivation))
      push(&search.done, derivation);
    else
      discard(derivation);
  }
  // Last found first: the order of the work list is the same on every host.
  AsSketch *sketches = asArenaArray(arena, AsSketch, search.done.size);
  for (int i = 0; i < search.done.size; i++) {
    sketches[i] = search.done.items[i]->sketch;
    discard(search.done.items[i]);
  }
  *numSketches = search.done.size;
  free(search.open.items);
  free(search.done.items);
  return sketches;
}

AsSketch *asSketchDerive(const AsProgram *program, const AsTarget *target,
                         AsArena *arena, int *numSketches, AsText *dropped) {
  const AsRule *rules[AS_NUM_RULES];
  int numRules = asRulesFor(target, rules);
  return asSketchDeriveBy(rules, numRules, program, target, arena, numSketches,
                          dropped);
}
