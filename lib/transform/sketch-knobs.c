//===- sketch-knobs.c - The knobs of a script and of a sketch
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See sketch-knobs.h.
//
//===----------------------------------------------------------------------===//

#include "transform/sketch-knobs.h"
#include "mlir-c/BuiltinAttributes.h"
#include <string.h>

typedef struct KnobWalk {
  AsArena *arena;
  AsSketch *sketch;
  AsError *error;
  AsStatus status;
} KnobWalk;

static bool isKnown(const AsSketch *sketch, const char *knob) {
  for (int k = 0; k < sketch->numKnobs; k++)
    if (strcmp(sketch->knobs[k].name, knob) == 0)
      return true;
  return false;
}

/// Sketches are searched as arrays of fixed size.
static AsStatus checkLimits(const AsSketch *sketch, MlirOperation knob,
                            const char *name, int numOptions, AsError *error) {
  AsText place = {0};
  asIrPrintPlace(mlirOperationGetLocation(knob), &place);
  AsStatus status = AS_OK;
  if (sketch->numKnobs == AS_MAX_KNOBS)
    status = asFail(error, AS_UNSUPPORTED,
                    "%sthe sketch %s has too many knobs: '%s' is one more than "
                    "the limit of %d",
                    asTextString(&place), sketch->name, name, AS_MAX_KNOBS);
  else if (numOptions < 1 || numOptions > AS_MAX_OPTIONS)
    status = asFail(error, AS_UNSUPPORTED,
                    "%sthe knob '%s' of the sketch %s has %d options: expected "
                    "a list of 1 to %d",
                    asTextString(&place), name, sketch->name, numOptions,
                    AS_MAX_OPTIONS);
  asTextFree(&place);
  return status;
}

static AsStatus addKnob(KnobWalk *walk, MlirOperation op, const char *name) {
  bool isKnob = asIrIsNamed(op, "transform.tune.knob");
  MlirAttribute options =
      mlirOperationGetInherentAttributeByName(op, asIrString("options"));
  int count = isKnob ? (mlirAttributeIsAArray(options)
                            ? (int)mlirArrayAttrGetNumElements(options)
                            : 0)
                     : (int)mlirOperationGetNumRegions(op);
  AsStatus status = checkLimits(walk->sketch, op, name, count, walk->error);
  if (status)
    return status;
  int64_t *values = asArenaArray(walk->arena, int64_t, count);
  const char **texts = asArenaArray(walk->arena, const char *, count);
  for (int o = 0; o < count; o++) {
    values[o] = o;
    if (!isKnob)
      continue;
    MlirAttribute option = mlirArrayAttrGetElement(options, o);
    AsText text = {0};
    asIrPrintAttribute(option, &text);
    texts[o] = asArenaCopy(walk->arena, text.data, text.length);
    asTextFree(&text);
    if (mlirAttributeIsAInteger(option))
      values[o] = mlirIntegerAttrGetValueInt(option);
  }
  walk->sketch->knobs[walk->sketch->numKnobs++] =
      (AsKnob){.kind = AS_KNOB_USER,
               .name = asArenaCopy(walk->arena, name, strlen(name)),
               .numOptions = count,
               .options = values,
               .texts = isKnob ? texts : NULL,
               .isAlternative = !isKnob,
               .within = -1};
  return AS_OK;
}

static MlirWalkResult readKnob(MlirOperation op, void *context) {
  KnobWalk *walk = context;
  if (!asIrIsNamed(op, "transform.tune.knob") &&
      !asIrIsNamed(op, "transform.tune.alternatives"))
    return MlirWalkResultAdvance;
  AsText name = {0};
  asIrStringAttribute(op, "name", &name);
  if (!isKnown(walk->sketch, asTextString(&name)))
    walk->status = addKnob(walk, op, asTextString(&name));
  asTextFree(&name);
  return walk->status ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

AsStatus asScriptReadKnobs(MlirModule script, AsArena *arena, AsSketch *sketch,
                           AsError *error) {
  KnobWalk walk = {arena, sketch, error, AS_OK};
  mlirOperationWalk(mlirModuleGetOperation(script), readKnob, &walk,
                    MlirWalkPreOrder);
  return walk.status;
}

AsKnobChoice asPointChoice(const AsSketch *sketch, const AsPoint *point,
                           int k) {
  const AsKnob *knob = &sketch->knobs[k];
  return (AsKnobChoice){
      .knob = knob->name,
      .value = knob->isAlternative ? point->choice[k]
                                   : asPointValue(sketch, point, k),
      .text = knob->texts ? knob->texts[point->choice[k]] : NULL};
}
