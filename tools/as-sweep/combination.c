//===- combination.c - A combination, and where it is kept
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/as-sweep/combination.h"
#include <stdlib.h>
#include <string.h>

static int compareText(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/// The hash of all that decides what as-opt does. The order of the keys does
/// not.
static AsHashText identify(const AsSweepCombination *combination, AsHash model,
                           AsArena *arena) {
  const AsSweepSpecification *sweep = combination->specification;
  const char **settings = asArenaArray(arena, const char *, sweep->numAxes + 1);
  for (int a = 0; a < sweep->numAxes; a++)
    settings[a] = asArenaFormat(arena, "%s=%s", sweep->axes[a].key,
                                sweep->axes[a].values[combination->choices[a]]);
  qsort(settings, (size_t)sweep->numAxes, sizeof *settings, compareText);
  AsHash hash = model;
  for (int a = 0; a < sweep->numAxes; a++)
    hash = asHashString(hash, settings[a]);
  hash = asHashInt(hash, combination->repetition);
  return asHashFormat(asHashInt(hash, sweep->isStoreShared));
}

static AsStatus hashModel(const char *path, AsHash *hash, AsError *error) {
  AsText text = {0};
  AsStatus status = asReadFile(path, &text, error);
  *hash = asHashBytes(asHashStart(), asTextString(&text), text.length);
  asTextFree(&text);
  return status;
}

/// How many combinations a model has; 0 where that is more than `limit`.
static int countOf(const AsSweepSpecification *sweep, int limit) {
  int64_t count = sweep->repeat;
  for (int a = 0; a < sweep->numAxes; a++) {
    count *= sweep->axes[a].count;
    if (count > limit)
      return 0;
  }
  return (int)count;
}

AsStatus asSweepCombine(AsSweepSpecification *sweep,
                        AsSweepCombination **combinations, int *count,
                        AsError *error) {
  enum { LIMIT = 100000 };
  int each = countOf(sweep, LIMIT / sweep->models.count);
  if (!each)
    return asFail(error, AS_INVALID_INPUT,
                  "there are more than %d combinations; leave out values",
                  LIMIT);
  AsArena *arena = &sweep->arena;
  *count = sweep->models.count * each;
  *combinations = asArenaArray(arena, AsSweepCombination, *count);
  for (int m = 0; m < sweep->models.count; m++) {
    AsHash model;
    AsStatus status = hashModel(sweep->models.values[m], &model, error);
    if (status)
      return status;
    for (int i = 0; i < each; i++) {
      AsSweepCombination *combination = &(*combinations)[m * each + i];
      *combination = (AsSweepCombination){.specification = sweep, .model = m};
      combination->choices = asArenaArray(arena, int, sweep->numAxes + 1);
      combination->repetition = i % sweep->repeat;
      int rest = i / sweep->repeat;
      for (int a = sweep->numAxes; a-- > 0; rest /= sweep->axes[a].count)
        combination->choices[a] = rest % sweep->axes[a].count;
      combination->id = identify(combination, model, arena);
    }
  }
  return AS_OK;
}

const char *asSweepPath(AsArena *arena, const char *folder,
                        const AsSweepCombination *combination,
                        const char *name) {
  return asArenaFormat(arena, "%s/runs/%s/%s", folder, combination->id.text,
                       name);
}

const char *asSweepModel(const AsSweepCombination *combination) {
  return combination->specification->models.values[combination->model];
}

const char *asSweepValue(const AsSweepCombination *combination,
                         const char *key) {
  const AsSweepSpecification *sweep = combination->specification;
  for (int a = 0; a < sweep->numAxes; a++)
    if (strcmp(sweep->axes[a].key, key) == 0)
      return sweep->axes[a].values[combination->choices[a]];
  return NULL;
}

void asSweepDescribe(const AsSweepCombination *combination, AsText *text) {
  const AsSweepSpecification *sweep = combination->specification;
  asTextAppendString(text, asSweepModel(combination));
  for (int a = 0; a < sweep->numAxes; a++)
    if (sweep->axes[a].count > 1)
      asTextFormat(text, " %s=%s", sweep->axes[a].key,
                   sweep->axes[a].values[combination->choices[a]]);
  if (sweep->repeat > 1)
    asTextFormat(text, " repetition=%d", combination->repetition);
}
