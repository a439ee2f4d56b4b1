//===- trial-extra.c - The extra field of a record
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See trial-extra.h.
//
//===----------------------------------------------------------------------===//

#include "measure/trial-extra.h"
#include <string.h>

static const char finalMark[] = "\"final\":true";

static void appendNumber(AsText *extra, const char *key, int number) {
  if (number > 0)
    asTextFormat(extra, "%s\"%s\":%d", extra->length > 1 ? "," : "", key,
                 number);
}

void asExtraWrite(const AsRunnerResult *result, bool isFinal, AsText *extra) {
  asTextClear(extra);
  asTextFormat(extra, "{%s", isFinal ? finalMark : "");
  appendNumber(extra, "clock", result->telemetry.clock);
  appendNumber(extra, "memoryClock", result->telemetry.memoryClock);
  appendNumber(extra, "temperature", result->telemetry.temperature);
  asTextAppendString(extra, "}");
}

bool asExtraIsFinal(const char *extra) {
  return extra && strstr(extra, finalMark);
}
