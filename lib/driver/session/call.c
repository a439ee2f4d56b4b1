//===- call.c - Calling the functions of a session
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See as/session.h; as/callable.h does the work.
//
//===----------------------------------------------------------------------===//

#include "driver/session/session.h"
#include "support/arena.h"
#include "support/clock.h"
#include "support/quantiles.h"
#include <stdlib.h>
#include <string.h>

AsStatus asSessionFunction(AsSession *session, const char *name,
                           AsCallable **function, AsError *error) {
  *function = NULL;
  if (!session->code.length)
    return asFail(error, AS_INVALID_INPUT,
                  "'%s' needs code: call asSessionBuild or asSessionLoad first",
                  name);
  if (!session->function ||
      strcmp(asTextString(&session->functionName), name) != 0) {
    AsCallable *opened;
    AsStatus status = asCallableOpen(session->code.data, name, &opened, error);
    if (status)
      return status;
    asCallableClose(session->function);
    session->function = opened;
    asTextClear(&session->functionName);
    asTextAppendString(&session->functionName, name);
  }
  *function = session->function;
  return AS_OK;
}

/// Has all ready for asCallableRun.
static AsStatus prepare(AsSession *session, const char *name,
                        const int64_t *sizes, void *const *buffers,
                        AsCallable **function, AsError *error) {
  AsStatus status = asSessionFunction(session, name, function, error);
  return status ? status : asCallablePrepare(*function, sizes, buffers, error);
}

AsStatus asSessionRun(AsSession *session, const char *name,
                      const int64_t *sizes, void *const *buffers,
                      AsError *error) {
  AsCallable *function;
  AsStatus status = prepare(session, name, sizes, buffers, &function, error);
  return status ? status : asCallableRun(function, sizes, buffers, error);
}

AsStatus asSessionEvaluate(AsSession *session, const char *name,
                           const int64_t *sizes, void *const *buffers,
                           int numRuns, AsEvaluation *evaluation,
                           AsError *error) {
  *evaluation = (AsEvaluation){0};
  if (numRuns < 1)
    return asFail(error, AS_INVALID_INPUT,
                  "cannot time %d runs: expected at least 1", numRuns);
  AsCallable *function;
  AsStatus status = prepare(session, name, sizes, buffers, &function, error);
  if (!status)
    status = asCallableRun(function, sizes, buffers, error);
  double *seconds = asAlloc(sizeof *seconds * (size_t)numRuns);
  for (int r = 0; r < numRuns && !status; r++) {
    double start = asClockNow();
    status = asCallableRun(function, sizes, buffers, error);
    seconds[r] = asClockNow() - start;
  }
  if (!status) {
    AsQuantiles spread = asSpreadOf(seconds, numRuns);
    *evaluation = (AsEvaluation){.median = spread.median,
                                 .quarter = spread.quarter,
                                 .threeQuarters = spread.threeQuarters,
                                 .least = spread.least,
                                 .numRuns = numRuns};
  }
  free(seconds);
  return status;
}
