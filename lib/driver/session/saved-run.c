//===- saved-run.c - Sessions on disk
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See asSessionSave, and record/run-folder.h for what the folder has. A reader
// takes a run for saved once there is a context.json, so that is removed first
// and written last.
//
//===----------------------------------------------------------------------===//

#include "as/version.h"
#include "driver/session/session.h"
#include "record/canonical-json.h"
#include "record/run-folder.h"
#include "report/report-objects.h"
#include <string.h>
#include <time.h>
#include <unistd.h>

/// Writes a file of the folder.
static AsStatus put(const AsText *folder, const char *name, const AsText *bytes,
                    AsError *error) {
  AsText path = {0};
  asTextFormat(&path, "%s/%s", folder->data, name);
  AsStatus status =
      asWriteFile(path.data, asTextString(bytes), bytes->length, error);
  asTextFree(&path);
  return status;
}

static void drop(const AsText *folder, const char *name) {
  AsText path = {0};
  asTextFormat(&path, "%s/%s", folder->data, name);
  unlink(path.data);
  asTextFree(&path);
}

/// What the run was about; the target and the options are those of its report.
static void describe(const AsSession *session, AsText *text) {
  const char *why;
  cJSON *report = asJsonParse(asTextString(&session->report), &why);
  const cJSON *target = cJSON_GetObjectItemCaseSensitive(report, "target");
  cJSON *object = cJSON_CreateObject();
  asJsonAddInt(object, "version", AS_RUN_VERSION);
  cJSON_AddStringToObject(object, "id", session->id);
  cJSON_AddStringToObject(object, "asVersion", AS_VERSION);
  cJSON_AddStringToObject(object, "model", asTextString(&session->name));
  cJSON_AddStringToObject(object, "modelHash", session->hash);
  asJsonAddInt(object, "saved", time(NULL));
  cJSON_AddBoolToObject(object, "isTuned", session->isTuned);
  static const char *const keys[] = {"key", "cpu", "features"};
  cJSON *built = cJSON_AddObjectToObject(object, "target");
  for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
    cJSON_AddItemToObject(
        built, keys[k],
        cJSON_Duplicate(cJSON_GetObjectItemCaseSensitive(target, keys[k]),
                        true));
  cJSON_AddItemToObject(
      object, "options",
      cJSON_DetachItemFromObjectCaseSensitive(report, "options"));
  asJsonAppendLine(text, object);
  cJSON_Delete(report);
}

static AsStatus putHeader(AsSession *session, const AsText *folder,
                          AsError *error) {
  AsText path = {0}, header = {0};
  AsStatus status = asSessionScratch(session, AS_SESSION_HEADER, &path, error);
  if (!status)
    status = asReadFile(path.data, &header, error);
  if (!status)
    status = put(folder, AS_SESSION_HEADER, &header, error);
  asTextFree(&path);
  asTextFree(&header);
  return status;
}

AsStatus asSessionSave(AsSession *session, AsError *error) {
  if (!session->code.length || !session->module.ptr)
    return asFail(error, AS_INVALID_INPUT,
                  "saving needs code: call asSessionBuild first");
  AsText folder = {0}, context = {0};
  AsStatus status = asRunFolderMake(session->id, &folder, error);
  if (!status)
    drop(&folder, "context.json");
  if (!status)
    status = put(&folder, AS_SESSION_SHARED, &session->shared, error);
  if (!status)
    status = putHeader(session, &folder, error);
  if (!status && session->isTuned)
    status = put(&folder, AS_SESSION_SCHEDULE, &session->schedule, error);
  if (!status)
    status = put(&folder, AS_SESSION_REPORT, &session->report, error);
  if (!status) {
    describe(session, &context);
    status = put(&folder, "context.json", &context, error);
  }
  if (!status) {
    asTextClear(&session->folder);
    asTextAppend(&session->folder, folder.data, folder.length);
  }
  asTextFree(&folder);
  asTextFree(&context);
  return status;
}

AsStatus asSessionLoad(AsSession *session, const char *id, AsError *error) {
  AsText folder = {0};
  AsStatus status = asRunFolderFind(id, &folder, error);
  if (!status) {
    char own[33]; // `id` may be that of this session.
    memcpy(own, id, sizeof own);
    asSessionBegin(session);
    asTextFormat(&session->code, "%s/" AS_SESSION_SHARED, folder.data);
    asTextAppend(&session->folder, folder.data, folder.length);
    memcpy(session->id, own, sizeof session->id);
  }
  asTextFree(&folder);
  return status;
}
