//===- specification.c - What a sweep combines
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/as-sweep/specification.h"
#include "record/canonical-json.h"
#include "support/nearest-name.h"
#include "support/option-table.h"
#include <string.h>

static const char *const own[] = {"model", "repeat", "store"};
enum { numOwn = sizeof own / sizeof *own };

/// What as-sweep says itself to as-opt, or what makes no difference to a
/// search.
static const char *const taken[] = {"emit",    "stop-after",   "header",
                                    "records", "report",       "progress",
                                    "launch",  "export-batch", "output"};

static bool isTaken(const char *key) {
  for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
    if (strcmp(taken[i], key) == 0)
      return true;
  return false;
}

static bool mayVary(const AsOption *option) {
  return (option->users & AS_BY_DRIVER) &&
         (option->users & AS_BY_AUTOSCHEDULE) && !isTaken(option->name);
}

static AsStatus findOption(const char *key, const AsOption **option,
                           AsError *error) {
  size_t count;
  const AsOption *table = asOptionTable(&count);
  AsNearest nearest = asNearestTo(key);
  for (int i = 0; i < numOwn; i++)
    asNearestOffer(&nearest, own[i]);
  for (size_t i = 0; i < count; i++) {
    if (!mayVary(&table[i]))
      continue;
    if (strcmp(table[i].name, key) == 0) {
      *option = &table[i];
      return AS_OK;
    }
    asNearestOffer(&nearest, table[i].name);
  }
  if (isTaken(key))
    return asFail(error, AS_INVALID_INPUT,
                  "'%s' cannot vary: as-sweep sets it itself", key);
  if (nearest.name)
    return asFail(error, AS_INVALID_INPUT,
                  "there is no key '%s'; did you mean '%s'?", key,
                  nearest.name);
  return asFail(error, AS_INVALID_INPUT,
                "there is no key '%s'; keys are model, repeat, store, and the "
                "options of a search that as-opt --help lists",
                key);
}

/// The scalar as as-opt reads it on its command line, or NULL.
static const char *textOf(AsArena *arena, const cJSON *value) {
  if (cJSON_IsString(value))
    return asArenaCopy(arena, value->valuestring, strlen(value->valuestring));
  if (cJSON_IsBool(value))
    return cJSON_IsTrue(value) ? "true" : "false";
  if (cJSON_IsNumber(value))
    return asArenaFormat(arena, "%.15g", value->valuedouble);
  return NULL;
}

static AsStatus readAxis(AsArena *arena, const cJSON *entry, AsSweepAxis *axis,
                         AsError *error) {
  bool isList = cJSON_IsArray(entry);
  axis->key = asArenaCopy(arena, entry->string, strlen(entry->string));
  axis->count = isList ? cJSON_GetArraySize(entry) : 1;
  if (!axis->count)
    return asFail(error, AS_INVALID_INPUT,
                  "the list of '%s' is empty; leave it out for the default",
                  axis->key);
  axis->values = asArenaArray(arena, const char *, axis->count);
  const cJSON *value = isList ? entry->child : entry;
  for (int i = 0; i < axis->count; i++, value = value->next) {
    axis->values[i] = textOf(arena, value);
    if (!axis->values[i])
      return asFail(error, AS_INVALID_INPUT,
                    "'%s' must be a string, a number, true or false, or a list "
                    "of such",
                    axis->key);
    for (int j = 0; j < i; j++)
      if (strcmp(axis->values[i], axis->values[j]) == 0)
        return asFail(error, AS_INVALID_INPUT,
                      "'%s' has %s twice; \"repeat\" runs each combination "
                      "several times",
                      axis->key, axis->values[i]);
  }
  return AS_OK;
}

static AsStatus checkValues(const AsSweepAxis *axis, const AsOption *option,
                            AsError *error) {
  AsOptions scratch = asOptionsDefault();
  for (int i = 0; i < axis->count; i++) {
    AsStatus status = asOptionParse(option, axis->values[i], &scratch, error);
    if (status)
      return status;
  }
  return AS_OK;
}

static AsStatus readRepeat(const cJSON *entry, int *repeat, AsError *error) {
  double number = cJSON_IsNumber(entry) ? entry->valuedouble : 0;
  if (!(number >= 1 && number <= 1000) || number != (int)number)
    return asFail(error, AS_INVALID_INPUT,
                  "'repeat' must be a whole number from 1 to 1000");
  *repeat = (int)number;
  return AS_OK;
}

static AsStatus readStore(const cJSON *entry, bool *isShared, AsError *error) {
  const char *store = cJSON_GetStringValue(entry);
  *isShared = store && strcmp(store, "shared") == 0;
  if (*isShared || (store && strcmp(store, "own") == 0))
    return AS_OK;
  return asFail(error, AS_INVALID_INPUT,
                "'store' must be \"own\", a store for each combination, or "
                "\"shared\"");
}

static AsStatus readEntry(const cJSON *entry, AsSweepSpecification *result,
                          AsError *error) {
  if (strcmp(entry->string, "model") == 0)
    return readAxis(&result->arena, entry, &result->models, error);
  if (strcmp(entry->string, "repeat") == 0)
    return readRepeat(entry, &result->repeat, error);
  if (strcmp(entry->string, "store") == 0)
    return readStore(entry, &result->isStoreShared, error);
  const AsOption *option = NULL;
  AsSweepAxis *axis = &result->axes[result->numAxes++];
  AsStatus status = findOption(entry->string, &option, error);
  if (!status)
    status = readAxis(&result->arena, entry, axis, error);
  return status ? status : checkValues(axis, option, error);
}

static AsStatus checkWhole(const AsSweepSpecification *specification,
                           AsError *error) {
  if (!specification->models.count)
    return asFail(
        error, AS_INVALID_INPUT,
        "\"model\" is missing: the module to tune, or a list of them");
  for (int a = 0; a < specification->numAxes; a++) {
    const char *key = specification->axes[a].key;
    if (strcmp(key, "seed") == 0 && specification->repeat > 1)
      return asFail(error, AS_INVALID_INPUT,
                    "'repeat' sets the seed; leave out 'seed' or 'repeat'");
    for (int b = 0; b < a; b++)
      if (strcmp(key, specification->axes[b].key) == 0)
        return asFail(error, AS_INVALID_INPUT, "'%s' is there twice", key);
  }
  return AS_OK;
}

/// Makes paths start from the folder of `file`.
static void placeModels(AsArena *arena, const char *file, AsSweepAxis *models) {
  const char *slash = strrchr(file, '/');
  for (int i = 0; slash && i < models->count; i++)
    if (models->values[i][0] != '/')
      models->values[i] = asArenaFormat(arena, "%.*s/%s", (int)(slash - file),
                                        file, models->values[i]);
}

/// Says where `text` stops being JSON, as FILE:LINE:COLUMN.
static AsStatus failSyntax(const char *path, const char *text, const char *why,
                           AsError *error) {
  const char *end = text;
  cJSON *value = cJSON_ParseWithOpts(text, &end, true);
  if (value)
    end = text;
  cJSON_Delete(value);
  int line = 1, column = 1;
  for (const char *c = text; *c && c < end; c++) {
    column = *c == '\n' ? 1 : column + 1;
    line += *c == '\n';
  }
  return asFail(error, AS_INVALID_INPUT,
                "%s:%d:%d: %s; a JSON object with the "
                "key \"model\" was expected, see as-sweep --help",
                path, line, column, why);
}

static AsStatus readObject(const cJSON *object, AsSweepSpecification *result,
                           AsError *error) {
  int count = cJSON_GetArraySize(object);
  result->repeat = 1;
  result->axes = asArenaArray(&result->arena, AsSweepAxis, count + 1);
  for (const cJSON *entry = object->child; entry; entry = entry->next) {
    AsStatus status = readEntry(entry, result, error);
    if (status)
      return status;
  }
  return checkWhole(result, error);
}

AsStatus asSweepSpecificationRead(const char *path,
                                  AsSweepSpecification *specification,
                                  AsError *error) {
  AsText text = {0};
  AsStatus status = asReadFile(path, &text, error);
  if (status)
    return status;
  const char *why = "another value";
  cJSON *object = asJsonParse(asTextString(&text), &why);
  if (!cJSON_IsObject(object)) {
    status = failSyntax(path, asTextString(&text), why, error);
  } else {
    status = readObject(object, specification, error);
    if (status)
      asFailContext(error, "%s", path);
    else
      placeModels(&specification->arena, path, &specification->models);
  }
  cJSON_Delete(object);
  asTextFree(&text);
  return status;
}

void asSweepSpecificationFree(AsSweepSpecification *specification) {
  asArenaDestroy(&specification->arena);
}
