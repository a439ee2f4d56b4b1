//===- enum-names.c - Names of outcomes and element types
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "as/element.h"
#include "as/outcome.h"
#include <string.h>

const char *asOutcomeName(AsOutcome outcome) {
  static const char *const names[] = {
#define AS_NAME(suffix, name, meaning) name,
      AS_OUTCOMES(AS_NAME)
#undef AS_NAME
  };
  return (unsigned)outcome < AS_NUM_OUTCOMES ? names[outcome] : "unknown";
}

bool asOutcomeIsTimed(AsOutcome outcome) {
  return outcome == AS_OUTCOME_OK || outcome == AS_OUTCOME_ESTIMATED;
}

const char *asOutcomeMeaning(AsOutcome outcome) {
  static const char *const meanings[] = {
#define AS_MEANING(suffix, name, meaning) meaning,
      AS_OUTCOMES(AS_MEANING)
#undef AS_MEANING
  };
  return (unsigned)outcome < AS_NUM_OUTCOMES ? meanings[outcome] : "unknown";
}

AsOutcome asOutcomeFromName(const char *name) {
  // What versions before 0.2 wrote into their records.
  if (strcmp(name, "outrun") == 0)
    return AS_OUTCOME_EARLY_STOPPED;
  int outcome = 0;
  while (outcome < AS_NUM_OUTCOMES &&
         strcmp(name, asOutcomeName((AsOutcome)outcome)) != 0)
    outcome++;
  return (AsOutcome)outcome;
}

typedef struct ElementTraits {
  const char *name;
  int bytes;
  const char *numpy;
  bool isFloat;
  double roundoff;
} ElementTraits;

static const ElementTraits *elementTraits(AsElement element) {
  static const ElementTraits traits[] = {
#define AS_TRAITS(suffix, ...) {__VA_ARGS__},
      AS_ELEMENTS(AS_TRAITS)
#undef AS_TRAITS
          {"unknown", 0, "", 0, 0},
  };
  return &traits[(unsigned)element < AS_NUM_ELEMENTS ? element
                                                     : AS_NUM_ELEMENTS];
}

const char *asElementName(AsElement element) {
  return elementTraits(element)->name;
}
int asElementBytes(AsElement element) { return elementTraits(element)->bytes; }
const char *asElementNumpy(AsElement element) {
  return elementTraits(element)->numpy;
}
bool asElementIsFloat(AsElement element) {
  return elementTraits(element)->isFloat;
}
double asElementRoundoff(AsElement element) {
  return elementTraits(element)->roundoff;
}

AsElement asElementFromName(const char *name) {
  int element = 0;
  while (element < AS_NUM_ELEMENTS &&
         strcmp(name, asElementName((AsElement)element)) != 0)
    element++;
  return (AsElement)element;
}
