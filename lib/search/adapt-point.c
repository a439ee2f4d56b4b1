//===- adapt-point.c - A point of one sketch as a point of another
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See adapt-point.h.
//
//===----------------------------------------------------------------------===//

#include "search/adapt-point.h"
#include <math.h>
#include <string.h>

/// The extent that knob `name` cut in the other sketch; 0 if it is not known.
static double extentOf(const cJSON *knobs, const char *name) {
  const cJSON *knob;
  cJSON_ArrayForEach(knob, knobs) {
    const char *other =
        cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(knob, "name"));
    double extent =
        cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(knob, "extent"));
    if (other && strcmp(other, name) == 0)
      return extent > 0 ? extent : 0;
  }
  return 0;
}

/// Whether options near each other are alike.
static bool isSize(const AsKnob *knob) {
  return knob->kind == AS_KNOB_TILE || knob->kind == AS_KNOB_MEMBER ||
         knob->kind == AS_KNOB_UNROLL;
}

/// How far an option is from a value. None at all is near to nothing else.
static double distanceOf(int64_t option, double value) {
  if ((double)option == value)
    return 0;
  return option > 0 && value > 0 ? fabs(log2((double)option / value))
                                 : INFINITY;
}

/// The option nearest to the value, the smaller of two; -1 if there is none.
static int nearestOption(const AsKnob *knob, double value) {
  int nearest = -1;
  double least = INFINITY;
  for (int o = 0; o < knob->numOptions; o++) {
    double distance = distanceOf(knob->options[o], value);
    if (distance < least && (distance == 0 || isSize(knob))) {
      nearest = o;
      least = distance;
    }
  }
  return nearest;
}

/// What a knob has in the other sketch.
typedef struct Value {
  bool isKnown;
  double value, extent; ///< The extent is 0 if it is not known.
} Value;

/// Sets the option nearest to the value; false if there is none.
static bool setKnob(const AsKnob *knob, Value other, uint8_t *choice) {
  if (!other.isKnown) // A sketch from before there was this knob fuses.
    return knob->kind == AS_KNOB_LOCATION;
  bool isWhole = knob->kind == AS_KNOB_TILE && other.extent > 0 &&
                 other.value == other.extent;
  int option =
      nearestOption(knob, isWhole ? (double)knob->extent : other.value);
  if (option < 0)
    return false;
  *choice = (uint8_t)option;
  return true;
}

static bool repair(const AsSketch *sketch, AsPoint *point) {
  asPointRepair(sketch, point);
  return asPointIsValid(sketch, point);
}

bool asPointAdapt(const AsSketch *sketch, const cJSON *values,
                  const cJSON *knobs, AsPoint *point) {
  memset(point, 0, sizeof *point);
  for (int k = 0; k < sketch->numKnobs; k++) {
    const AsKnob *knob = &sketch->knobs[k];
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(values, knob->name);
    Value other = {.isKnown = value != NULL};
    if (value && !cJSON_IsNumber(value))
      return false;
    if (value) {
      other.value = value->valuedouble;
      other.extent = extentOf(knobs, knob->name);
    }
    if (!setKnob(knob, other, &point->choice[k]))
      return false;
  }
  return repair(sketch, point);
}

/// What the knob of that name has at a point.
static Value valueAt(const AsSketch *sketch, const AsPoint *point,
                     const char *name) {
  for (int k = 0; k < sketch->numKnobs; k++)
    if (strcmp(sketch->knobs[k].name, name) == 0)
      return (Value){true, (double)asPointValue(sketch, point, k),
                     (double)sketch->knobs[k].extent};
  return (Value){.isKnown = false};
}

bool asPointAdaptFrom(const AsSketch *from, const AsPoint *other,
                      const AsSketch *sketch, AsPoint *point) {
  AsPoint given = *other;
  memset(point, 0, sizeof *point);
  for (int k = 0; k < sketch->numKnobs; k++)
    if (!setKnob(&sketch->knobs[k],
                 valueAt(from, &given, sketch->knobs[k].name),
                 &point->choice[k]))
      return false;
  return repair(sketch, point);
}
