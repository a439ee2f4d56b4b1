//===- records.c - Jobs on the store
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// --import-json, --export-json, --export-best and --train: JSON lines
// (docs/records.md) into and out of the store that --records names. The other
// jobs are in list-records.c and list-runs.c.
//
//===----------------------------------------------------------------------===//

#include "search/base-model.h"
#include "search/record-groups.h"
#include "tools/as-opt/driver.h"
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static void warnMalformed(size_t line, const char *why, void *path) {
  fprintf(stderr, "as-opt: warning: %s:%zu: skipped: %s\n", (char *)path, line,
          why);
}

static AsStatus importJson(AsStore *store, const char *path, AsError *error) {
  bool isStdin = strcmp(path, "-") == 0;
  FILE *in = isStdin ? stdin : fopen(path, "re");
  if (!in)
    return asFail(error, AS_IO, "cannot open '%s': %s", path, strerror(errno));
  AsImportReport report = {0};
  AsStatus status =
      asStoreImportJson(store, in, warnMalformed, (void *)path, &report, error);
  if (!isStdin)
    fclose(in);
  if (status)
    return asFailContext(error, "importing '%s'", path);
  fprintf(stderr,
          "as-opt: imported %zu records and %zu things that they refer to, "
          "skipped %zu malformed lines\n",
          report.added, report.things, report.malformed);
  return AS_OK;
}

/// Writes what `export` writes, as a whole or not at all.
/// Writes to `path`. `name` is that of the store, or empty for the default one.
static AsStatus exportJson(AsStore *store, const char *name, const char *path,
                           AsStatus (*export)(AsStore *store, FILE *out,
                                              AsError *error),
                           AsError *error) {
  AsText text = {0};
  FILE *out = open_memstream(&text.data, &text.length);
  if (!out)
    return asFail(error, AS_IO, "no memory to export into");
  AsStatus status = export(store, out, error);
  // What is said of a damaged record does not tell where it lies.
  if (status && *name && !strstr(error->message, name))
    asFailContext(error, "in the store '%s'", name);
  if (fclose(out) != 0 && !status)
    status = asFail(error, AS_IO, "no memory to export into");
  if (!status)
    status = asWriteFile(path, text.data, text.length, error);
  free(text.data);
  return status;
}

static AsStatus openStore(const AsOptions *options, AsStore **store,
                          AsError *error) {
  char path[PATH_MAX];
  if (*options->records) {
    snprintf(path, sizeof path, "%s", options->records);
  } else {
    AsStatus status = asStoreDefaultPath(path, sizeof path, error);
    if (status)
      return status;
  }
  AsStatus status = asStoreOpen(path, store, error);
  // To export, a store that may only be read will do.
  bool isRead = status && !*options->importJson && !*options->forget &&
                asStoreOpenReadOnly(path, store, NULL) == AS_OK;
  return isRead ? AS_OK : status;
}

const char *asDriverStoreJob(const AsOptions *options) {
  return *options->importJson    ? "import-json"
         : *options->forget      ? "forget"
         : *options->listRecords ? "list-records"
         : options->listRuns     ? "list-runs"
         : *options->exportJson  ? "export-json"
         : *options->exportBest  ? "export-best"
         : *options->train       ? "train"
                                 : NULL;
}

static AsStatus doJobs(const AsOptions *options, AsError *error) {
  if (strcmp(options->records, "none") == 0)
    return asFail(error, AS_INVALID_INPUT,
                  "--records=none has nothing for --%s to work on",
                  asDriverStoreJob(options));
  AsStore *store = NULL;
  AsStatus status = openStore(options, &store, error);
  if (!status && *options->importJson)
    status = importJson(store, options->importJson, error);
  if (!status && *options->forget)
    status = asDriverForget(store, options->forget, error);
  if (!status && *options->listRecords)
    status = asDriverListRecords(store, options->listRecords, error);
  if (!status && options->listRuns)
    status = asDriverListRuns(store, error);
  if (!status && *options->exportJson)
    status = exportJson(store, options->records, options->exportJson,
                        asStoreExportJson, error);
  if (!status && *options->exportBest)
    status = exportJson(store, options->records, options->exportBest,
                        asRecordGroupsExport, error);
  if (!status && *options->train)
    status = exportJson(store, options->records, options->train,
                        asBaseModelsExport, error);
  asStoreClose(store);
  return status;
}

int asDriverWorkOnStore(int argc, char **argv, const AsOptions *options) {
  AsError error = {0};
  const char *job = asDriverStoreJob(options);
  AsStatus status;
  if (options->autoschedule)
    status = asFail(&error, AS_INVALID_INPUT,
                    "--%s stands alone, without --autoschedule", job);
  else if (argc > 1)
    status = asFail(&error, AS_INVALID_INPUT,
                    "--%s takes no input, but there is '%s'", job, argv[1]);
  else
    status = doJobs(options, &error);
  return status ? asDriverFail(&error) : 0;
}
