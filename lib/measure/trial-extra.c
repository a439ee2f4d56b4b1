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
static const char donorMark[] = "\"donor\":\"";

static void appendNumber(AsText *extra, const char *key, int number) {
  if (number > 0)
    asTextFormat(extra, ",\"%s\":%d", key, number);
}

void asExtraWrite(const AsRunnerResult *result, bool isFinal, const char *donor,
                  AsText *extra) {
  asTextClear(extra);
  asTextFormat(extra, "{%s%d", checkMark, AS_CHECK_VERSION);
  if (isFinal)
    asTextFormat(extra, ",%s", finalMark);
  if (*donor)
    asTextFormat(extra, ",%s%s\"", donorMark, donor);
  appendNumber(extra, "clock", result->telemetry.clock);
  appendNumber(extra, "memoryClock", result->telemetry.memoryClock);
  appendNumber(extra, "temperature", result->telemetry.temperature);
  asTextAppendString(extra, "}");
}

bool asExtraIsFinal(const char *extra) {
  return extra && strstr(extra, finalMark);
}

AsHashText asExtraDonor(const char *extra) {
  AsHashText hash = {{0}};
  const char *mark = extra ? strstr(extra, donorMark) : NULL;
  if (!mark)
    return hash;
  mark += strlen(donorMark);
  size_t length = strspn(mark, "0123456789abcdef");
  if (length == sizeof hash.text - 1 && mark[length] == '"')
    memcpy(hash.text, mark, length);
  return hash;
}

int asExtraCheck(const char *extra) {
  const char *mark = extra ? strstr(extra, checkMark) : NULL;
  return mark ? atoi(mark + strlen(checkMark)) : 0;
}
