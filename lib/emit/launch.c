//===- emit/launch.c - How kernels are launched, for whoever does
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See launch.h.
//
//===----------------------------------------------------------------------===//

#include "emit/launch.h"
#include "build/gpu/launch.h"
#include "emit/json.h"
#include <string.h>

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

static void addKernel(const AsLaunch *launch, void *context) {
  cJSON *kernel = cJSON_CreateObject();
  cJSON_AddStringToObject(kernel, "name", launch->kernel);
  addSizes(kernel, "grid", launch->grid);
  addSizes(kernel, "block", launch->block);
  asJsonAddInt(kernel, "sharedBytes", launch->sharedBytes);
  cJSON *list = cJSON_AddArrayToObject(kernel, "arguments");
  const char *arrow = strstr(launch->signature, "->");
  if (arrow) {
    addArguments(list, launch->signature, arrow, "input");
    addArguments(list, arrow + 2, arrow + strlen(arrow), "result");
  }
  addArguments(list, launch->scratch, launch->scratch + strlen(launch->scratch),
               "scratch");
  cJSON_AddItemToArray(context, kernel);
}

AsStatus asLaunchWrite(MlirModule lowered, const AsGpu *gpu, const char *path,
                       AsError *error) {
  cJSON *object = cJSON_CreateObject();
  cJSON_AddStringToObject(object, "target", gpu->chip);
  asGpuVisitLaunches(lowered, addKernel,
                     cJSON_AddArrayToObject(object, "kernels"));
  AsText text = {0};
  asJsonAppendLine(&text, object);
  AsStatus status = asWriteFile(path, text.data, text.length, error);
  asTextFree(&text);
  return status;
}
