//===- engine.c - Inference engines as contenders
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/engine.h"
#include "support/arena.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct State {
  AsEngine *engine;
  char name[32]; // As Python calls it: without the suffix.
} State;

// Of so many runs; infinite where the engine is no more, and engine->failure
// says so: of which one, as several may be timed.
static double timeRuns(void *context, long runs) {
  State *state = context;
  AsEngine *engine = state->engine;
  AsText request = {0}, answer = {0};
  asTextFormat(&request, "run %s %ld", state->name, runs);
  double seconds = INFINITY;
  if (!engine->failure.status) {
    if (asPythonAsk(&engine->python, request.data, &answer, &engine->failure))
      asFailContext(&engine->failure, "%s", engine->title);
    else
      seconds = strtod(asTextString(&answer), NULL);
  }
  asTextFree(&request);
  asTextFree(&answer);
  return seconds;
}

static void runOnce(void *context) { timeRuns(context, 1); }

// Has the result written beside the arguments, and reads it.
static AsStatus fetchResult(AsEngine *engine, const char *arguments,
                            const AsContender *contender,
                            const AsOperands *operands, AsError *error) {
  const State *state = contender->state;
  AsText path = {0}, request = {0}, answer = {0}, bytes = {0};
  asTextFormat(&path, "%s.result", arguments);
  asTextFormat(&request, "result %s %s", state->name, path.data);
  AsStatus status = asPythonAsk(&engine->python, request.data, &answer, error);
  if (!status)
    status = asReadFile(path.data, &bytes, error);
  size_t size = asBufferBytes(&operands->result);
  if (!status && bytes.length != size)
    status =
        asFail(error, AS_CHILD, "the result of %s has %zu bytes instead of %zu",
               contender->name, bytes.length, size);
  if (!status)
    memcpy(contender->result, bytes.data, size);
  unlink(path.data);
  asTextFree(&path);
  asTextFree(&request);
  asTextFree(&answer);
  asTextFree(&bytes);
  return status;
}

static void enterOne(const AsEngineTask *task, const char *name,
                     const AsOperands *operands, AsLineup *lineup,
                     AsEngine *engine) {
  char *full = engine->names[engine->count++];
  snprintf(full, sizeof engine->names[0], "%s%s", name, task->suffix);
  State *state = asAlloc(sizeof *state);
  *state = (State){.engine = engine};
  snprintf(state->name, sizeof state->name, "%s", name);
  AsContender *contender = asLineupAdd(lineup, full, operands);
  contender->threads = task->threads;
  contender->state = state;
  contender->run = runOnce;
  contender->time = timeRuns;
  contender->failure = &engine->failure;
}

// The rest of `line` after the word, or NULL.
static const char *after(const char *word, const AsText *line) {
  size_t length = strlen(word);
  const char *text = asTextString(line);
  return strncmp(text, word, length) ? NULL : text + length;
}

// What it says before it takes requests.
static AsStatus readIntroduction(const AsEngineTask *task,
                                 const AsOperands *operands, AsLineup *lineup,
                                 AsEngine *engine, AsText *line,
                                 AsError *error) {
  while (!asPythonAsk(&engine->python, NULL, line, error)) {
    const char *rest;
    if ((rest = after("absent ", line)))
      return asFail(error, AS_NOT_FOUND, "%s", rest);
    if ((rest = after("ready ", line)))
      snprintf(engine->description, sizeof engine->description, "%s", rest);
    else if ((rest = after("contender ", line)))
      enterOne(task, rest, operands, lineup, engine);
    else if (after("end", line))
      return AS_OK;
  }
  return error->status;
}

AsStatus asEngineEnter(const AsEngineTask *task, const AsOperands *operands,
                       AsLineup *lineup, AsEngine *engine, AsError *error) {
  *engine = (AsEngine){.title = task->title};
  char threads[16];
  snprintf(threads, sizeof threads, "%d", task->threads);
  char *const line[] = {(char *)task->script,    (char *)task->model,
                        (char *)task->arguments, threads,
                        (char *)task->helper,    NULL};
  if (asPythonStart(task->interpreter, line, &engine->python, error))
    return error->status;
  AsText text = {0};
  const int first = lineup->count;
  AsStatus status =
      readIntroduction(task, operands, lineup, engine, &text, error);
  asTextFree(&text);
  for (int i = first; i < lineup->count && !status; i++)
    status = fetchResult(engine, task->arguments, &lineup->contenders[i],
                         operands, error);
  return status;
}

void asEngineStop(AsEngine *engine) { asPythonStop(&engine->python); }
