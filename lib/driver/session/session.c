//===- session.c - From a file to a tuned function that is called
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See as/session.h: sessions and their models.
//
//===----------------------------------------------------------------------===//

#include "driver/session/session.h"
#include "ir/ir.h"
#include "support/arena.h"
#include "support/hash.h"
#include <errno.h>
#include <ftw.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

AsSession *asSessionCreate(const AsOptions *options) {
  AsSession *session = asAlloc(sizeof *session);
  session->options = options ? asOptionsCopy(options) : asOptionsCreate();
  return session;
}

void asSessionSetProgress(AsSession *session, AsRunProgress progress,
                          void *userData) {
  session->progress = progress;
  session->progressData = userData;
}

void asSessionCancel(AsSession *session) {
  session->numCancelling++;
  AsRun *run = session->run;
  if (run)
    asRunCancel(run);
  session->numCancelling--;
}

void asSessionSetRun(AsSession *session, AsRun *run) {
  AsRun *before = atomic_exchange(&session->run, run);
  // Whoever has it from now on has the new one. A lock would not do, as signal
  // handlers cancel too.
  while (session->numCancelling)
    sched_yield();
  asRunDestroy(before);
}

//===----------------------------------------------------------------------===//
// The scratch folder
//===----------------------------------------------------------------------===//

AsStatus asSessionScratch(AsSession *session, const char *name, AsText *path,
                          AsError *error) {
  if (!*session->scratch) {
    const char *folder = getenv("TMPDIR");
    if (!folder || folder[0] != '/' || strlen(folder) > 32)
      folder = "/tmp";
    snprintf(session->scratch, sizeof session->scratch, "%s/as-session-XXXXXX",
             folder);
    if (!mkdtemp(session->scratch)) {
      *session->scratch = 0;
      return asFail(error, AS_IO, "cannot make a folder in '%s': %s", folder,
                    strerror(errno));
    }
  }
  asTextFormat(path, "%s/%s", session->scratch, name);
  return AS_OK;
}

static int removeEntry(const char *path, const struct stat *about, int type,
                       struct FTW *walk) {
  return remove(path);
}

static void removeScratch(AsSession *session) {
  if (*session->scratch)
    nftw(session->scratch, removeEntry, 8, FTW_DEPTH | FTW_PHYS);
  *session->scratch = 0;
}

//===----------------------------------------------------------------------===//
// The model
//===----------------------------------------------------------------------===//

void asSessionDropCode(AsSession *session) {
  asCallableClose(session->function);
  session->function = NULL;
  asTextClear(&session->functionName);
  asTextClear(&session->code);
  asTextClear(&session->folder);
}

void asSessionBegin(AsSession *session) {
  asSessionDropCode(session);
  asSessionSetRun(session, NULL);
  AsEmission emission = {.remarks = session->remarks,
                         .numRemarks = session->numRemarks};
  asEmissionDestroy(&emission);
  session->remarks = NULL;
  session->numRemarks = 0;
  asTextClear(&session->schedule);
  asTextClear(&session->shared);
  asTextClear(&session->report);
  session->isTuned = false;
  session->id[0] = 0;
  if (session->ownsModule)
    mlirModuleDestroy(session->module);
  session->ownsModule = false;
  session->module = (MlirModule){NULL};
  removeScratch(session);
}

void asSessionDestroy(AsSession *session) {
  if (!session)
    return;
  asSessionBegin(session);
  if (session->context.ptr)
    mlirContextDestroy(session->context);
  AsText *texts[] = {&session->name,        &session->schedule,
                     &session->shared,      &session->report,
                     &session->folder,      &session->code,
                     &session->functionName};
  for (size_t t = 0; t < sizeof texts / sizeof *texts; t++)
    asTextFree(texts[t]);
  asOptionsDestroy(session->options);
  free(session);
}

static void take(AsSession *session, MlirModule module, const char *name) {
  session->module = module;
  asTextClear(&session->name);
  asTextAppendString(&session->name, name);
  AsText text = {0};
  asIrPrint(mlirModuleGetOperation(module), &text);
  AsHash hash = asHashBytes(asHashStart(), text.data, text.length);
  memcpy(session->hash, asHashFormat(hash).text, sizeof session->hash);
  asTextFree(&text);
}

AsStatus asSessionFromFile(AsSession *session, const char *path,
                           AsError *error) {
  asSessionBegin(session);
  AsText text = {0};
  AsStatus status = asReadFile(path, &text, error);
  if (!status && !session->context.ptr)
    session->context = asIrContextCreate();
  MlirModule module;
  if (!status)
    status = asIrParse(session->context, asTextString(&text), text.length, path,
                       &module, error);
  asTextFree(&text);
  if (status)
    return status;
  session->ownsModule = true;
  const char *slash = strrchr(path, '/');
  take(session, module, slash ? slash + 1 : path);
  return AS_OK;
}

AsStatus asSessionFromModule(AsSession *session, MlirModule module,
                             const char *name, AsError *error) {
  asSessionBegin(session);
  if (mlirModuleIsNull(module))
    return asFail(error, AS_INVALID_INPUT, "the module '%s' is null", name);
  take(session, module, name);
  return AS_OK;
}

const AsRemark *asSessionRemarks(const AsSession *session, size_t *count) {
  *count = session->numRemarks;
  return session->remarks;
}

const char *asSessionId(const AsSession *session) { return session->id; }

const char *asSessionFolder(const AsSession *session) {
  return asTextString(&session->folder);
}
