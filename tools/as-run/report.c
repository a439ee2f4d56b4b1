//===- report.c - What as-run has found
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/as-run/report.h"
#include "tools/as-run/format.h"
#include <inttypes.h>
#include <math.h>
#include <string.h>

/// Half of the measurements lie within this fraction of the median.
static double relativeSpread(const AsQuantiles *times) {
  return (times->threeQuarters - times->quarter) / times->median;
}

AsQuantiles asReportSpeedup(const AsRounds *rounds) {
  return asSpreadOfRatios(rounds->seconds[1], rounds->seconds[0],
                          rounds->count);
}

//===----------------------------------------------------------------------===//
// For people
//===----------------------------------------------------------------------===//

static void printTimes(const AsFindings *findings, AsText *text) {
  int width = 0;
  for (int i = 0; i < findings->numRunnables; i++)
    width = (int)fmax(width, (double)strlen(findings->runnables[i].file));
  asTextFormat(text, "%-*s  %11s  %11s  %11s  %6s  %5s\n", width, "", "median",
               "min", "max", "spread", "runs");
  for (int i = 0; i < findings->numRunnables; i++) {
    AsQuantiles times =
        asSpreadOf(findings->rounds->seconds[i], findings->rounds->count);
    asTextFormat(text, "%-*s", width, findings->runnables[i].file);
    asFormatTime(times.median, text);
    asFormatTime(times.least, text);
    asFormatTime(times.most, text);
    asTextFormat(text, "  %5.1f%%  %5d\n", 100 * relativeSpread(&times),
                 findings->rounds->count);
  }
}

static void printSpeedup(const AsFindings *findings, AsText *text) {
  AsQuantiles ratio = asReportSpeedup(findings->rounds);
  asTextFormat(text,
               "speed-up: %.3f (half of the rounds: %.3f to %.3f), the time of "
               "%s over that of %s\n",
               ratio.median, ratio.quarter, ratio.threeQuarters,
               findings->runnables[1].file, findings->runnables[0].file);
}

void asReportResults(const AsFindings *findings, AsText *text) {
  const AsDeviation *deviation = findings->deviation;
  const AsSignature *signature = &findings->runnables[0].signature;
  if (deviation->buffer < 0 || deviation->value == 0) {
    asTextAppendString(text, deviation->buffer < 0 ? "none" : "equal");
    return;
  }
  asTextFormat(
      text, "%s: ", deviation->isAccepted ? "equal within rounding" : "DIFFER");
  if (asElementIsFloat(signature->buffers[deviation->buffer].element))
    asTextFormat(text, "deviation %.3g (accepted: %.3g)", deviation->value,
                 deviation->tolerance);
  else
    asTextFormat(text, "%.0f elements", deviation->value);
  asTextAppendString(text, " at ");
  asSignatureNameBuffer(signature, deviation->buffer, text);
  asShapeFormatIndex(&signature->shapes[deviation->buffer], deviation->where,
                     text);
  asTextFormat(text, ": %.9g, expected %.9g", deviation->actual,
               deviation->expected);
}

void asReportTruth(const AsFindings *findings, AsText *text) {
  const AsTruth *truth = findings->truth;
  const AsRunnable *sides = findings->runnables;
  if (!truth->isKnown) {
    if (!findings->deviation->isAccepted && *truth->why)
      asTextFormat(text, "against f64: not known, since %s\n", truth->why);
    return;
  }
  int nearer = asTruthNearer(truth);
  asTextFormat(text, "against f64: %s deviates %.3g, %s %.3g; ", sides[0].file,
               truth->errors[0], sides[1].file, truth->errors[1]);
  if (nearer < 0)
    asTextAppendString(text, "both are about as near\n");
  else
    asTextFormat(text, "%s is nearer\n", sides[nearer].file);
}

void asReportTable(const AsFindings *findings, AsText *text) {
  if (findings->rounds->count)
    printTimes(findings, text);
  if (findings->rounds->count && findings->numRunnables > 1)
    printSpeedup(findings, text);
  if (findings->profile) {
    asProfileTable(findings->profile, text);
    if (findings->onto)
      asOntoTable(findings->onto, findings->profile, text);
    asMemoryPrint(&findings->runnables[0].memory, text);
  }
  if (findings->deviation) {
    asTextAppendString(text, "results: ");
    asReportResults(findings, text);
    asTextAppendString(text, "\n");
    asReportTruth(findings, text);
  }
}

//===----------------------------------------------------------------------===//
// For programs
//===----------------------------------------------------------------------===//

static void jsonTimes(const AsRounds *rounds, int which, AsText *text) {
  AsQuantiles times = asSpreadOf(rounds->seconds[which], rounds->count);
  asTextAppendString(text, ", ");
  asFormatJsonNumber("median", times.median, text);
  asTextAppendString(text, ", ");
  asFormatJsonNumber("min", times.least, text);
  asTextAppendString(text, ", ");
  asFormatJsonNumber("max", times.most, text);
  asTextAppendString(text, ", ");
  asFormatJsonNumber("spread", relativeSpread(&times), text);
  for (int i = 0; i < rounds->count; i++)
    asTextFormat(text, "%s%.9g", i ? ", " : ",\n   \"seconds\": [",
                 rounds->seconds[which][i]);
  asTextAppendString(text, "]");
}

static void jsonSpeedup(const AsRounds *rounds, AsText *text) {
  AsQuantiles ratio = asReportSpeedup(rounds);
  asTextAppendString(text, ",\n \"speedup\": {");
  asFormatJsonNumber("value", ratio.median, text);
  asTextAppendString(text, ", ");
  asFormatJsonNumber("quarter", ratio.quarter, text);
  asTextAppendString(text, ", ");
  asFormatJsonNumber("threeQuarters", ratio.threeQuarters, text);
  asTextAppendString(text, "}");
}

static void jsonDeviation(const AsSignature *signature,
                          const AsDeviation *deviation, AsText *text) {
  asTextFormat(text, ",\n \"accepted\": %s",
               deviation->isAccepted ? "true" : "false");
  if (deviation->buffer < 0 || !signature->buffers[deviation->buffer].count)
    return; // No element deviates by anything.
  AsText where = {0};
  asSignatureNameBuffer(signature, deviation->buffer, &where);
  asShapeFormatIndex(&signature->shapes[deviation->buffer], deviation->where,
                     &where);
  asTextAppendString(text, ",\n \"deviation\": {");
  asFormatJsonNumber("value", deviation->value, text);
  asTextAppendString(text, ", ");
  asFormatJsonNumber("tolerance", deviation->tolerance, text);
  asTextAppendString(text, ", ");
  asFormatJsonString("where", where.data, text);
  asTextAppendString(text, ", ");
  asFormatJsonNumber("actual", deviation->actual, text);
  asTextAppendString(text, ", ");
  asFormatJsonNumber("expected", deviation->expected, text);
  asTextAppendString(text, "}");
  asTextFree(&where);
}

static void jsonTruth(const AsTruth *truth, AsText *text) {
  if (!truth->isKnown)
    return;
  int nearer = asTruthNearer(truth);
  asTextAppendString(text, ",\n \"againstF64\": {\"errors\": [");
  for (int s = 0; s < AS_MAX_CONTENDERS; s++)
    asTextFormat(text, isfinite(truth->errors[s]) ? "%s%.9g" : "%snull",
                 s ? ", " : "", truth->errors[s]);
  asTextFormat(text, "], \"nearer\": %s}",
               nearer < 0 ? "null" : (const char *const[]){"0", "1"}[nearer]);
}

static void jsonSizes(const AsFindings *findings, AsText *text) {
  const AsSignature *signature = &findings->runnables[0].signature;
  asTextAppendString(text, "\"sizes\": {");
  for (int s = 0; s < signature->numSymbols; s++) {
    asTextAppendString(text, s ? ", " : "");
    asFormatJsonText(signature->symbols[s], text);
    asTextFormat(text, ": %" PRId64, findings->sizes[s]);
  }
  asTextAppendString(text, "},\n ");
}

void asReportJson(const AsFindings *findings, AsText *text) {
  asTextAppendString(text, "{");
  if (findings->runnables[0].signature.numSymbols)
    jsonSizes(findings, text);
  asTextAppendString(text, "\"runs\": [");
  for (int i = 0; i < findings->numRunnables; i++) {
    const AsRunnable *runnable = &findings->runnables[i];
    asTextAppendString(text, i ? "},\n  {" : "\n  {");
    asFormatJsonString("file", runnable->file, text);
    asTextAppendString(text, ", ");
    asFormatJsonString("entry", runnable->name, text);
    asTextAppendString(text, ", ");
    asFormatJsonString("signature", runnable->signature.text, text);
    if (findings->rounds->count)
      jsonTimes(findings->rounds, i, text);
  }
  asTextAppendString(text, "}]");
  if (findings->rounds->count && findings->numRunnables > 1)
    jsonSpeedup(findings->rounds, text);
  if (findings->deviation)
    jsonDeviation(&findings->runnables[0].signature, findings->deviation, text);
  if (findings->deviation)
    jsonTruth(findings->truth, text);
  if (findings->profile) {
    asProfileJson(findings->profile, text);
    if (findings->onto)
      asOntoJson(findings->onto, findings->profile, text);
    asTextAppendString(text, ",\n ");
    asMemoryJson(&findings->runnables[0].memory, text);
  }
  asTextAppendString(text, ",\n ");
  asFormatJsonNumber("wait", findings->waited, text);
  asTextAppendString(text, "}");
}
