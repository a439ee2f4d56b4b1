//===- tools/as-run/report.c - What as-run has found ----------------------===//
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/as-run/report.h"
#include "support/spread.h"
#include <math.h>
#include <string.h>

/// Half of the measurements lie within this fraction of the median.
static double relativeSpread(const AsSpread *times) {
  return (times->threeQuarters - times->quarter) / times->median;
}

/// How much faster the first is than the second, round by round.
static AsSpread speedup(const AsRounds *rounds) {
  return asSpreadOfRatios(rounds->seconds[1], rounds->seconds[0],
                          rounds->count);
}

//===----------------------------------------------------------------------===//
// For people
//===----------------------------------------------------------------------===//

static void printTime(double seconds, AsText *text) {
  static const struct {
    double seconds;
    const char *name;
  } units[] = {{1, "s"}, {1e-3, "ms"}, {1e-6, "us"}, {1e-9, "ns"}};
  int unit = 0;
  while (unit < 3 && seconds < units[unit].seconds)
    unit++;
  asTextFormat(text, "  %8.3f %-2s", seconds / units[unit].seconds,
               units[unit].name);
}

static void printTimes(const AsFindings *findings, AsText *text) {
  int width = 0;
  for (int i = 0; i < findings->numRunnables; i++)
    width = (int)fmax(width, (double)strlen(findings->runnables[i].file));
  asTextFormat(text, "%-*s  %11s  %11s  %11s  %6s  %5s\n", width, "", "median",
               "min", "max", "spread", "runs");
  for (int i = 0; i < findings->numRunnables; i++) {
    AsSpread times =
        asSpreadOf(findings->rounds->seconds[i], findings->rounds->count);
    asTextFormat(text, "%-*s", width, findings->runnables[i].file);
    printTime(times.median, text);
    printTime(times.least, text);
    printTime(times.most, text);
    asTextFormat(text, "  %5.1f%%  %5d\n", 100 * relativeSpread(&times),
                 findings->rounds->count);
  }
}

static void printSpeedup(const AsFindings *findings, AsText *text) {
  AsSpread ratio = speedup(findings->rounds);
  asTextFormat(text,
               "speed-up: %.3f (half of the rounds: %.3f to %.3f), the time of "
               "%s over that of %s\n",
               ratio.median, ratio.quarter, ratio.threeQuarters,
               findings->runnables[1].file, findings->runnables[0].file);
}

static void printDeviation(const AsFindings *findings, AsText *text) {
  const AsDeviation *deviation = findings->deviation;
  const AsSignature *signature = &findings->runnables[0].signature;
  if (deviation->buffer < 0 || deviation->value == 0) {
    asTextAppendString(text, deviation->buffer < 0 ? "results: none\n"
                                                   : "results: equal\n");
    return;
  }
  asTextFormat(text,
               "results: %s: ", deviation->isAccepted ? "agree" : "DIFFER");
  if (asElementIsFloat(signature->buffers[deviation->buffer].element))
    asTextFormat(text, "deviation %.3g (accepted: %.3g)", deviation->value,
                 deviation->tolerance);
  else
    asTextFormat(text, "%.0f elements", deviation->value);
  asTextAppendString(text, " at ");
  asSignatureNameBuffer(signature, deviation->buffer, text);
  asShapeFormatIndex(&signature->shapes[deviation->buffer], deviation->where,
                     text);
  asTextFormat(text, ": %.9g, expected %.9g\n", deviation->actual,
               deviation->expected);
}

void asReportTable(const AsFindings *findings, AsText *text) {
  if (findings->rounds->count)
    printTimes(findings, text);
  if (findings->rounds->count && findings->numRunnables > 1)
    printSpeedup(findings, text);
  if (findings->deviation)
    printDeviation(findings, text);
}

//===----------------------------------------------------------------------===//
// For programs
//===----------------------------------------------------------------------===//

static void jsonString(const char *key, const char *value, AsText *text) {
  asTextFormat(text, "\"%s\": \"", key);
  for (; *value; value++)
    if ((unsigned char)*value < ' ')
      asTextFormat(text, "\\u%04x", *value);
    else
      asTextFormat(text, *value == '"' || *value == '\\' ? "\\%c" : "%c",
                   *value);
  asTextAppendString(text, "\"");
}

/// JSON has no infinity and no NaN; they become null.
static void jsonNumber(const char *key, double value, AsText *text) {
  if (isfinite(value))
    asTextFormat(text, "\"%s\": %.9g", key, value);
  else
    asTextFormat(text, "\"%s\": null", key);
}

static void jsonTimes(const AsRounds *rounds, int which, AsText *text) {
  AsSpread times = asSpreadOf(rounds->seconds[which], rounds->count);
  asTextAppendString(text, ", ");
  jsonNumber("median", times.median, text);
  asTextAppendString(text, ", ");
  jsonNumber("min", times.least, text);
  asTextAppendString(text, ", ");
  jsonNumber("max", times.most, text);
  asTextAppendString(text, ", ");
  jsonNumber("spread", relativeSpread(&times), text);
  for (int i = 0; i < rounds->count; i++)
    asTextFormat(text, "%s%.9g", i ? ", " : ",\n   \"seconds\": [",
                 rounds->seconds[which][i]);
  asTextAppendString(text, "]");
}

static void jsonSpeedup(const AsRounds *rounds, AsText *text) {
  AsSpread ratio = speedup(rounds);
  asTextAppendString(text, ",\n \"speedup\": {");
  jsonNumber("value", ratio.median, text);
  asTextAppendString(text, ", ");
  jsonNumber("quarter", ratio.quarter, text);
  asTextAppendString(text, ", ");
  jsonNumber("threeQuarters", ratio.threeQuarters, text);
  asTextAppendString(text, "}");
}

static void jsonDeviation(const AsSignature *signature,
                          const AsDeviation *deviation, AsText *text) {
  asTextFormat(text, ",\n \"accepted\": %s",
               deviation->isAccepted ? "true" : "false");
  if (deviation->buffer < 0)
    return;
  AsText where = {0};
  asSignatureNameBuffer(signature, deviation->buffer, &where);
  asShapeFormatIndex(&signature->shapes[deviation->buffer], deviation->where,
                     &where);
  asTextAppendString(text, ",\n \"deviation\": {");
  jsonNumber("value", deviation->value, text);
  asTextAppendString(text, ", ");
  jsonNumber("tolerance", deviation->tolerance, text);
  asTextAppendString(text, ", ");
  jsonString("where", where.data, text);
  asTextAppendString(text, ", ");
  jsonNumber("actual", deviation->actual, text);
  asTextAppendString(text, ", ");
  jsonNumber("expected", deviation->expected, text);
  asTextAppendString(text, "}");
  asTextFree(&where);
}

void asReportJson(const AsFindings *findings, AsText *text) {
  asTextAppendString(text, "{\"runs\": [");
  for (int i = 0; i < findings->numRunnables; i++) {
    const AsRunnable *runnable = &findings->runnables[i];
    asTextAppendString(text, i ? "},\n  {" : "\n  {");
    jsonString("file", runnable->file, text);
    asTextAppendString(text, ", ");
    jsonString("entry", runnable->name, text);
    asTextAppendString(text, ", ");
    jsonString("signature", runnable->signature.text, text);
    if (findings->rounds->count)
      jsonTimes(findings->rounds, i, text);
  }
  asTextAppendString(text, "}]");
  if (findings->rounds->count && findings->numRunnables > 1)
    jsonSpeedup(findings->rounds, text);
  if (findings->deviation)
    jsonDeviation(&findings->runnables[0].signature, findings->deviation, text);
  asTextAppendString(text, "}\n");
}
