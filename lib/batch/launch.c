//===- batch/launch.c - Launches as JSON
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Signatures are lists of types, "2x3xf32,f32->2xf32"; in JSON each argument is
// an object, so that nobody has to take them apart.
//
//===----------------------------------------------------------------------===//

#include "batch/launch.h"
#include <string.h>

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static void addSizes(cJSON *kernel, const char *key, const int64_t *sizes) {
  cJSON *list = cJSON_AddArrayToObject(kernel, key);
  for (int i = 0; i < 3; i++)
    cJSON_AddItemToArray(list, cJSON_CreateNumber((double)sizes[i]));
}

/// Adds an argument for each of the types in "2x3xf32,f32", up to `end`.
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

cJSON *asLaunchJson(const AsLaunch *launch) {
  cJSON *kernel = cJSON_CreateObject();
  cJSON_AddStringToObject(kernel, "name", launch->kernel);
  addSizes(kernel, "grid", launch->grid);
  addSizes(kernel, "block", launch->block);
  cJSON_AddNumberToObject(kernel, "sharedBytes", (double)launch->sharedBytes);
  asLaunchAddArguments(kernel, launch->signature, launch->scratch);
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

static bool readSizes(const cJSON *kernel, const char *key, int64_t *sizes) {
  const cJSON *list = cJSON_GetObjectItem(kernel, key);
  bool fits = cJSON_GetArraySize(list) == 3;
  for (int i = 0; i < 3 && fits; i++)
    fits = readCount(cJSON_GetArrayItem(list, i), 1, &sizes[i]);
  return fits;
}

/// Appends the types of all arguments with this role, with commas between.
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

bool asLaunchReadJson(const cJSON *object, AsArena *arena, AsLaunch *launch) {
  const char *name = cJSON_GetStringValue(cJSON_GetObjectItem(object, "name"));
  const cJSON *arguments = cJSON_GetObjectItem(object, "arguments");
  *launch = (AsLaunch){.kernel = name};
  if (!name || !cJSON_IsArray(arguments) ||
      !readSizes(object, "grid", launch->grid) ||
      !readSizes(object, "block", launch->block) ||
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
  asTextFree(&types);
  return true;
}
