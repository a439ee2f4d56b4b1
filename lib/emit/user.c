//===- emit/user.c - Sketches that users bring
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A file of named sequences with knobs, each a sketch for every task or, marked
// with as.task = "HASH", for one. The sequence takes the task's function. See
// docs/rules.md.
//
//===----------------------------------------------------------------------===//

#include "build/script.h"
#include "emit/run.h"
#include "mlir-c/BuiltinAttributes.h"
#include "support/hash.h"
#include <stdlib.h>
#include <string.h>

static MlirOperation firstSequence(MlirModule module) {
  return mlirBlockGetFirstOperation(mlirModuleGetBody(module));
}

static bool isSequence(MlirOperation op) {
  return asIrIsNamed(op, "transform.named_sequence");
}

AsStatus asUserSketchesRead(AsRun *run, const char *path, AsError *error) {
  AsText text = {0};
  AsStatus status = asReadFile(path, &text, error);
  if (!status)
    status = asIrParse(run->context, text.data, text.length, path,
                       &run->userSketches, error);
  asTextFree(&text);
  if (status)
    return status;
  int count = 0;
  for (MlirOperation op = firstSequence(run->userSketches);
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    count += isSequence(op);
  if (!count)
    return asFail(error, AS_INVALID_INPUT,
                  "%s has no transform.named_sequence at its top level: "
                  "expected a module with one for each sketch",
                  path);
  return AS_OK;
}

//===----------------------------------------------------------------------===//
// Knobs
//===----------------------------------------------------------------------===//

typedef struct KnobWalk {
  AsRun *run;
  AsSketch *sketch;
  bool tooMany;
} KnobWalk;

static MlirWalkResult readKnob(MlirOperation op, void *context) {
  KnobWalk *walk = context;
  bool isKnob = asIrIsNamed(op, "transform.tune.knob");
  if (!isKnob && !asIrIsNamed(op, "transform.tune.alternatives"))
    return MlirWalkResultAdvance;
  AsText name = {0};
  asIrStringAttribute(op, "name", &name);
  for (int k = 0; k < walk->sketch->numKnobs; k++)
    if (strcmp(walk->sketch->knobs[k].name, asTextString(&name)) == 0) {
      asTextFree(&name);
      return MlirWalkResultAdvance; // One knob that is used twice.
    }
  MlirAttribute options =
      mlirOperationGetInherentAttributeByName(op, asIrString("options"));
  int count = isKnob ? (mlirAttributeIsAArray(options)
                            ? (int)mlirArrayAttrGetNumElements(options)
                            : 0)
                     : (int)mlirOperationGetNumRegions(op);
  if (walk->sketch->numKnobs == AS_MAX_KNOBS || count < 1 ||
      count > AS_MAX_OPTIONS) {
    walk->tooMany = true;
    asTextFree(&name);
    return MlirWalkResultInterrupt;
  }
  AsArena *arena = &walk->run->arena;
  int64_t *values = asArenaArray(arena, int64_t, count);
  const char **texts = asArenaArray(arena, const char *, count);
  for (int o = 0; o < count; o++) {
    values[o] = o;
    if (!isKnob)
      continue;
    MlirAttribute option = mlirArrayAttrGetElement(options, o);
    AsText text = {0};
    asIrPrintAttribute(option, &text);
    texts[o] = asArenaCopy(arena, text.data, text.length);
    asTextFree(&text);
    if (mlirAttributeIsAInteger(option))
      values[o] = mlirIntegerAttrGetValueInt(option);
  }
  walk->sketch->knobs[walk->sketch->numKnobs++] =
      (AsKnob){.kind = AS_KNOB_USER,
               .name = asArenaCopy(arena, name.data, name.length),
               .numOptions = count,
               .options = values,
               .texts = isKnob ? texts : NULL,
               .isAlternative = !isKnob,
               .within = -1};
  asTextFree(&name);
  return MlirWalkResultAdvance;
}

/// The module's text with `sequence` first, since that is the one applied.
static const char *scriptFor(AsRun *run, MlirOperation sequence) {
  AsText text = {0};
  asTextAppendString(&text,
                     "module attributes {transform.with_named_sequence} {\n");
  asIrPrint(sequence, &text);
  asTextAppendString(&text, "\n");
  for (MlirOperation op = firstSequence(run->userSketches);
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (!mlirOperationEqual(op, sequence)) {
      asIrPrint(op, &text);
      asTextAppendString(&text, "\n");
    }
  asTextAppendString(&text, "}\n");
  const char *script = asArenaCopy(&run->arena, text.data, text.length);
  asTextFree(&text);
  return script;
}

AsSketch *asUserSketchesAppend(AsRun *run, const AsTask *task,
                               AsSketch *sketches, int *numSketches) {
  if (mlirModuleIsNull(run->userSketches))
    return sketches;
  int capacity = *numSketches;
  for (MlirOperation op = firstSequence(run->userSketches);
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    capacity++;
  AsSketch *all = asArenaArray(&run->arena, AsSketch, capacity);
  memcpy(all, sketches, sizeof *all * (size_t)*numSketches);
  AsText text = {0};
  for (MlirOperation op = firstSequence(run->userSketches);
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    if (!isSequence(op) || (asIrStringAttribute(op, AS_TASK_ATTRIBUTE, &text) &&
                            strcmp(text.data, task->hash) != 0))
      continue;
    asIrStringAttribute(op, "sym_name", &text);
    AsSketch *sketch = &all[*numSketches];
    *sketch = (AsSketch){.program = &task->program, .isUser = true};
    sketch->vectorBytes = run->target.vectorBytes;
    sketch->vectorRegisters = run->target.vectorRegisters;
    sketch->name = asArenaFormat(&run->arena, "@%s", asTextString(&text));
    KnobWalk walk = {run, sketch, false};
    mlirOperationWalk(op, readKnob, &walk, MlirWalkPreOrder);
    if (walk.tooMany)
      continue;
    sketch->script = scriptFor(run, op);
    AsHash hash = asHashString(asHashStart(), sketch->script);
    memcpy(sketch->version, asHashFormat(hash).text, sizeof sketch->version);
    (*numSketches)++;
  }
  asTextFree(&text);
  return all;
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

void asUserSketchesPrint(const AsRun *run, AsText *text) {
  if (mlirModuleIsNull(run->userSketches))
    return;
  for (MlirOperation op = firstSequence(run->userSketches);
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    asIrPrint(op, text);
    asTextAppendString(text, "\n");
  }
}

AsStatus asUserSchedulePrint(const AsRun *run, const AsSketch *sketch,
                             const AsPoint *point, const char *name,
                             AsText *text, AsError *error) {
  MlirModule script;
  AsStatus status =
      asIrParse(run->context, sketch->script, strlen(sketch->script),
                sketch->name, &script, error);
  if (status)
    return status;
  for (int k = 0; k < sketch->numKnobs && !status; k++) {
    const AsKnob *knob = &sketch->knobs[k];
    AsChoice choice = {knob->name,
                       knob->isAlternative ? point->choice[k]
                                           : asPointValue(sketch, point, k),
                       knob->texts ? knob->texts[point->choice[k]] : NULL};
    status = asScriptChoose(script, &choice, error);
  }
  if (!status) {
    MlirOperation sequence = firstSequence(script);
    mlirOperationSetAttributeByName(
        sequence, asIrString("sym_name"),
        mlirStringAttrGet(run->context, asIrString(name)));
    asIrPrint(sequence, text);
    asTextAppendString(text, "\n");
  }
  mlirModuleDestroy(script);
  return status;
}
