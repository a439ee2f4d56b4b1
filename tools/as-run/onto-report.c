//===- onto-report.c - Where the time goes in the user's module
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "support/arena.h"
#include "tools/as-run/format.h"
#include "tools/as-run/onto.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Times below this are rounding.
static const double leastSeconds = 1e-12;

static bool isShared(const AsOntoOperation *operation) {
  return operation->set && operation->set->numTo > 1;
}

//===----------------------------------------------------------------------===//
// For people
//===----------------------------------------------------------------------===//

static int longestFirst(const void *left, const void *right) {
  const AsOntoOperation *a = *(const AsOntoOperation *const *)left;
  const AsOntoOperation *b = *(const AsOntoOperation *const *)right;
  if (a->seconds != b->seconds)
    return a->seconds < b->seconds ? 1 : -1;
  return (a > b) - (a < b);
}

static void printShare(const AsProfile *profile, double seconds, AsText *text) {
  asTextFormat(text, "%5.1f%%", 100 * seconds / profile->seconds);
  asFormatTime(seconds, text);
}

static void printOperation(const AsOntoOperation *operation,
                           const AsProfile *profile, int width, AsText *text) {
  printShare(profile, operation->seconds, text);
  asTextFormat(text, "  %-*s  %s", width, operation->name,
               *operation->place ? operation->place : operation->function);
  if (isShared(operation))
    asTextFormat(text, " (1 of %d alike, which share their time)",
                 operation->set->numTo);
  asTextAppendString(text, "\n");
}

/// How operations with time were found.
static void printHow(const AsOnto *onto, AsText *text) {
  int counts[2] = {0}, shared = 0;
  for (int32_t n = 0; n < onto->graph.numNodes; n++) {
    const AsOntoOperation *operation = &onto->operations[n];
    if (operation->seconds < leastSeconds)
      continue;
    counts[operation->set->by]++;
    shared += isShared(operation);
  }
  asTextFormat(text,
               "%d operations of %s take time: %d found by location, %d by "
               "data flow",
               counts[AS_BY_LOCATION] + counts[AS_BY_DATAFLOW], onto->file,
               counts[AS_BY_LOCATION], counts[AS_BY_DATAFLOW]);
  if (shared)
    asTextFormat(text, "; %d share it with others that look the same", shared);
  asTextAppendString(text, "\n");
}

void asOntoTable(const AsOnto *onto, const AsProfile *profile, AsText *text) {
  const AsOntoOperation **sorted = asAlloc(sizeof(const AsOntoOperation *) *
                                           ((size_t)onto->graph.numNodes + 1));
  int count = 0, width = (int)strlen("operation");
  for (int32_t n = 0; n < onto->graph.numNodes; n++)
    if (onto->operations[n].seconds >= leastSeconds)
      sorted[count++] = &onto->operations[n];
  qsort(sorted, (size_t)count, sizeof *sorted, longestFirst);
  for (int i = 0; i < count; i++)
    width = (int)fmax(width, (double)strlen(sorted[i]->name));
  asTextFormat(text, "%6s  %11s  %-*s  %s\n", "share", "time", width,
               "operation", "place");
  for (int i = 0; i < count; i++)
    printOperation(sorted[i], profile, width, text);
  const struct {
    double seconds;
    const char *what;
  } rest[] = {
      {onto->unmatched, "operations that this file does not have"},
      {onto->unknown, "tasks that do not say what they come from"},
      {fmax(0, profile->seconds - profile->secondsInTasks), "outside tasks"},
  };
  for (size_t i = 0; i < sizeof rest / sizeof *rest; i++)
    if (rest[i].seconds >= leastSeconds) {
      printShare(profile, rest[i].seconds, text);
      asTextFormat(text, "  %s\n", rest[i].what);
    }
  printHow(onto, text);
  free(sorted);
}

//===----------------------------------------------------------------------===//
// For programs
//===----------------------------------------------------------------------===//

static void jsonOperation(const AsOntoOperation *operation,
                          const AsProfile *profile, AsText *text) {
  asTextAppendString(text, "{");
  asFormatJsonString("operation", operation->name, text);
  asTextAppendString(text, ", ");
  asFormatJsonString("function", operation->function, text);
  asTextAppendString(text, ", ");
  asFormatJsonString("place", operation->place, text);
  asTextAppendString(text, ", ");
  asFormatJsonNumber("seconds", operation->seconds, text);
  asTextAppendString(text, ", ");
  asFormatJsonNumber("share", operation->seconds / profile->seconds, text);
  if (operation->set) {
    asTextFormat(text, ", \"by\": \"%s\", \"alike\": %d",
                 operation->set->by == AS_BY_LOCATION ? "location" : "dataflow",
                 operation->set->numTo);
  }
  asTextAppendString(text, ", \"tasks\": [");
  for (const AsOntoPart *part = operation->parts; part; part = part->next) {
    asTextAppendString(text, "{");
    asFormatJsonString("symbol", part->task->part->symbol, text);
    asTextAppendString(text, ", ");
    asFormatJsonNumber("share", part->share, text);
    asTextAppendString(text, part->next ? "}, " : "}");
  }
  asTextAppendString(text, "]}");
}

void asOntoJson(const AsOnto *onto, const AsProfile *profile, AsText *text) {
  asTextAppendString(text, ",\n \"onto\": {");
  asFormatJsonString("file", onto->file, text);
  asTextAppendString(text, ", ");
  asFormatJsonNumber("seconds", onto->seconds, text);
  asTextAppendString(text, ", ");
  asFormatJsonNumber("unmatched", onto->unmatched, text);
  asTextAppendString(text, ", ");
  asFormatJsonNumber("unknown", onto->unknown, text);
  asTextAppendString(text, ",\n  \"operations\": [");
  for (int32_t n = 0; n < onto->graph.numNodes; n++) {
    asTextAppendString(text, n ? ",\n   " : "\n   ");
    jsonOperation(&onto->operations[n], profile, text);
  }
  asTextAppendString(text, "]}");
}

//===----------------------------------------------------------------------===//
// For Model Explorer
//===----------------------------------------------------------------------===//

/// Appends the nodes of one function, from operation `first` on: milliseconds
/// by the numbers of nodes.
static void overlayFunction(const AsOnto *onto, int32_t first, AsText *text) {
  const char *function = onto->operations[first].function, *comma = "\n   ";
  asTextAppendString(text, " ");
  asFormatJsonText(function, text);
  asTextAppendString(text, ": {\"results\": {");
  for (int32_t n = first; n < onto->graph.numNodes;) {
    const AsOntoOperation *operation = &onto->operations[n];
    if (operation->function != function)
      break;
    double seconds = 0; // Of all that Model Explorer shows as one node.
    int id = operation->explorerId;
    for (;
         n < onto->graph.numNodes && onto->operations[n].function == function &&
         onto->operations[n].explorerId == id;
         n++)
      seconds += onto->operations[n].seconds;
    if (id < 0 || seconds < leastSeconds)
      continue;
    asTextFormat(text, "%s\"%d\": {\"value\": %.9g}", comma, id, 1e3 * seconds);
    comma = ",\n   ";
  }
  asTextAppendString(text,
                     "},\n  \"gradient\": [{\"stop\": 0, \"bgColor\": "
                     "\"#fff7bc\"}, {\"stop\": 1, \"bgColor\": \"#d95f0e\"}]}");
}

void asOntoOverlay(const AsOnto *onto, AsText *text) {
  asTextAppendString(text, "{\n");
  const char *comma = "", *last = "";
  for (int32_t n = 0; n < onto->graph.numNodes; n++) {
    const char *function = onto->operations[n].function;
    if (function == last || !*function)
      continue;
    asTextAppendString(text, comma);
    overlayFunction(onto, n, text);
    comma = ",\n";
    last = function;
  }
  asTextAppendString(text, "\n}\n");
}
