//===- profile-report.c - Where the time of a run goes
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/as-run/format.h"
#include "tools/as-run/profile.h"
#include <math.h>
#include <string.h>

/// Of the tasks; with threads that run tasks side by side it may be all.
static double outside(const AsProfile *profile) {
  return fmax(0, profile->seconds - profile->secondsInTasks);
}

static double overhead(const AsProfile *profile) {
  return profile->calls * profile->probeSeconds;
}

//===----------------------------------------------------------------------===//
// For people
//===----------------------------------------------------------------------===//

static int labelWidth(const AsProfile *profile) {
  int width = (int)strlen("outside tasks");
  for (int t = 0; t < profile->numTasks; t++)
    width = (int)fmax(
        width, (double)strlen(profile->tasks[t].part->description.label));
  return width;
}

static void printShare(const AsProfile *profile, double seconds, AsText *text) {
  asTextFormat(text, "%5.1f%%", 100 * seconds / profile->seconds);
  asFormatTime(seconds, text);
}

/// The first place, and how many more there are.
static void printPlaces(const AsTaskPlace *place, AsText *text) {
  int more = -1;
  for (const AsTaskPlace *at = place; at; at = at->next)
    more++;
  if (place)
    asTextAppendString(text, place->text);
  if (more > 0)
    asTextFormat(text, " and %d more", more);
}

/// A rate of which nothing is known stays empty.
static void printRate(double amount, double seconds, AsText *text) {
  if (amount > 0)
    asTextFormat(text, "  %7.1f", amount / seconds / 1e9);
  else
    asTextFormat(text, "  %7s", "");
}

static void printTask(const AsProfile *profile, const AsShare *task, int width,
                      AsText *text) {
  const AsTaskDescription *about = &task->part->description;
  printShare(profile, task->seconds, text);
  asTextFormat(text, "  %5.4g", task->calls);
  asFormatTime(task->seconds / task->calls, text);
  printRate(task->calls * about->flops, task->seconds, text);
  printRate(task->calls * about->bytes, task->seconds, text);
  asTextFormat(text, "  %4.0f%%  %-*s  ",
               100 * asShareOfRoof(task, &profile->roofline), width,
               about->label);
  printPlaces(about->places, text);
  asTextAppendString(text, "\n");
}

void asProfileTable(const AsProfile *profile, AsText *text) {
  asRooflinePrint(&profile->roofline, text);
  int width = labelWidth(profile);
  asTextFormat(text, "%6s  %11s  %5s  %11s  %7s  %7s  %5s  %-*s  %s\n", "share",
               "time", "calls", "of one", "GFLOP/s", "GB/s", "roof", width,
               "task", "place");
  for (int t = 0; t < profile->numTasks; t++)
    printTask(profile, &profile->tasks[t], width, text);
  printShare(profile, outside(profile), text);
  asTextFormat(text, "%47s  outside tasks\n", "");
  printShare(profile, profile->seconds, text);
  asTextFormat(text,
               "%47s  the whole: the faster half of %d runs; probes took "
               "%.1f%% of it\n",
               "", profile->runs, 100 * overhead(profile) / profile->seconds);
}

//===----------------------------------------------------------------------===//
// For programs
//===----------------------------------------------------------------------===//

static void jsonPlaces(const AsTaskPlace *place, AsText *text) {
  asTextAppendString(text, "\"places\": [");
  for (const char *comma = ""; place; place = place->next, comma = ", ") {
    asTextAppendString(text, comma);
    asFormatJsonText(place->text, text);
  }
  asTextAppendString(text, "]");
}

static void jsonTask(const AsProfile *profile, const AsShare *task,
                     AsText *text) {
  const AsTaskDescription *about = &task->part->description;
  asTextAppendString(text, "{");
  asFormatJsonString("symbol", task->part->symbol, text);
  asTextAppendString(text, ", ");
  asFormatJsonString("label", about->label, text);
  const struct {
    const char *key;
    double value;
  } numbers[] = {
      {"seconds", task->seconds},
      {"calls", task->calls},
      {"flops", about->flops},
      {"bytes", about->bytes},
      {"roof", asShareOfRoof(task, &profile->roofline)},
  };
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    asTextAppendString(text, ", ");
    asFormatJsonNumber(numbers[i].key, numbers[i].value, text);
  }
  asTextAppendString(text, ", ");
  jsonPlaces(about->places, text);
  asTextAppendString(text, "}");
}

void asProfileJson(const AsProfile *profile, AsText *text) {
  asTextAppendString(text, ",\n \"profile\": {");
  asFormatJsonNumber("seconds", profile->seconds, text);
  asTextAppendString(text, ", ");
  asFormatJsonNumber("outside", outside(profile), text);
  asTextAppendString(text, ", ");
  asFormatJsonNumber("probes", overhead(profile), text);
  asTextFormat(text, ", \"runs\": %d, ", profile->runs);
  asFormatJsonNumber("peak", profile->roofline.peak, text);
  asTextAppendString(text, ",\n  \"tasks\": [");
  for (int t = 0; t < profile->numTasks; t++) {
    asTextAppendString(text, t ? ",\n   " : "\n   ");
    jsonTask(profile, &profile->tasks[t], text);
  }
  asTextAppendString(text, "]}");
}
