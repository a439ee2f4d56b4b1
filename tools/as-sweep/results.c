//===- results.c - What a sweep found, as tables
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/as-sweep/results.h"
#include "record/canonical-json.h"
#include "report/figures.h"
#include "support/csv.h"
#include "support/quantiles.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Figures; NaN is what is not known
//===----------------------------------------------------------------------===//

typedef struct Latency {
  double median, quarter, threeQuarters, speedup;
} Latency;

/// The first combination of the model that was timed; itself at the latest.
static const AsSweepCombination *
firstOf(const AsSweepCombination *combinations,
        const AsSweepCombination *combination) {
  for (const AsSweepCombination *c = combinations; c < combination; c++)
    if (c->model == combination->model && c->numRounds)
      return c;
  return combination;
}

static Latency latencyOf(const AsSweepCombination *combinations,
                         const AsSweepCombination *combination) {
  if (!combination->numRounds)
    return (Latency){NAN, NAN, NAN, NAN};
  AsQuantiles spread = asSpreadOf(combination->rounds, combination->numRounds);
  const AsSweepCombination *first = firstOf(combinations, combination);
  // The first may lack rounds after one that as-run failed in.
  int pairs = first->numRounds < combination->numRounds
                  ? first->numRounds
                  : combination->numRounds;
  return (Latency){
      spread.median, spread.quarter, spread.threeQuarters,
      asSpreadOfRatios(first->rounds, combination->rounds, pairs).median};
}

static const char *statusOf(const AsSweepCombination *combination) {
  const AsSweepOutcome *outcome = &combination->outcome;
  return !outcome->isKnown ? "not run" : outcome->succeeded ? "ok" : "failed";
}

//===----------------------------------------------------------------------===//
// Rows, for CSV and JSON alike
//===----------------------------------------------------------------------===//

/// Where a row goes, field by field.
typedef struct Sink {
  AsText *text;
  bool isJson, isHeader;
  int field;
} Sink;

static void startField(Sink *sink, const char *key) {
  if (sink->field++)
    asTextAppendString(sink->text, sink->isJson ? ", " : ",");
  if (sink->isHeader) {
    asCsvAppend(sink->text, key);
  } else if (sink->isJson) {
    asJsonAppendString(sink->text, key);
    asTextAppendString(sink->text, ": ");
  }
}

static void putText(Sink *sink, const char *key, const char *value) {
  startField(sink, key);
  if (sink->isHeader)
    return;
  if (sink->isJson)
    asJsonAppendString(sink->text, value);
  else
    asCsvAppend(sink->text, value);
}

static void putNumber(Sink *sink, const char *key, double value) {
  startField(sink, key);
  if (sink->isHeader)
    return;
  if (isnan(value))
    asTextAppendString(sink->text, sink->isJson ? "null" : "");
  else
    asTextFormat(sink->text, "%.9g", value);
}

static void putRounds(Sink *sink, const AsSweepCombination *combination) {
  startField(sink, "rounds");
  asTextAppendString(sink->text, "[");
  for (int r = 0; r < combination->numRounds; r++)
    asTextFormat(sink->text, r ? ", %.9g" : "%.9g", combination->rounds[r]);
  asTextAppendString(sink->text, "]");
}

static void putRow(Sink *sink, const AsSweepCombination *combinations,
                   const AsSweepCombination *combination) {
  const AsSweepSpecification *sweep = combination->specification;
  const AsSweepOutcome *outcome = &combination->outcome;
  Latency latency = latencyOf(combinations, combination);
  bool isTuned = outcome->isKnown && outcome->succeeded;
  sink->field = 0;
  putText(sink, "id", combination->id.text);
  putText(sink, "model", asSweepModel(combination));
  for (int a = 0; a < sweep->numAxes; a++)
    putText(sink, sweep->axes[a].key,
            sweep->axes[a].values[combination->choices[a]]);
  putNumber(sink, "repetition", combination->repetition);
  putText(sink, "status", statusOf(combination));
  putNumber(sink, "tuningSeconds", outcome->isKnown ? outcome->seconds : NAN);
  putNumber(sink, "searchSeconds", isTuned ? outcome->search : NAN);
  putNumber(sink, "trainSeconds", isTuned ? outcome->train : NAN);
  putNumber(sink, "buildSeconds", isTuned ? outcome->build : NAN);
  putNumber(sink, "measureSeconds", isTuned ? outcome->measure : NAN);
  putNumber(sink, "trialsDone", isTuned ? outcome->trials : NAN);
  putNumber(sink, "errors", isTuned ? outcome->errors : NAN);
  putNumber(sink, "latency", latency.median);
  putNumber(sink, "latencyQuarter", latency.quarter);
  putNumber(sink, "latencyThreeQuarters", latency.threeQuarters);
  putNumber(sink, "speedup", latency.speedup);
  putText(sink, "message", outcome->message);
  if (sink->isJson)
    putRounds(sink, combination);
}

static void appendCsv(const AsSweepCombination *combinations, int count,
                      AsText *text) {
  Sink header = {.text = text, .isHeader = true}, row = {.text = text};
  putRow(&header, combinations, combinations);
  asTextAppendString(text, "\n");
  for (int c = 0; c < count; c++) {
    putRow(&row, combinations, &combinations[c]);
    asTextAppendString(text, "\n");
  }
}

static void appendJson(const AsSweepCombination *combinations, int count,
                       AsText *text) {
  Sink row = {.text = text, .isJson = true};
  asTextAppendString(text, "{\"version\": 1, \"combinations\": [");
  for (int c = 0; c < count; c++) {
    asTextAppendString(text, c ? ",\n  {" : "\n  {");
    putRow(&row, combinations, &combinations[c]);
    asTextAppendString(text, "}");
  }
  asTextAppendString(text, "]}\n");
}

AsStatus asSweepWriteResults(const char *folder,
                             const AsSweepCombination *combinations, int count,
                             AsError *error) {
  static const struct {
    const char *name;
    void (*append)(const AsSweepCombination *, int, AsText *);
  } files[] = {{"results.csv", appendCsv}, {"results.json", appendJson}};
  AsStatus status = AS_OK;
  for (int f = 0; f < 2 && !status; f++) {
    AsText path = {0}, text = {0};
    asTextFormat(&path, "%s/%s", folder, files[f].name);
    files[f].append(combinations, count, &text);
    status = asWriteFile(asTextString(&path), text.data, text.length, error);
    asTextFree(&text);
    asTextFree(&path);
  }
  return status;
}

//===----------------------------------------------------------------------===//
// For people
//===----------------------------------------------------------------------===//

void asSweepPrintResults(const AsSweepCombination *combinations, int count,
                         AsText *text) {
  static const char row[] = "%9s  %9s  %8s  %6s  %6s  ";
  asTextFormat(text, row, "latency", "quartiles", "speed-up", "tuning",
               "trials");
  asTextAppendString(text, "combination\n");
  for (int c = 0; c < count; c++) {
    const AsSweepCombination *combination = &combinations[c];
    const AsSweepOutcome *outcome = &combination->outcome;
    Latency latency = latencyOf(combinations, combination);
    char spread[16] = "N/A", speedup[16] = "N/A", tuning[16] = "N/A",
         trials[16] = "N/A";
    if (combination->numRounds) {
      snprintf(spread, sizeof spread, "%.1f%%",
               100 * (latency.threeQuarters - latency.quarter) /
                   latency.median);
      snprintf(speedup, sizeof speedup, "%.2fx", latency.speedup);
    }
    if (outcome->isKnown)
      snprintf(tuning, sizeof tuning, "%.0f s", outcome->seconds);
    if (outcome->succeeded)
      snprintf(trials, sizeof trials, "%d", outcome->trials);
    asTextFormat(text, row,
                 combination->numRounds ? asFigureSeconds(latency.median).text
                 : outcome->isKnown && !outcome->succeeded ? "failed"
                                                           : "N/A",
                 spread, speedup, tuning, trials);
    asSweepDescribe(combination, text);
    asTextAppendString(text, "\n");
    if (*outcome->message)
      asTextFormat(text, "%9s  %s\n", "", outcome->message);
  }
}

/// What was asked for, where it is known.
static double trialsOf(const AsSweepCombination *combination) {
  const char *trials = asSweepValue(combination, "trials");
  return trials && atof(trials) > 0 ? atof(trials) : 1;
}

void asSweepPrintPlan(const AsSweepCombination *combinations, int count,
                      AsText *text) {
  double seconds = 0, trials = 0, rest = 0;
  int numLeft = 0;
  for (int c = 0; c < count; c++) {
    const AsSweepOutcome *outcome = &combinations[c].outcome;
    asTextFormat(text, "%s  %-7s  ", combinations[c].id.text,
                 statusOf(&combinations[c]));
    asSweepDescribe(&combinations[c], text);
    asTextAppendString(text, "\n");
    if (outcome->succeeded) {
      seconds += outcome->seconds;
      trials += trialsOf(&combinations[c]);
    } else {
      rest += trialsOf(&combinations[c]);
      numLeft++;
    }
  }
  asTextFormat(text, "%d combinations, %d to tune", count, numLeft);
  if (numLeft && trials > 0)
    asTextFormat(text, ": about %.0f s, as those that are tuned took",
                 rest * seconds / trials);
  else if (numLeft)
    asTextAppendString(text,
                       "; how long that takes is known once one is tuned");
  asTextAppendString(text, "\n");
}
