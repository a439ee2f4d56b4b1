//===- read-target.c - A target of the store
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See read-target.h.
//
//===----------------------------------------------------------------------===//

#include "view/stages/read-target.h"

/// The whole number, or -1 where there is none that makes sense.
static int64_t wholeOf(const cJSON *data, const char *key) {
  const cJSON *item = cJSON_GetObjectItemCaseSensitive(data, key);
  double number = cJSON_IsNumber(item) ? item->valuedouble : -1;
  return number >= 0 && number < 0x1p53 ? (int64_t)number : -1;
}

static int smallOf(const cJSON *data, const char *key, int most) {
  int64_t number = wholeOf(data, key);
  return number <= most ? (int)number : -1;
}

/// Rules divide by these: no machine has such vectors, or such caches.
static bool isSound(const AsTarget *target) {
  enum { leastVector = 8, mostVector = 1024, leastRegisters = 8 };
  int bytes = target->vectorBytes;
  return target->threads > 0 && bytes >= leastVector && bytes <= mostVector &&
         (bytes & (bytes - 1)) == 0 &&
         target->vectorRegisters >= leastRegisters;
}

static const char *textOf(const cJSON *data, const char *key) {
  const char *text =
      cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(data, key));
  return text ? text : "";
}

/// A model of the table, with the sizes of the device.
static bool readGpu(const cJSON *data, AsGpu *gpu) {
  const AsGpu *known = asGpuFind(textOf(data, "chip"));
  if (!known)
    return false;
  *gpu = *known;
  struct {
    const char *key;
    int *value;
  } members[] = {{"multiprocessors", &gpu->multiprocessors},
                 {"lanes", &gpu->lanes},
                 {"tensorLanes", &gpu->tensorLanes},
                 {"residentThreads", &gpu->residentThreads},
                 {"residentBlocks", &gpu->residentBlocks}};
  for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
    int value = smallOf(data, members[i].key, 1 << 20);
    if (value > 0)
      *members[i].value = value;
  }
  struct {
    const char *key;
    int64_t *value;
  } sizes[] = {{"sharedBytes", &gpu->sharedBytes},
               {"blockSharedBytes", &gpu->blockSharedBytes},
               {"cacheBytes", &gpu->cacheBytes}};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    int64_t value = wholeOf(data, sizes[i].key);
    if (value > 0)
      *sizes[i].value = value;
  }
  return true;
}

bool asViewReadTarget(const cJSON *data, AsTarget *target, AsGpu *gpu) {
  *target = (AsTarget){
      .triple = textOf(data, "triple"),
      .cpu = textOf(data, "cpu"),
      .features = textOf(data, "features"),
      .model = textOf(data, "model"),
      .key = textOf(data, "key"),
      .threads = smallOf(data, "threads", 1 << 16),
      .vectorBytes = smallOf(data, "vectorBytes", 1 << 10),
      .vectorRegisters = smallOf(data, "vectorRegisters", 1 << 10),
      .lineBytes = smallOf(data, "lineBytes", 1 << 16),
  };
  if (!isSound(target))
    return false;
  enum { leastCache = 1024 };
  const cJSON *caches = cJSON_GetObjectItemCaseSensitive(data, "cacheBytes");
  for (int level = 0; level < 3; level++) {
    const cJSON *item = cJSON_GetArrayItem(caches, level);
    double bytes = cJSON_IsNumber(item) ? item->valuedouble : 0;
    if (!(bytes >= leastCache && bytes < 0x1p50))
      return false;
    target->cacheBytes[level] = (int64_t)bytes;
  }
  const cJSON *own = cJSON_GetObjectItemCaseSensitive(data, "gpu");
  if (own) {
    target->gpu = gpu;
    return readGpu(own, gpu);
  }
  target->unitBytes =
      asTargetUnitBytes(target->triple, target->cpu, target->features);
  target->hasMasks =
      asTargetHasMasks(target->triple, target->cpu, target->features);
  target->dots =
      asTargetDotProducts(target->triple, target->cpu, target->features);
  return true;
}
