//===- trial-code.c - The machine code of one trial
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See trial-code.h.
//
//===----------------------------------------------------------------------===//

#include "view/stages/trial-code.h"
#include "pool/compiler-name.h"
#include "support/option-table.h"
#include "transform/sketch-knobs.h"
#include "view/stages/find-trial.h"
#include "view/stages/read-target.h"
#include "worker/find-worker.h"
#include <string.h>

/// What is built, in `arena`.
typedef struct Making {
  const AsView *view;
  AsViewChosen chosen;
  AsArena arena;
  AsTarget target;
  AsGpu gpu;
  AsFp fp;
  AsKnobChoice choices[AS_MAX_KNOBS];
  AsBuildJob job;
} Making;

//===----------------------------------------------------------------------===//
// What the store has
//===----------------------------------------------------------------------===//

static AsStatus readTarget(Making *making, AsError *error) {
  const char *key = making->chosen.task->target;
  const AsViewThing *thing = asViewFindThing(&making->view->targetThings, key);
  if (!thing || !asViewReadTarget(thing->data, &making->target, &making->gpu))
    return asFail(error, AS_NOT_FOUND,
                  "the store does not say what the target '%s' is like; a run "
                  "of as-opt on that machine with this store tells it",
                  key);
  if (!asCompilerReadFp(making->chosen.task->compiler, &making->fp))
    return asFail(error, AS_UNSUPPORTED,
                  "the trial was built by '%s', which names no mode of "
                  "arithmetic (fp=...)",
                  making->chosen.task->compiler);
  return AS_OK;
}

/// Regions of alternatives are numbered in a script. Points have what they are
/// for instead, which the thing of the sketch lists in the same order.
static void nameRegions(AsKnob *knob, const cJSON *knobs, AsArena *arena) {
  const cJSON *known;
  cJSON_ArrayForEach(known, knobs) {
    const char *name =
        cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(known, "name"));
    const cJSON *options = cJSON_GetObjectItemCaseSensitive(known, "options");
    if (!name || strcmp(name, knob->name) != 0 ||
        cJSON_GetArraySize(options) != knob->numOptions)
      continue;
    int64_t *values = asArenaArray(arena, int64_t, knob->numOptions);
    bool areNumbers = true;
    for (int o = 0; o < knob->numOptions; o++) {
      const cJSON *option = cJSON_GetArrayItem(options, o);
      areNumbers &= cJSON_IsNumber(option);
      values[o] = areNumbers ? (int64_t)option->valuedouble : 0;
    }
    if (areNumbers)
      knob->options = values;
  }
}

/// What the point gives to the knobs of the script.
static AsStatus choose(Making *making, MlirModule script, const cJSON *knobs,
                       AsError *error) {
  AsSketch sketch = {.name = making->job.sketch, .isUser = true};
  AsStatus status = asScriptReadKnobs(script, &making->arena, &sketch, error);
  if (status)
    return status;
  for (int k = 0; k < sketch.numKnobs; k++)
    if (sketch.knobs[k].isAlternative)
      nameRegions(&sketch.knobs[k], knobs, &making->arena);
  AsPoint point;
  if (!asPointParse(&sketch, making->chosen.trial->point, &point))
    return asFail(error, AS_INVALID_INPUT,
                  "the point %s does not fit the script of '%s' in the store",
                  making->chosen.trial->point, sketch.name);
  for (int k = 0; k < sketch.numKnobs; k++)
    making->choices[k] = asPointChoice(&sketch, &point, k);
  making->job.numChoices = sketch.numKnobs;
  return AS_OK;
}

static AsStatus readScript(Making *making, AsError *error) {
  const AsView *view = making->view;
  const char *name = view->sketches.names[making->chosen.trial->sketch];
  size_t length = strcspn(name, "\n");
  const AsViewThing *thing =
      asViewFindThing(&view->sketchThings, name + length + 1);
  making->job.sketch = asArenaCopy(&making->arena, name, length);
  if (!thing || !*thing->text)
    return asFail(error, AS_NOT_FOUND, "the store has no script of '%s'",
                  making->job.sketch);
  making->job.script = thing->text;
  making->job.choices = making->choices;
  MlirContext context = asIrContextCreate();
  MlirModule script;
  AsStatus status = asIrParse(context, thing->text, strlen(thing->text),
                              "<sketch>", &script, error);
  if (!status) {
    status =
        choose(making, script,
               cJSON_GetObjectItemCaseSensitive(thing->data, "knobs"), error);
    mlirModuleDestroy(script);
  }
  mlirContextDestroy(context);
  return status;
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

/// Has a worker of its own build the job: what candidates do to a process is
/// not known.
static AsStatus build(const Making *making, AsText *code, AsError *error) {
  char worker[4096];
  AsStatus status = asWorkerFind(worker, sizeof worker, error);
  if (status)
    return status;
  AsOptions defaults = asOptionsDefault();
  AsBuilderOptions options = {.worker = worker,
                              .numWorkers = 1,
                              .target = &making->target,
                              .fp = making->fp,
                              .timeLimit = defaults.buildTimeout,
                              .memoryLimit = (size_t)defaults.memoryLimit
                                             << 20};
  AsBuilder *builder = NULL;
  AsBuildResult result = {0};
  status = asBuilderCreate(&options, &builder, error);
  if (!status)
    status = asBuilderBuild(builder, &making->job, &result, error);
  if (!status && result.outcome != AS_OUTCOME_BUILT)
    status = asFail(error, AS_INVALID_INPUT, "trial '%s' ends as %s%s%s",
                    making->chosen.trial->address.text,
                    asOutcomeName(result.outcome), *result.message ? ": " : "",
                    result.message);
  if (!status)
    asTextAppend(code, result.object.data, result.object.length);
  asTextFree(&result.object);
  asBuilderDestroy(builder);
  return status;
}

/// Comments in front of the code.
static void appendHead(const Making *making, const char *mark, AsText *text) {
  asViewAppendFacts(making->view, &making->chosen, mark, text);
  AsText compiler = {0}, words = {0};
  asCompilerAppend(making->fp, &compiler);
  // What was measured may have been built for other caches, by the same code.
  const char *own = making->chosen.task->compiler;
  if (strncmp(own, compiler.data, compiler.length) != 0)
    asTextFormat(&words,
                 "This is by %s. What was measured may have been other code.\n",
                 compiler.data);
  asViewAppendComment(mark, asTextString(&words), text);
  asTextAppendString(text, "\n");
  asTextFree(&compiler);
  asTextFree(&words);
}

AsStatus asViewAppendCode(const AsView *view, const char *id, AsBuildForm form,
                          AsText *text, AsError *error) {
  Making making = {.view = view, .job.form = form};
  AsText code = {0};
  AsStatus status = asViewFindTrial(view, id, &making.chosen, error);
  if (!status && !*making.chosen.task->text)
    status = asFail(error, AS_NOT_FOUND,
                    "the store has no text of the task of trial '%s'; a run of "
                    "as-opt with this store puts it there",
                    id);
  if (!status) {
    making.job.task = making.chosen.task->text;
    status = readTarget(&making, error);
  }
  if (!status)
    status = readScript(&making, error);
  if (!status)
    status = build(&making, &code, error);
  if (!status && form != AS_BUILD_OBJECT)
    appendHead(&making, form == AS_BUILD_LLVM ? ";" : "//", text);
  if (!status)
    asTextAppend(text, code.data, code.length);
  asTextFree(&code);
  asArenaDestroy(&making.arena);
  return status;
}
