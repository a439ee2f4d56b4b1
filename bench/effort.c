//===- effort.c - What tuning took
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/effort.h"
#include "support/text.h"
#include <cjson/cJSON.h>
#include <string.h>

static int numberOf(const cJSON *object, const char *key) {
  const cJSON *number = cJSON_GetObjectItem(object, key);
  return cJSON_IsNumber(number) ? number->valueint : 0;
}

AsStatus asEffortRead(const char *path, AsEffort *effort, AsError *error) {
  *effort = (AsEffort){0};
  AsText text = {0};
  if (asReadFile(path, &text, error))
    return error->status;
  cJSON *report = cJSON_Parse(asTextString(&text));
  asTextFree(&text);
  if (!report)
    return asFail(error, AS_INVALID_INPUT, "%s is no report", path);
  const cJSON *item;
  cJSON_ArrayForEach(item, cJSON_GetObjectItem(report, "tasks")) {
    effort->tasks++;
    effort->failedTrials += numberOf(item, "numErrors");
    effort->donated += cJSON_IsString(cJSON_GetObjectItem(item, "donor"));
  }
  const cJSON *times = cJSON_GetObjectItem(report, "times");
  effort->trials = numberOf(times, "trials");
  item = cJSON_GetObjectItem(times, "total");
  effort->seconds = cJSON_IsNumber(item) ? item->valuedouble : 0;
  cJSON_ArrayForEach(item, cJSON_GetObjectItem(report, "remarks")) {
    const char *severity =
        cJSON_GetStringValue(cJSON_GetObjectItem(item, "severity"));
    effort->unscheduled += severity && !strcmp(severity, "remark");
  }
  cJSON_Delete(report);
  return AS_OK;
}
