//===- run-folder.c - Where runs are saved
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See run-folder.h. The folder follows the XDG Base Directory Specification, by
// which a relative XDG_DATA_HOME is to be ignored.
//
//===----------------------------------------------------------------------===//

#include "record/run-folder.h"
#include "record/canonical-json.h"
#include "support/make-folders.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// Ids come from users and become paths.
static bool isId(const char *text) {
  return strlen(text) == 32 && strspn(text, "0123456789abcdef") == 32;
}

AsStatus asRunFolderPath(const char *id, AsText *path, AsError *error) {
  if (!isId(id))
    return asFail(error, AS_INVALID_INPUT,
                  "'%s' is no id of a run: expected 32 hex digits, as as-opt "
                  "--save prints them",
                  id);
  const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
  if (data && data[0] == '/')
    asTextFormat(path, "%s/as-opt/runs/%s", data, id);
  else if (home && home[0])
    asTextFormat(path, "%s/.local/share/as-opt/runs/%s", home, id);
  else
    return asFail(error, AS_NOT_FOUND,
                  "there is no place for runs, since neither XDG_DATA_HOME nor "
                  "HOME is set; set one of them");
  return AS_OK;
}

AsStatus asRunFolderMake(const char *id, AsText *path, AsError *error) {
  AsStatus status = asRunFolderPath(id, path, error);
  return status ? status : asMakeFolders(asTextString(path), error);
}

/// Fails unless the text is the context of a run that this version can use.
static AsStatus check(const char *path, const AsText *text, AsError *error) {
  const char *why = "it has no version";
  cJSON *context = asJsonParse(asTextString(text), &why);
  const cJSON *number = cJSON_GetObjectItemCaseSensitive(context, "version");
  double version = cJSON_IsNumber(number) ? number->valuedouble : 0;
  cJSON_Delete(context);
  if (version > AS_RUN_VERSION)
    return asFail(error, AS_INVALID_INPUT,
                  "the run in '%s' is of a later as-opt: its version is %.0f, "
                  "and this one reads up to %d",
                  path, version, AS_RUN_VERSION);
  if (version < 1)
    return asFail(error, AS_INVALID_INPUT,
                  "the run in '%s' is damaged: context.json: %s; as-opt --save "
                  "makes another",
                  path, context ? "it has no version" : why);
  return AS_OK;
}

AsStatus asRunFolderFind(const char *id, AsText *path, AsError *error) {
  AsStatus status = asRunFolderPath(id, path, error);
  if (status)
    return status;
  AsText file = {0}, text = {0};
  asTextFormat(&file, "%s/context.json", path->data);
  if (access(file.data, F_OK) != 0)
    status = asFail(error, AS_NOT_FOUND,
                    "there is no run '%s'; as-opt --save makes a folder of a "
                    "run, here '%s'",
                    id, path->data);
  if (!status)
    status = asReadFile(file.data, &text, error);
  if (!status)
    status = check(path->data, &text, error);
  asTextFree(&file);
  asTextFree(&text);
  return status;
}
