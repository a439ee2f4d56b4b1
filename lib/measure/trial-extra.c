//===- trial-extra.c - The extra field of a record
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See trial-extra.h.
//
//===----------------------------------------------------------------------===//

#include "measure/trial-extra.h"
#include <stdlib.h>
#include <string.h>

static const char finalMark[] = "\"final\":true";
static const char checkMark[] = "\"check\":";

static void appendNumber(AsText *extra, const char *key, int number) {
  if (number > 0)
    asTextFormat(extra, ",\"%s\":%d", key, number);
}

void asExtraWrite(const AsRunnerResult *result, bool isFinal, AsText *extra) {
  asTextClear(extra);
  asTextFormat(extra, "{%s%d", checkMark, AS_CHECK_VERSION);
  if (isFinal)
    asTextFormat(extra, ",%s", finalMark);
  appendNumber(extra, "clock", result->telemetry.clock);
  appendNumber(extra, "memoryClock", result->telemetry.memoryClock);
  appendNumber(extra, "temperature", result->telemetry.temperature);
  asTextAppendString(extra, "}");
}

bool asExtraIsFinal(const char *extra) {
  return extra && strstr(extra, finalMark);
}

int asExtraCheck(const char *extra) {
  const char *mark = extra ? strstr(extra, checkMark) : NULL;
  return mark ? atoi(mark + strlen(checkMark)) : 0;
}
