//===- principles.c - What good schedules of a family have in common
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See principles.h.
//
//===----------------------------------------------------------------------===//

#include "search/principles.h"
#include "record/canonical-json.h"
#include "support/hash.h"
#include "task/program.h"
#include <string.h>

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// The text of that key, in the arena; NULL where there is none.
static const char *textOf(const cJSON *object, const char *key,
                          AsArena *arena) {
  const char *text =
      cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, key));
  return text ? asArenaCopy(arena, text, strlen(text)) : NULL;
}

static const cJSON *numberOf(const cJSON *object, const char *key) {
  const cJSON *number = cJSON_GetObjectItemCaseSensitive(object, key);
  return cJSON_IsNumber(number) ? number : NULL;
}

static AsStatus readOne(const char *path, const cJSON *object,
                        AsPrinciples *principles, AsError *error) {
  AsArena *arena = &principles->arena;
  const cJSON *most = numberOf(object, "atMost");
  const cJSON *least = numberOf(object, "atLeast");
  AsPrinciple one = {.signature = textOf(object, "signature", arena),
                     .device = textOf(object, "device", arena),
                     .sketch = textOf(object, "sketch", arena),
                     .knob = textOf(object, "knob", arena),
                     .isMost = most != NULL,
                     .limit = most    ? most->valuedouble
                              : least ? least->valuedouble
                                      : 0};
  if (!one.signature || !one.device || !one.sketch || !one.knob ||
      !most == !least)
    return asFail(
        error, AS_INVALID_INPUT,
        "principle %d of '%s' is damaged: expected signature, device, "
        "sketch, knob, and one of atMost and atLeast; as-view "
        "--principles -o FILE writes such files",
        principles->count + 1, path);
  principles->items[principles->count++] = one;
  return AS_OK;
}

static AsStatus readDocument(const char *path, const cJSON *document,
                             AsPrinciples *principles, AsError *error) {
  const cJSON *version = numberOf(document, AS_PRINCIPLES_KEY);
  const cJSON *list = cJSON_GetObjectItemCaseSensitive(document, "principles");
  if (version && version->valuedouble > AS_PRINCIPLES_VERSION)
    return asFail(error, AS_INVALID_INPUT,
                  "'%s' is of a later as-opt: its version is %.0f, and this "
                  "one reads up to %d; use that as-opt, or write the file anew "
                  "with as-view --principles -o FILE",
                  path, version->valuedouble, AS_PRINCIPLES_VERSION);
  if (!version || !cJSON_IsArray(list))
    return asFail(error, AS_INVALID_INPUT,
                  "'%s' has no principles: expected an object with %s and "
                  "principles; as-view --principles -o FILE writes such files",
                  path, AS_PRINCIPLES_KEY);
  principles->items =
      asArenaArray(&principles->arena, AsPrinciple, cJSON_GetArraySize(list));
  AsStatus status = AS_OK;
  const cJSON *one;
  cJSON_ArrayForEach(one, list) {
    if (!status)
      status = readOne(path, one, principles, error);
  }
  return status;
}

AsStatus asPrinciplesRead(const char *path, AsPrinciples *principles,
                          AsError *error) {
  AsText text = {0};
  AsStatus status = asReadFile(path, &text, error);
  const char *why = "";
  cJSON *document = status ? NULL : asJsonParse(asTextString(&text), &why);
  if (!status && !document)
    status = asFail(error, AS_INVALID_INPUT,
                    "'%s' is no JSON: %s; as-view --principles -o FILE writes "
                    "principles",
                    path, why);
  if (!status)
    status = readDocument(path, document, principles, error);
  cJSON_Delete(document);
  asTextFree(&text);
  return status;
}

void asPrinciplesFree(AsPrinciples *principles) {
  asArenaDestroy(&principles->arena);
  *principles = (AsPrinciples){0};
}

//===----------------------------------------------------------------------===//
// Applying
//===----------------------------------------------------------------------===//

static bool isOf(const AsPrinciple *principle, const AsSketch *sketch,
                 const char *signature, const char *target) {
  size_t kind = strcspn(target, ":");
  return strcmp(principle->signature, signature) == 0 &&
         strcmp(principle->sketch, sketch->name) == 0 &&
         strlen(principle->device) == kind &&
         strncmp(principle->device, target, kind) == 0;
}

/// The options of a knob that the principle allows.
static uint64_t optionsOf(const AsPrinciple *principle, const AsKnob *knob) {
  uint64_t options = 0;
  for (int o = 0; o < knob->numOptions; o++) {
    double value = (double)knob->options[o];
    if (principle->isMost ? value <= principle->limit
                          : value >= principle->limit)
      options |= UINT64_C(1) << o;
  }
  return options;
}

/// Takes what one principle does not allow away from the options of knob `k`;
/// false where it takes nothing, or too much.
static bool applyTo(const AsPrinciple *principle, const AsSketch *sketch, int k,
                    AsAllowed *allowed) {
  uint64_t before = allowed->options[k];
  uint64_t options = before & optionsOf(principle, &sketch->knobs[k]);
  AsRandom random = {1};
  AsPoint point;
  allowed->options[k] = options;
  if (options != before &&
      asPointSampleAllowed(sketch, allowed, &random, &point))
    return true;
  allowed->options[k] = before;
  return false;
}

static AsAllowed everything(const AsSketch *sketch) {
  AsAllowed all = {{0}};
  for (int k = 0; k < sketch->numKnobs; k++)
    for (int o = 0; o < sketch->knobs[k].numOptions; o++)
      all.options[k] |= UINT64_C(1) << o;
  return all;
}

int asPrinciplesApply(const AsPrinciples *principles, const AsSketch *sketches,
                      int numSketches, const char *target, AsAllowed *allowed) {
  int count = 0;
  for (int s = 0; s < numSketches; s++) {
    const AsSketch *sketch = &sketches[s];
    AsHashText signature = asHashFormat(asProgramSignature(sketch->program));
    allowed[s] = everything(sketch);
    for (int p = 0; p < principles->count && !sketch->isUser; p++)
      for (int k = 0; k < sketch->numKnobs; k++)
        if (strcmp(principles->items[p].knob, sketch->knobs[k].name) == 0 &&
            isOf(&principles->items[p], sketch, signature.text, target))
          count += applyTo(&principles->items[p], sketch, k, &allowed[s]);
  }
  return count;
}
