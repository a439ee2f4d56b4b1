//===- tune-and-build.c - The runs of a session
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See session.h in this folder.
//
//===----------------------------------------------------------------------===//

#include "driver/run.h"
#include "driver/session/session.h"
#include "support/arena.h"
#include <string.h>

static AsStatus needModule(const AsSession *session, const char *step,
                           AsError *error) {
  return session->module.ptr
             ? AS_OK
             : asFail(error, AS_INVALID_INPUT,
                      "%s needs a model: call asSessionFromFile or "
                      "asSessionFromModule first",
                      step);
}

/// Sets an option to a file of the scratch folder.
static AsStatus setFile(AsSession *session, AsOptions *options,
                        const char *option, const char *name, AsError *error) {
  AsText path = {0};
  AsStatus status = asSessionScratch(session, name, &path, error);
  if (!status)
    status = asOptionsSet(options, option, path.data, error);
  asTextFree(&path);
  return status;
}

/// The session's options for a run that emits `emit`.
static AsStatus prepare(AsSession *session, const char *emit,
                        AsOptions **options, AsError *error) {
  *options = asOptionsCopy(session->options);
  AsStatus status = asOptionsSet(*options, "emit", emit, error);
  if (!status)
    status = asOptionsSet(*options, "stop-after", "emit", error);
  if (!status)
    status = asOptionsSet(*options, "header", "", error);
  if (!status)
    status = setFile(session, *options, "report", AS_SESSION_REPORT, error);
  if (!status && strcmp((*options)->records, "none") == 0)
    status = setFile(session, *options, "records", "records.db", error);
  return status;
}

/// Executes a run, and keeps what it says.
static AsStatus execute(AsSession *session, const AsOptions *options,
                        AsEmission *emission, AsError *error) {
  AsRun *run = asRunCreate(session->module, options);
  asRunSetProgress(run, session->progress, session->progressData);
  asSessionSetRun(session, run);
  AsStatus status = asRunExecute(run, emission, error);
  AsEmission before = {.remarks = session->remarks,
                       .numRemarks = session->numRemarks};
  asEmissionDestroy(&before);
  session->remarks = emission->remarks;
  session->numRemarks = emission->numRemarks;
  emission->remarks = NULL;
  emission->numRemarks = 0;
  if (!status && !emission->data)
    status =
        asFail(error, AS_UNSUPPORTED, "as-opt has nothing to schedule in '%s'",
               asTextString(&session->name));
  if (!status && !session->id[0])
    memcpy(session->id, asRunId(run), sizeof session->id);
  return status;
}

/// Reads what the run left in the scratch folder.
static AsStatus readScratch(AsSession *session, const char *name, AsText *text,
                            AsError *error) {
  AsText path = {0};
  AsStatus status = asSessionScratch(session, name, &path, error);
  asTextClear(text);
  if (!status)
    status = asReadFile(path.data, text, error);
  asTextFree(&path);
  return status;
}

AsStatus asSessionAutotune(AsSession *session, AsError *error) {
  AsStatus status = needModule(session, "tuning", error);
  if (status)
    return status;
  asSessionDropCode(session);
  session->isTuned = false;
  session->id[0] = 0;
  AsOptions *options;
  AsEmission emission = {0};
  status = prepare(session, "schedule", &options, error);
  if (!status)
    status = execute(session, options, &emission, error);
  if (!status)
    status = readScratch(session, AS_SESSION_REPORT, &session->report, error);
  if (!status) {
    asTextClear(&session->schedule);
    asTextAppend(&session->schedule, emission.data, emission.length);
    session->isTuned = true;
  }
  asEmissionDestroy(&emission);
  asOptionsDestroy(options);
  return status;
}

/// Has a run use what the search has found: its records and, where shapes are
/// dynamic, the tiles that it chose.
static AsStatus useSchedule(AsSession *session, AsOptions *options,
                            AsError *error) {
  AsStatus status = asOptionsSet(options, "trials", "0", error);
  AsText path = {0};
  if (!status && session->isTuned &&
      strstr(asTextString(&session->schedule), "as.kernels")) {
    status = asSessionScratch(session, AS_SESSION_SCHEDULE, &path, error);
    if (!status)
      status = asWriteFile(path.data, session->schedule.data,
                           session->schedule.length, error);
    if (!status)
      status = asOptionsSet(options, "kernels-from", path.data, error);
  }
  asTextFree(&path);
  return status;
}

AsStatus asSessionBuild(AsSession *session, AsError *error) {
  AsStatus status = needModule(session, "building", error);
  if (status)
    return status;
  asSessionDropCode(session);
  AsOptions *options;
  AsEmission emission = {0};
  status = prepare(session, "shared", &options, error);
  if (!status)
    status = asOptionsSet(options, "output", AS_SESSION_SHARED, error);
  if (!status)
    status = setFile(session, options, "header", AS_SESSION_HEADER, error);
  if (!status)
    status = useSchedule(session, options, error);
  if (!status)
    status = execute(session, options, &emission, error);
  if (!status && !session->isTuned)
    status = readScratch(session, AS_SESSION_REPORT, &session->report, error);
  AsText path = {0};
  if (!status)
    status = asSessionScratch(session, AS_SESSION_SHARED, &path, error);
  if (!status)
    status = asWriteFile(path.data, emission.data, emission.length, error);
  if (!status) {
    asTextClear(&session->shared);
    asTextAppend(&session->shared, emission.data, emission.length);
    asTextAppend(&session->code, path.data, path.length);
  }
  asTextFree(&path);
  asEmissionDestroy(&emission);
  asOptionsDestroy(options);
  return status;
}
