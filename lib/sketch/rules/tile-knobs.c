//===- tile-knobs.c - Knobs that several rules make
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See tile-knobs.h.
//
//===----------------------------------------------------------------------===//

#include "sketch/rules/tile-knobs.h"
#include "sketch/rules/stage-queries.h"
#include <stdio.h>

const AsSize asUnbounded = {-1, 0};

/// A tile knob named after its level and loop.
AsSize asTileKnob(AsDerivation *derivation, const char *level, int dim,
                  int64_t extent, int64_t least, int64_t most, int64_t unit,
                  AsSize within) {
  char name[32];
  snprintf(name, sizeof name, "%s_%d", level, dim);
  return asDerivationTile(derivation, name, extent, least, most, unit, within);
}

AsSize asRowsKnob(AsDerivation *derivation, int dim, int64_t extent,
                  int64_t least, int64_t most, AsSize within) {
  char name[32];
  snprintf(name, sizeof name, "register_%d", dim);
  return asDerivationRows(derivation, name, extent, least, most, within);
}

AsSize asParallelSize(const AsDerivation *derivation, int dim) {
  for (int i = 0; i < derivation->sketch.numSteps; i++)
    if (derivation->sketch.steps[i].kind == AS_STEP_PARALLEL)
      return derivation->sketch.steps[i].parallel.size[dim];
  return asUnbounded;
}

AsSize asCacheTile(AsDerivation *derivation, int stage, int dim,
                   int64_t least) {
  int64_t extent = asStageOf(derivation, stage)->extent[dim];
  if (derivation->mustPack && dim == asLaneLoop(derivation, stage))
    return asUnbounded;
  return asTileKnob(derivation, "cache", dim, extent, least, extent, 0,
                    asParallelSize(derivation, dim));
}

AsSize asTighterSize(AsSize own, AsSize around) {
  return own.knob >= 0 || own.constant ? own : around;
}

void asKeepMultiples(AsDerivation *derivation, AsSize *size, int64_t unit) {
  if (size->knob < 0) {
    size->constant -= size->constant % unit ? size->constant : 0;
    return;
  }
  AsKnob *knob = &derivation->sketch.knobs[size->knob];
  int64_t *options = asArenaArray(derivation->arena, int64_t, knob->numOptions);
  int count = 0;
  for (int o = 0; o < knob->numOptions; o++)
    if (knob->options[o] % unit == 0)
      options[count++] = knob->options[o];
  if (count == 0) // Every point names all knobs.
    options[count++] = knob->extent;
  knob->options = options;
  knob->numOptions = count;
}

/// Whether the stage multiplies bytes, two at a time.
static bool multipliesBytes(const AsDerivation *derivation, int stage) {
  const AsStage *s = asStageOf(derivation, stage);
  bool hasBytes = false;
  for (int a = 0; a < s->numAccesses; a++)
    hasBytes |=
        derivation->sketch.program->tensors[s->access[a].tensor].element ==
        AS_ELEMENT_I8;
  return hasBytes && asMultipliesShort(derivation, stage);
}

/// Bytes are interleaved, which of other vectors takes LLVM an element at a
/// time. In fours (lowering/vector/dot-products.c) vectors are filled up, which
/// is worth it for a whole row.
static void keepPowersOfTwo(AsDerivation *derivation, AsSize size) {
  if (size.knob < 0)
    return;
  AsKnob *knob = &derivation->sketch.knobs[size.knob];
  int64_t *options = asArenaArray(derivation->arena, int64_t, knob->numOptions);
  int count = 0;
  for (int o = 0; o < knob->numOptions; o++)
    if ((knob->options[o] & (knob->options[o] - 1)) == 0 ||
        (derivation->sketch.dots.byteLanes && knob->options[o] == knob->extent))
      options[count++] = knob->options[o];
  if (count) {
    knob->options = options;
    knob->numOptions = count;
  }
}

AsSize asSumTile(AsDerivation *derivation, int stage, int dim, int64_t within,
                 int64_t fewest, int64_t most) {
  enum { together = 4 };
  int64_t extent = asStageOf(derivation, stage)->extent[dim];
  AsSize size = asDerivationTile(
      derivation, "cache_k", extent, within < fewest ? fewest / within : 1,
      within < most ? most / within : 1, 0, asUnbounded);
  if (derivation->sketch.dots.byteLanes && multipliesBytes(derivation, stage) &&
      extent % together == 0 && within % together != 0)
    asKeepMultiples(derivation, &size, together);
  return size;
}

static AsSize laneTile(AsDerivation *derivation, int stage, int dim,
                       int64_t maxVectors, int64_t unit, AsSize within) {
  int64_t lanes = asLanesOf(derivation, stage);
  int64_t extent = asStageOf(derivation, stage)->extent[dim];
  int64_t least = extent % lanes == 0 ? lanes : extent < lanes ? 1 : lanes / 2;
  return asTileKnob(derivation, "register", dim, extent, least,
                    maxVectors * lanes, unit, within);
}

AsSize asLaneTile(AsDerivation *derivation, int stage, int dim,
                  int64_t maxVectors, AsSize within) {
  int64_t lanes = asLanesOf(derivation, stage);
  AsSize size = laneTile(derivation, stage, dim, maxVectors, lanes, within);
  if (multipliesBytes(derivation, stage))
    keepPowersOfTwo(derivation, size);
  return size;
}

AsSize asWholeLaneTile(AsDerivation *derivation, int stage, int dim,
                       int64_t maxVectors, AsSize within) {
  return laneTile(derivation, stage, dim, maxVectors, 0, within);
}

/// A short loop, as over a row of a window, is offered whole: neighbouring
/// positions read the same pixels, which then are loaded once.
int asUnrollKnob(AsDerivation *derivation, const char *name, int64_t trip) {
  enum { longest = 8 };
  int64_t factors[4 + 1];
  int count = 0;
  for (int64_t factor = 1; factor <= longest; factor++)
    if (factor == trip || (factor & (factor - 1)) == 0)
      factors[count++] = factor;
  return asDerivationKnob(derivation, AS_KNOB_UNROLL, name, factors, count,
                          true);
}

static const int64_t either[] = {0, 1};

int asOrderKnob(AsDerivation *derivation, const char *name) {
  return asDerivationKnob(derivation, AS_KNOB_ORDER, name, either, 2, true);
}

int asLocationKnob(AsDerivation *derivation) {
  return asDerivationKnob(derivation, AS_KNOB_LOCATION, "location", either, 2,
                          true);
}
