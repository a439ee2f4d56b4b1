//===- references.c - Which things records refer to
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See references.h. A set of references is a sorted list of texts, "KIND KEY".
//
//===----------------------------------------------------------------------===//

#include "record/references.h"
#include "record/json-lines.h"
#include "record/record-fields.h"
#include "support/arena.h"
#include "support/c-locale.h"
#include <stdlib.h>
#include <string.h>

typedef struct Set {
  char **texts;
  size_t count, capacity;
} Set;

static void add(Set *set, const char *kind, const char *key) {
  if (set->count == set->capacity) {
    set->capacity = set->capacity ? 2 * set->capacity : 64;
    set->texts = asRealloc(set->texts, sizeof *set->texts * set->capacity);
  }
  AsText text = {0};
  asTextFormat(&text, "%s %s", kind, key);
  set->texts[set->count++] = asCopyString(asTextString(&text));
  asTextFree(&text);
}

static void addReferences(Set *set, const AsRecord *record) {
  add(set, "task", record->task);
  add(set, "target", record->target);
  add(set, "roofline", record->target);
  add(set, "sketch", record->sketchVersion);
  add(set, "run", record->run);
  add(set, "features", asRecordAddress(record).text);
}

static int compare(const void *left, const void *right) {
  return strcmp(*(char *const *)left, *(char *const *)right);
}

/// Sorts the set, which then has each text once.
static void sort(Set *set) {
  size_t kept = 0;
  if (set->count)
    qsort(set->texts, set->count, sizeof *set->texts, compare);
  for (size_t i = 0; i < set->count; i++)
    if (kept && strcmp(set->texts[kept - 1], set->texts[i]) == 0)
      free(set->texts[i]);
    else
      set->texts[kept++] = set->texts[i];
  set->count = kept;
}

static bool has(const Set *set, const char *text) {
  return set->count &&
         bsearch(&text, set->texts, set->count, sizeof *set->texts, compare);
}

static void freeSet(Set *set) {
  for (size_t i = 0; i < set->count; i++)
    free(set->texts[i]);
  free(set->texts);
}

//===----------------------------------------------------------------------===//
// Forgetting
//===----------------------------------------------------------------------===//

typedef struct Forgetting {
  AsStore *store;
  AsRecordChoice choice;
  void *context;
  Set gone, kept;
  size_t count;
} Forgetting;

static AsStatus forgetRecord(const AsRecord *record, void *context,
                             AsError *error) {
  Forgetting *forgetting = context;
  bool isGone = forgetting->choice(record, forgetting->context);
  addReferences(isGone ? &forgetting->gone : &forgetting->kept, record);
  if (!isGone)
    return AS_OK;
  forgetting->count++;
  return forgetting->store->functions->remove(forgetting->store, record, error);
}

static AsStatus forgetThings(Forgetting *forgetting, AsError *error) {
  AsStatus status = AS_OK;
  sort(&forgetting->gone);
  sort(&forgetting->kept);
  for (size_t i = 0; i < forgetting->gone.count && status == AS_OK; i++) {
    char *kind = forgetting->gone.texts[i];
    if (has(&forgetting->kept, kind))
      continue;
    char *key = strchr(kind, ' ');
    *key++ = 0;
    status = forgetting->store->functions->removeThing(forgetting->store, kind,
                                                       key, error);
  }
  return status;
}

AsStatus asStoreForget(AsStore *store, AsRecordChoice choice, void *context,
                       size_t *count, AsError *error) {
  Forgetting forgetting = {store, choice, context, {0}, {0}, 0};
  locale_t before = asLocaleEnter();
  AsStatus status = store->functions->visit(store, &(AsRecordQuery){0},
                                            forgetRecord, &forgetting, error);
  if (status == AS_OK)
    status = forgetThings(&forgetting, error);
  asLocaleLeave(before);
  *count = forgetting.count;
  freeSet(&forgetting.gone);
  freeSet(&forgetting.kept);
  return status;
}

//===----------------------------------------------------------------------===//
// Exporting
//===----------------------------------------------------------------------===//

typedef struct Exporting {
  AsLines lines;
  AsRecordChoice choice;
  void *context;
  Set taken;
} Exporting;

static AsStatus exportRecord(const AsRecord *record, void *context,
                             AsError *error) {
  Exporting *exporting = context;
  if (!exporting->choice(record, exporting->context))
    return AS_OK;
  addReferences(&exporting->taken, record);
  return asLinesWriteRecord(record, &exporting->lines, error);
}

static AsStatus exportThing(const AsThing *thing, void *context,
                            AsError *error) {
  Exporting *exporting = context;
  AsText text = {0};
  asTextFormat(&text, "%s %s", thing->kind, thing->key);
  bool isTaken = has(&exporting->taken, asTextString(&text));
  asTextFree(&text);
  return isTaken ? asLinesWriteThing(thing, &exporting->lines, error) : AS_OK;
}

AsStatus asStoreExportChosen(AsStore *store, AsRecordChoice choice,
                             void *context, FILE *out, AsError *error) {
  Exporting exporting = {{.out = out}, choice, context, {0}};
  AsStatus status =
      asStoreVisit(store, &(AsRecordQuery){0}, exportRecord, &exporting, error);
  sort(&exporting.taken);
  if (status == AS_OK)
    status =
        asStoreVisitThings(store, NULL, NULL, exportThing, &exporting, error);
  freeSet(&exporting.taken);
  return asLinesEnd(&exporting.lines, status, error);
}
