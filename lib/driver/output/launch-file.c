//===- launch-file.c - How kernels are launched, for whoever does
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See launch-file.h.
//
//===----------------------------------------------------------------------===//

#include "driver/output/launch-file.h"
#include "driver/output/sequence-file.h"
#include "launch/launch-json.h"
#include "lowering/gpu/host/launch-list.h"
#include "report/report-objects.h"

static void addKernel(const AsLaunch *launch, void *context) {
  cJSON_AddItemToArray(context, asLaunchJson(launch));
}

AsStatus asLaunchWrite(MlirModule lowered, const MlirModule *host,
                       const AsGpu *gpu, const char *path, AsError *error) {
  cJSON *object = cJSON_CreateObject();
  cJSON_AddStringToObject(object, "target", gpu->chip);
  asGpuVisitLaunches(lowered, addKernel,
                     cJSON_AddArrayToObject(object, "kernels"));
  if (host)
    cJSON_AddItemToObject(object, "functions", asSequencesJson(*host));
  AsText text = {0};
  asJsonAppendLine(&text, object);
  AsStatus status = asWriteFile(path, text.data, text.length, error);
  asTextFree(&text);
  return status;
}
