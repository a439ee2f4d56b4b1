//===- torch.c - PyTorch as contenders
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bench/torch.h"
#include "bench/model.h"
#include "support/arena.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct State {
  AsTorch *torch;
  char name[32]; // As Python calls it: without the suffix.
} State;

// Of so many runs; infinite where PyTorch is no more, and torch->failure says
// so.
static double timeRuns(void *context, long runs) {
  State *state = context;
  AsTorch *torch = state->torch;
  AsText request = {0}, answer = {0};
  asTextFormat(&request, "run %s %ld", state->name, runs);
  double seconds = INFINITY;
  if (!torch->failure.status &&
      !asPythonAsk(&torch->python, asTextString(&request), &answer,
                   &torch->failure))
    seconds = strtod(asTextString(&answer), NULL);
  asTextFree(&request);
  asTextFree(&answer);
  return seconds;
}

static void runOnce(void *context) { timeRuns(context, 1); }

// Has the result written beside the arguments, and reads it.
static AsStatus fetchResult(AsTorch *torch, const char *arguments,
                            const AsContender *contender,
                            const AsOperands *operands, AsError *error) {
  const State *state = contender->state;
  AsText path = {0}, request = {0}, answer = {0}, bytes = {0};
  asTextFormat(&path, "%s.result", arguments);
  asTextFormat(&request, "result %s %s", state->name, path.data);
  AsStatus status = asPythonAsk(&torch->python, request.data, &answer, error);
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

static void enterOne(const AsTorchTask *task, const char *name,
                     const AsOperands *operands, AsLineup *lineup,
                     AsTorch *torch) {
  char *full = torch->names[torch->count++];
  snprintf(full, sizeof torch->names[0], "%s%s", name, task->suffix);
  State *state = asAlloc(sizeof *state);
  *state = (State){.torch = torch};
  snprintf(state->name, sizeof state->name, "%s", name);
  AsContender *contender = asLineupAdd(lineup, full, operands);
  contender->threads = task->threads;
  contender->state = state;
  contender->run = runOnce;
  contender->time = timeRuns;
}

// The rest of `line` after the word, or NULL.
static const char *after(const char *word, const AsText *line) {
  size_t length = strlen(word);
  const char *text = asTextString(line);
  return strncmp(text, word, length) ? NULL : text + length;
}

// What it says before it takes requests.
static AsStatus readIntroduction(const AsTorchTask *task,
                                 const AsOperands *operands, AsLineup *lineup,
                                 AsTorch *torch, AsText *line, AsError *error) {
  while (!asPythonAsk(&torch->python, NULL, line, error)) {
    const char *rest;
    if ((rest = after("absent ", line)))
      return asFail(error, AS_NOT_FOUND, "%s", rest);
    if ((rest = after("ready ", line)))
      snprintf(torch->description, sizeof torch->description, "%s", rest);
    else if ((rest = after("contender ", line)))
      enterOne(task, rest, operands, lineup, torch);
    else if (after("end", line))
      return AS_OK;
  }
  return error->status;
}

AsStatus asTorchEnter(const AsTorchTask *task, const AsOperands *operands,
                      AsLineup *lineup, AsTorch *torch, AsError *error) {
  *torch = (AsTorch){0};
  char threads[16];
  snprintf(threads, sizeof threads, "%d", task->threads);
  char *const line[] = {AS_MODELS_SCRIPT("launch"), (char *)task->model,
                        (char *)task->arguments, threads, NULL};
  if (asPythonStart(task->interpreter, line, &torch->python, error))
    return error->status;
  AsText text = {0};
  const int first = lineup->count;
  AsStatus status =
      readIntroduction(task, operands, lineup, torch, &text, error);
  asTextFree(&text);
  for (int i = first; i < lineup->count && !status; i++)
    status = fetchResult(torch, task->arguments, &lineup->contenders[i],
                         operands, error);
  return status;
}

void asTorchStop(AsTorch *torch) { asPythonStop(&torch->python); }
