//===- session.c - From a model to a timed function
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// session MODEL.mlir FUNCTION: tunes a model, saves the run, and times a
// function of it whose shapes are static, on zeros. session ID FUNCTION: times
// it again, from the run that was saved. Nothing of MLIR is needed to build
// this but its headers.
//
//===----------------------------------------------------------------------===//

#include <as/session.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BUFFERS = 16, MOST_DIMS = 8 };

/// Tunes the model and saves the run.
static AsStatus make(AsSession *session, const char *model, AsError *error) {
  AsStatus status = asSessionFromFile(session, model, error);
  if (!status)
    status = asSessionAutotune(session, error);
  if (!status)
    status = asSessionBuild(session, error);
  return status ? status : asSessionSave(session, error);
}

/// Zeros for all arguments and results.
static AsStatus allocate(const AsCallable *function, void **buffers,
                         AsError *error) {
  if (asCallableNumBuffers(function) > MOST_BUFFERS ||
      asCallableNumSizes(function) > 0)
    return asFail(error, AS_UNSUPPORTED,
                  "this example is for static shapes, and %d buffers at most",
                  MOST_BUFFERS);
  AsStatus status = AS_OK;
  for (int b = 0; b < asCallableNumBuffers(function) && !status; b++) {
    int64_t dims[MOST_DIMS];
    size_t count = 1;
    status = asCallableDims(function, NULL, b, dims, error);
    for (int d = 0; d < asCallableRank(function, b) && !status; d++)
      count *= (size_t)dims[d];
    buffers[b] = calloc(count, 8); // No element is larger.
  }
  return status;
}

static AsStatus evaluate(AsSession *session, const char *name, AsError *error) {
  void *buffers[MOST_BUFFERS] = {0};
  AsCallable *function;
  AsEvaluation evaluation;
  AsStatus status = asSessionFunction(session, name, &function, error);
  if (!status)
    status = allocate(function, buffers, error);
  if (!status)
    status = asSessionEvaluate(session, name, NULL, buffers, 100, &evaluation,
                               error);
  if (!status)
    printf("%s\n%s: %.3g ms\n", asSessionId(session),
           asCallableSignature(function), 1e3 * evaluation.median);
  for (int b = 0; b < MOST_BUFFERS; b++)
    free(buffers[b]);
  return status;
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: session MODEL.mlir|ID FUNCTION\n");
    return 2;
  }
  AsError error = {0};
  AsOptions *options = asOptionsCreate();
  AsStatus status = asOptionsSet(options, "trials", "32", &error);
  AsSession *session = asSessionCreate(options);
  asOptionsDestroy(options);
  if (!status)
    status = strstr(argv[1], ".mlir") ? make(session, argv[1], &error)
                                      : asSessionLoad(session, argv[1], &error);
  if (!status)
    status = evaluate(session, argv[2], &error);
  asSessionDestroy(session);
  if (status)
    fprintf(stderr, "session: %s\n", error.message);
  return status != AS_OK;
}
