//===- json-lines.c - Records as lines of JSON
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// docs/records.md has the format, record/record-json.h a line. Export and
// import lean on the interface of the store only, so they serve every kind of
// it.
//
//===----------------------------------------------------------------------===//

#include "record/record-json.h"
#include "support/c-locale.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Export
//===----------------------------------------------------------------------===//

typedef struct Export {
  FILE *out;
  AsText line;
} Export;

static AsStatus failWriting(AsError *error) {
  return asFail(error, AS_IO, "cannot write the records: %s", strerror(errno));
}

static AsStatus exportRecord(const AsRecord *record, void *context,
                             AsError *error) {
  Export *export = context;
  AsText *line = &export->line;
  asTextClear(line);
  AsStatus status = asRecordAppendJson(line, record, error);
  asTextAppendString(line, "\n");
  if (status == AS_OK &&
      fwrite(line->data, 1, line->length, export->out) != line->length)
    status = failWriting(error);
  return status;
}

AsStatus asStoreExportJson(AsStore *store, FILE *out, AsError *error) {
  Export export = {.out = out};
  AsStatus status =
      asStoreVisit(store, &(AsRecordQuery){0}, exportRecord, &export, error);
  if (status == AS_OK && fflush(out) != 0)
    status = failWriting(error);
  asTextFree(&export.line);
  return status;
}

//===----------------------------------------------------------------------===//
// Import
//===----------------------------------------------------------------------===//

/// Imports one line. *malformed says that the fault, if any, is the line's.
static AsStatus importLine(AsStore *store, AsRecordReading *reading,
                           const char *line, size_t length, bool *malformed,
                           AsError *error) {
  const char *why = "a NUL byte";
  cJSON *object = strlen(line) == length ? asJsonParse(line, &why) : NULL;
  AsStatus status = object ? asRecordReadJson(reading, object, error)
                           : asFail(error, AS_INVALID_INPUT, "%s", why);
  *malformed = status != AS_OK;
  if (status == AS_OK)
    status = asStorePut(store, &reading->record, error);
  cJSON_Delete(object);
  return status;
}

static AsStatus importLines(AsStore *store, FILE *in, AsImportWarning warn,
                            void *context, AsImportReport *report,
                            AsError *error) {
  *report = (AsImportReport){0};
  AsRecordReading reading = {0};
  char *line = NULL;
  size_t capacity = 0, number = 0;
  ssize_t length;
  AsStatus status = AS_OK;
  while (status == AS_OK && (length = getline(&line, &capacity, in)) >= 0) {
    number++;
    if (strspn(line, " \t\r\n") == (size_t)length)
      continue;
    bool malformed;
    AsError fault;
    status =
        importLine(store, &reading, line, (size_t)length, &malformed, &fault);
    if (status == AS_OK) {
      report->added++;
    } else if (malformed) {
      report->malformed++;
      if (warn)
        warn(number, fault.message, context);
      status = AS_OK;
    } else {
      asFail(error, status, "%s", fault.message);
    }
  }
  if (status == AS_OK && !feof(in))
    status = asFail(error, AS_IO, "cannot read line %zu of the records: %s",
                    number + 1, strerror(errno));
  free(line);
  asRecordReadingFree(&reading);
  return status;
}

AsStatus asStoreImportJson(AsStore *store, FILE *in, AsImportWarning warn,
                           void *context, AsImportReport *report,
                           AsError *error) {
  locale_t before = asLocaleEnter();
  AsStatus status = importLines(store, in, warn, context, report, error);
  asLocaleLeave(before);
  return status;
}
