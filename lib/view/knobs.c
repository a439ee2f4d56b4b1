//===- knobs.c - Which knobs matter
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "view/knobs.h"
#include "view/json-writer.h"
#include "view/map/map.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

double asShareExplained(const double *values, const int *group, int count,
                        int numGroups) {
  double *sums = asAlloc(sizeof(double) * (size_t)(numGroups + 1));
  int *sizes = asAlloc(sizeof(int) * (size_t)(numGroups + 1));
  memset(sizes, 0, sizeof(int) * (size_t)(numGroups + 1));
  for (int g = 0; g < numGroups; g++)
    sums[g] = 0;
  double sum = 0, total = 0, within = 0;
  for (int i = 0; i < count; i++) {
    sum += values[i];
    sums[group[i]] += values[i];
    sizes[group[i]]++;
  }
  for (int i = 0; i < count; i++) {
    double off = values[i] - sum / count;
    double offGroup = values[i] - sums[group[i]] / sizes[group[i]];
    total += off * off;
    within += offGroup * offGroup;
  }
  free(sums);
  free(sizes);
  // As many values as groups, or one group, explain nothing.
  if (numGroups < 2 || count < numGroups + 2 || !(total > 0))
    return NAN;
  double share = 1 - within / total * (count - 1) / (double)(count - numGroups);
  return fmax(share, 0);
}

/// The trials of one sketch that have a time.
typedef struct Sample {
  cJSON **points;
  double *logs;
  int *groups;
  int count;
} Sample;

static void fillSample(const AsView *view, const AsViewTask *task, int sketch,
                       Sample *sample) {
  size_t room = (size_t)(task->end - task->begin) + 1;
  *sample = (Sample){.points = asAlloc(sizeof(cJSON *) * room),
                     .logs = asAlloc(sizeof(double) * room),
                     .groups = asAlloc(sizeof(int) * room)};
  for (int t = task->begin; t < task->end; t++) {
    const AsViewTrial *trial = &view->trials[t];
    if (trial->sketch != sketch || trial->outcome != AS_OUTCOME_OK ||
        isnan(trial->seconds))
      continue;
    const char *why;
    sample->points[sample->count] = asJsonParse(trial->point, &why);
    sample->logs[sample->count++] = log(trial->seconds);
  }
}

static void freeSample(Sample *sample) {
  for (int i = 0; i < sample->count; i++)
    cJSON_Delete(sample->points[i]);
  free(sample->points);
  free(sample->logs);
  free(sample->groups);
}

/// What the colours of its times span.
static void appendRange(const Sample *sample, AsText *text) {
  double least, most;
  asClippedRange(sample->logs, sample->count, &least, &most);
  asJsonReal(text, "least", exp(least));
  asJsonReal(text, "most", exp(most));
}

/// The share that knob `name` explains. A point without it is a group too.
static double shareOf(const Sample *sample, const char *name) {
  AsNames values = {0};
  AsText value = {0};
  for (int i = 0; i < sample->count; i++) {
    const cJSON *item =
        cJSON_GetObjectItemCaseSensitive(sample->points[i], name);
    asTextClear(&value);
    if (item)
      asJsonAppendValue(&value, item);
    sample->groups[i] = asNamesAdd(&values, asTextString(&value));
  }
  double share = asShareExplained(sample->logs, sample->groups, sample->count,
                                  values.count);
  asTextFree(&value);
  asNamesFree(&values);
  return share;
}

static bool hasSketch(const AsView *view, const AsViewTask *task, int sketch) {
  for (int t = task->begin; t < task->end; t++)
    if (view->trials[t].sketch == sketch)
      return true;
  return false;
}

void asKnobsAppendJson(const AsView *view, const AsViewTask *task,
                       AsText *text) {
  bool isFirst = true;
  asTextAppendString(text, "[");
  for (int s = 0; s < view->sketches.count; s++) {
    if (!hasSketch(view, task, s))
      continue;
    Sample sample;
    fillSample(view, task, s, &sample);
    const cJSON *first = sample.count ? sample.points[0] : NULL;
    if (first && first->child) {
      asTextAppendString(text, isFirst ? "{" : ",{");
      isFirst = false;
      asJsonInt(text, "sketch", s);
      asJsonInt(text, "trials", sample.count);
      appendRange(&sample, text);
      asJsonKey(text, "shares");
      for (const cJSON *knob = first->child; knob; knob = knob->next) {
        asTextAppendString(text, knob == first->child ? "[" : ",");
        asJsonRounded(text, shareOf(&sample, knob->string), 3);
      }
      asTextAppendString(text, "]}");
    }
    freeSample(&sample);
  }
  asTextAppendString(text, "]");
}

double asKnobsLargest(const AsView *view, const AsViewTask *task, int sketch,
                      AsText *name) {
  Sample sample;
  double largest = NAN;
  fillSample(view, task, sketch, &sample);
  const cJSON *first = sample.count ? sample.points[0] : NULL;
  for (const cJSON *knob = first ? first->child : NULL; knob;
       knob = knob->next) {
    double share = shareOf(&sample, knob->string);
    if (isnan(share) || share <= largest)
      continue;
    largest = share;
    asTextClear(name);
    asTextAppendString(name, knob->string);
  }
  freeSample(&sample);
  return largest;
}
