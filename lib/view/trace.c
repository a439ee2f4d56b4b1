//===- trace.c - A view as a trace
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "view/trace.h"
#include "view/json-writer.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BUILDERS = 256 };

typedef struct Event {
  const AsViewTask *task;
  const AsViewTrial *trial;
} Event;

static int byRunThenDate(const void *left, const void *right) {
  const AsViewTrial *a = ((const Event *)left)->trial,
                    *b = ((const Event *)right)->trial;
  if (a->run != b->run)
    return a->run < b->run ? -1 : 1;
  if (a->date != b->date)
    return a->date < b->date ? -1 : 1;
  return strcmp(a->address.text, b->address.text);
}

typedef struct Trace {
  const AsView *view;
  AsText *text;
  int run;                     ///< At hand; -2 before the first.
  int64_t start;               ///< Seconds since the epoch that are 0 in it.
  double measured;             ///< When the last measurement ended.
  double built[MOST_BUILDERS]; ///< When the last build of each track ended.
  int numBuilders;
  bool isFirst;
} Trace;

static void begin(Trace *trace) {
  asTextAppendString(trace->text, trace->isFirst ? "\n{" : ",\n{");
  trace->isFirst = false;
}

/// What the viewer calls a process, or a track of one.
static void name(Trace *trace, const char *kind, int track, const char *text) {
  begin(trace);
  asJsonString(trace->text, "ph", "M");
  asJsonString(trace->text, "name", kind);
  asJsonInt(trace->text, "pid", trace->run + 2);
  asJsonInt(trace->text, "tid", track);
  asTextAppendString(trace->text, ",\"args\":{");
  asJsonString(trace->text, "name", text);
  asTextAppendString(trace->text, "}}");
}

static void appendSpan(Trace *trace, const Event *event, const char *category,
                       int track, double from, double seconds) {
  AsText *text = trace->text;
  const AsViewTrial *trial = event->trial;
  begin(trace);
  asJsonString(text, "ph", "X");
  asJsonString(text, "name", asViewTaskLabel(event->task));
  asJsonString(text, "cat", category);
  asJsonInt(text, "pid", trace->run + 2);
  asJsonInt(text, "tid", track);
  // Spans that follow each other do not overlap by rounding.
  long long start = llround(from * 1e6);
  asJsonInt(text, "ts", start);
  asJsonInt(text, "dur", llround((from + seconds) * 1e6) - start);
  asTextAppendString(text, ",\"args\":{");
  asJsonString(text, "outcome", asOutcomeName(trial->outcome));
  asJsonReal(text, "seconds", trial->seconds);
  const char *sketch = trace->view->sketches.names[trial->sketch];
  AsText own = {0};
  asTextAppend(&own, sketch, strcspn(sketch, "\n"));
  asJsonString(text, "sketch", asTextString(&own));
  asTextFree(&own);
  asJsonString(text, "point", trial->point);
  asTextAppendString(text, "}}");
}

static void startRun(Trace *trace, const Event *event) {
  const AsViewTrial *trial = event->trial;
  trace->run = trial->run;
  trace->measured = trace->numBuilders = 0;
  trace->start =
      trial->date - (int64_t)ceil(trial->measureSeconds + trial->buildSeconds);
  const char *id = trial->run < 0 ? "" : trace->view->runs.names[trial->run];
  const AsViewThing *thing = asViewFindThing(&trace->view->runThings, id);
  const char *input = cJSON_GetStringValue(
      thing ? cJSON_GetObjectItemCaseSensitive(thing->data, "input") : NULL);
  AsText text = {0};
  asTextFormat(&text, "run %.8s %s", *id ? id : "N/A", input ? input : "");
  name(trace, "process_name", 0, asTextString(&text));
  asTextFree(&text);
  name(trace, "thread_name", 0, "measure");
}

/// A track that is free at `from`; opens one where none is.
static int trackFor(Trace *trace, double from) {
  int track = 0;
  while (track < trace->numBuilders && trace->built[track] > from + 1e-9)
    track++;
  if (track == MOST_BUILDERS)
    return -1;
  if (track == trace->numBuilders) {
    AsText text = {0};
    asTextFormat(&text, "build %d", track + 1);
    trace->numBuilders++;
    name(trace, "thread_name", track + 1, asTextString(&text));
    asTextFree(&text);
  }
  return track;
}

static void appendEvent(Trace *trace, const Event *event) {
  const AsViewTrial *trial = event->trial;
  if (trial->run != trace->run)
    startRun(trace, event);
  double end = (double)(trial->date - trace->start);
  double measuring = fmax(end - trial->measureSeconds, trace->measured);
  if (trial->measureSeconds > 0) {
    appendSpan(trace, event, "measure", 0, measuring, trial->measureSeconds);
    trace->measured = measuring + trial->measureSeconds;
  }
  double building = fmax(0, measuring - trial->buildSeconds);
  int track = trial->buildSeconds > 0 ? trackFor(trace, building) : -1;
  if (track >= 0) {
    appendSpan(trace, event, "build", track + 1, building, trial->buildSeconds);
    trace->built[track] = building + trial->buildSeconds;
  }
}

void asTraceAppend(const AsView *view, AsText *text) {
  Event *events = asAlloc(sizeof(Event) * ((size_t)view->numTrials + 1));
  int count = 0;
  for (int t = 0; t < view->numTasks; t++)
    for (int i = view->tasks[t].begin; i < view->tasks[t].end; i++)
      events[count++] = (Event){&view->tasks[t], &view->trials[i]};
  qsort(events, (size_t)count, sizeof *events, byRunThenDate);
  Trace trace = {.view = view, .text = text, .run = -2, .isFirst = true};
  asTextAppendString(text, "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[");
  for (int i = 0; i < count; i++)
    appendEvent(&trace, &events[i]);
  asTextAppendString(text, "\n]}\n");
  free(events);
}
