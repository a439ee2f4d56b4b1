//===- launch-json.c - Launches as JSON
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Experimental: GPU support has never run on a device.
//
// Signatures are lists of types, "2x3xf32,f32->2xf32". In JSON each argument is
// an object, so that readers need not parse signatures.
//
//===----------------------------------------------------------------------===//

#include "launch/launch-json.h"
#include "launch/tensor-map.h"
#include <string.h>

/// The role of a tensor map, which describes another argument.
static const char mapRole[] = "tensor-map";

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static void addSizes(cJSON *object, const char *key, const int64_t *sizes,
                     int count) {
  cJSON *list = cJSON_AddArrayToObject(object, key);
  for (int i = 0; i < count; i++)
    cJSON_AddItemToArray(list, cJSON_CreateNumber((double)sizes[i]));
}

/// Adds an argument for each type in "2x3xf32,f32", up to `end`.
static void addArguments(cJSON *list, const char *types, const char *end,
                         const char *role) {
  while (types < end) {
    size_t length = strcspn(types, ",");
    length = types + length > end ? (size_t)(end - types) : length;
    AsText type = {0};
    asTextAppend(&type, types, length);
    cJSON *argument = cJSON_CreateObject();
    cJSON_AddStringToObject(argument, "role", role);
    cJSON_AddStringToObject(argument, "type", type.data);
    cJSON_AddItemToArray(list, argument);
    asTextFree(&type);
    types += length + 1;
  }
}

void asLaunchAddArguments(cJSON *object, const char *signature,
                          const char *scratch) {
  cJSON *list = cJSON_AddArrayToObject(object, "arguments");
  const char *arrow = strstr(signature, "->");
  if (arrow) {
    addArguments(list, signature, arrow, "input");
    addArguments(list, arrow + 2, arrow + strlen(arrow), "result");
  }
  addArguments(list, scratch, scratch + strlen(scratch), "scratch");
}

/// Adds an argument for each tensor map of the kernel.
static void addMaps(cJSON *kernel, const char *text) {
  AsTensorMap maps[AS_MOST_TENSOR_MAPS];
  int count;
  if (!asTensorMapsParse(text, maps, &count))
    return;
  for (int m = 0; m < count; m++) {
    cJSON *argument = cJSON_CreateObject();
    cJSON_AddStringToObject(argument, "role", mapRole);
    cJSON_AddNumberToObject(argument, "of", maps[m].argument);
    addSizes(argument, "sizes", maps[m].size, maps[m].rank);
    addSizes(argument, "box", maps[m].box, maps[m].rank);
    cJSON_AddNumberToObject(argument, "elementBytes", maps[m].elementBytes);
    cJSON_AddNumberToObject(argument, "swizzleBytes", maps[m].swizzleBytes);
    cJSON_AddItemToArray(cJSON_GetObjectItem(kernel, "arguments"), argument);
  }
}

cJSON *asLaunchJson(const AsLaunch *launch) {
  cJSON *kernel = cJSON_CreateObject();
  cJSON_AddStringToObject(kernel, "name", launch->kernel);
  addSizes(kernel, "grid", launch->grid, 3);
  addSizes(kernel, "block", launch->block, 3);
  cJSON_AddNumberToObject(kernel, "sharedBytes", (double)launch->sharedBytes);
  asLaunchAddArguments(kernel, launch->signature, launch->scratch);
  addMaps(kernel, launch->maps);
  return kernel;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

static bool readCount(const cJSON *value, int64_t least, int64_t *count) {
  double number = cJSON_IsNumber(value) ? value->valuedouble : -1;
  if (!(number >= (double)least && number <= INT32_MAX) ||
      number != (double)(int64_t)number)
    return false;
  *count = (int64_t)number;
  return true;
}

static bool readSizes(const cJSON *object, const char *key, int64_t *sizes,
                      int count) {
  const cJSON *list = cJSON_GetObjectItem(object, key);
  bool fits = cJSON_GetArraySize(list) == count;
  for (int i = 0; i < count && fits; i++)
    fits = readCount(cJSON_GetArrayItem(list, i), 1, &sizes[i]);
  return fits;
}

/// Appends the types of all arguments with this role, separated by commas.
static void joinTypes(const cJSON *arguments, const char *role, AsText *types) {
  const char *separator = "";
  const cJSON *argument;
  cJSON_ArrayForEach(argument, arguments) {
    const char *own =
        cJSON_GetStringValue(cJSON_GetObjectItem(argument, "role"));
    const char *type =
        cJSON_GetStringValue(cJSON_GetObjectItem(argument, "type"));
    if (!own || !type || strcmp(own, role) != 0)
      continue;
    asTextFormat(types, "%s%s", separator, type);
    separator = ",";
  }
}

static bool readMap(const cJSON *argument, AsTensorMap *map) {
  int64_t of, elementBytes, swizzleBytes;
  int rank = cJSON_GetArraySize(cJSON_GetObjectItem(argument, "sizes"));
  if (rank < 1 || rank > AS_TENSOR_MAP_RANK ||
      !readSizes(argument, "sizes", map->size, rank) ||
      !readSizes(argument, "box", map->box, rank) ||
      !readCount(cJSON_GetObjectItem(argument, "of"), 0, &of) ||
      !readCount(cJSON_GetObjectItem(argument, "elementBytes"), 1,
                 &elementBytes) ||
      !readCount(cJSON_GetObjectItem(argument, "swizzleBytes"), 0,
                 &swizzleBytes))
    return false;
  map->argument = (int)of;
  map->rank = rank;
  map->elementBytes = (int)elementBytes;
  map->swizzleBytes = (int)swizzleBytes;
  return true;
}

/// Appends all tensor maps, separated by commas. False if one is invalid.
static bool joinMaps(const cJSON *arguments, AsText *maps) {
  bool areMaps = true;
  const cJSON *argument;
  cJSON_ArrayForEach(argument, arguments) {
    const char *role =
        cJSON_GetStringValue(cJSON_GetObjectItem(argument, "role"));
    AsTensorMap map;
    if (!role || strcmp(role, mapRole) != 0)
      continue;
    areMaps = areMaps && readMap(argument, &map);
    asTextAppendString(maps, maps->length ? "," : "");
    if (areMaps)
      asTensorMapFormat(&map, maps);
  }
  AsTensorMap read[AS_MOST_TENSOR_MAPS];
  int count;
  return areMaps && asTensorMapsParse(asTextString(maps), read, &count);
}

bool asLaunchReadJson(const cJSON *object, AsArena *arena, AsLaunch *launch) {
  const char *name = cJSON_GetStringValue(cJSON_GetObjectItem(object, "name"));
  const cJSON *arguments = cJSON_GetObjectItem(object, "arguments");
  *launch = (AsLaunch){.kernel = name};
  if (!name || !cJSON_IsArray(arguments) ||
      !readSizes(object, "grid", launch->grid, 3) ||
      !readSizes(object, "block", launch->block, 3) ||
      !readCount(cJSON_GetObjectItem(object, "sharedBytes"), 0,
                 &launch->sharedBytes))
    return false;
  AsText types = {0};
  joinTypes(arguments, "input", &types);
  asTextAppendString(&types, "->");
  joinTypes(arguments, "result", &types);
  launch->kernel = asArenaCopy(arena, name, strlen(name));
  launch->signature = asArenaCopy(arena, types.data, types.length);
  asTextClear(&types);
  joinTypes(arguments, "scratch", &types);
  launch->scratch = asArenaCopy(arena, asTextString(&types), types.length);
  asTextClear(&types);
  bool areMaps = joinMaps(arguments, &types);
  launch->maps = asArenaCopy(arena, asTextString(&types), types.length);
  asTextFree(&types);
  return areMaps;
}
