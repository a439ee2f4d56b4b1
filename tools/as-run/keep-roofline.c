//===- keep-roofline.c - What a machine can do, for the pages of as-view
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See keep-roofline.h. lib/view/roof.c reads what is written here.
//
//===----------------------------------------------------------------------===//

#include "tools/as-run/keep-roofline.h"
#include "record/canonical-json.h"
#include "record/store.h"
#include "record/thing.h"
#include <math.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/// The last level holds everything.
static void addBytes(cJSON *object, double bytes) {
  if (isinf(bytes))
    cJSON_AddNullToObject(object, "bytes");
  else
    cJSON_AddNumberToObject(object, "bytes", bytes);
}

static void format(const AsRoofline *roofline, AsText *json) {
  cJSON *object = cJSON_CreateObject();
  cJSON_AddNumberToObject(object, "peakGflops", roofline->peak / 1e9);
  cJSON_AddStringToObject(object, "instructions", roofline->instructions);
  cJSON_AddNumberToObject(object, "date", (double)time(NULL));
  cJSON *levels = cJSON_AddArrayToObject(object, "levels");
  for (int l = 0; l < roofline->numLevels; l++) {
    const AsRooflineLevel *level = &roofline->levels[l];
    cJSON *entry = cJSON_CreateObject();
    cJSON_AddStringToObject(entry, "name", level->name);
    addBytes(entry, level->capacity);
    cJSON_AddNumberToObject(entry, "read", level->read / 1e9);
    cJSON_AddNumberToObject(entry, "triad", level->triad / 1e9);
    cJSON_AddItemToArray(levels, entry);
  }
  asJsonAppendValue(json, object);
  cJSON_Delete(object);
}

/// Opens the store; *store is NULL where there is none to open.
static AsStatus openStore(const char *path, AsStore **store, AsError *error) {
  char standard[4096];
  *store = NULL;
  if (strcmp(path, "none") == 0 ||
      (!*path && (asStoreDefaultPath(standard, sizeof standard, NULL) ||
                  access(standard, W_OK) != 0)))
    return AS_OK;
  return asStoreOpen(*path ? path : standard, store, error)
             ? asFailContext(error, "--records")
             : AS_OK;
}

AsStatus asRooflineCheckStore(const char *path, AsError *error) {
  AsStore *store;
  AsStatus status = openStore(path, &store, error);
  if (!status && store)
    asStoreClose(store);
  return status;
}

/// A rate of an earlier roofline that is higher than `rate`, or that one.
static double higher(const cJSON *object, const char *key, double rate) {
  double earlier =
      cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(object, key)) * 1e9;
  return earlier > rate ? earlier : rate;
}

/// Raises the roofline to what was measured before: whatever else runs only
/// makes a machine slower.
static AsStatus raiseToEarlier(const AsThing *thing, void *context,
                               AsError *error) {
  (void)error;
  AsRoofline *roofline = context;
  const char *why;
  cJSON *data = asJsonParse(thing->data, &why);
  const cJSON *levels = cJSON_GetObjectItemCaseSensitive(data, "levels");
  const char *instructions = cJSON_GetStringValue(
      cJSON_GetObjectItemCaseSensitive(data, "instructions"));
  if (instructions && strcmp(instructions, roofline->instructions) == 0 &&
      cJSON_GetArraySize(levels) == roofline->numLevels) {
    roofline->peak = higher(data, "peakGflops", roofline->peak);
    for (int l = 0; l < roofline->numLevels; l++) {
      const cJSON *before = cJSON_GetArrayItem(levels, l);
      AsRooflineLevel *level = &roofline->levels[l];
      level->read = higher(before, "read", level->read);
      level->triad = higher(before, "triad", level->triad);
    }
  }
  cJSON_Delete(data);
  return AS_OK;
}

/// Reads and puts with no other process in between, which might put a higher
/// one.
static AsStatus keepHigher(AsStore *store, const AsRoofline *roofline,
                           const char *target, AsError *error) {
  AsText json = {0};
  AsRoofline best = *roofline;
  AsStatus status = asStoreBegin(store, error);
  if (status)
    return status;
  status = asStoreVisitThings(store, "roofline", target, raiseToEarlier, &best,
                              error);
  format(&best, &json);
  AsThing thing = {"roofline", target, json.data, "", 0};
  if (!status)
    status = asStorePutThing(store, &thing, error);
  asTextFree(&json);
  AsStatus ended = asStoreEnd(store, !status, error);
  return status ? status : ended;
}

AsStatus asRooflineKeep(const AsRoofline *roofline, const char *target,
                        const char *path, AsError *error) {
  AsStore *store;
  AsStatus status = openStore(path, &store, error);
  if (status || !store)
    return status;
  status = keepHigher(store, roofline, target, error);
  asStoreClose(store);
  return status;
}
