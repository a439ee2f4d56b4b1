//===- json-lines.c - A store as lines of JSON
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// docs/records.md has the format, record/record-json.h the line of a record and
// record/thing.h that of a thing. Export and import lean on the interface of
// the store only, so they serve every kind of it.
//
//===----------------------------------------------------------------------===//

#include "record/json-lines.h"
#include "record/record-json.h"
#include "support/c-locale.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Export
//===----------------------------------------------------------------------===//

static AsStatus failWriting(AsError *error) {
  return asFail(error, AS_IO, "cannot write the records: %s", strerror(errno));
}

static AsStatus writeLine(AsLines *lines, AsError *error) {
  AsText *line = &lines->line;
  asTextAppendString(line, "\n");
  AsStatus status =
      fwrite(line->data, 1, line->length, lines->out) == line->length
          ? AS_OK
          : failWriting(error);
  asTextClear(line);
  return status;
}

AsStatus asLinesWriteRecord(const AsRecord *record, void *context,
                            AsError *error) {
  AsLines *lines = context;
  AsStatus status = asRecordAppendJson(&lines->line, record, error);
  return status ? status : writeLine(lines, error);
}

AsStatus asLinesWriteThing(const AsThing *thing, void *context,
                           AsError *error) {
  AsLines *lines = context;
  asThingAppendJson(&lines->line, thing);
  return writeLine(lines, error);
}

AsStatus asLinesEnd(AsLines *lines, AsStatus status, AsError *error) {
  if (status == AS_OK && fflush(lines->out) != 0)
    status = failWriting(error);
  asTextFree(&lines->line);
  return status;
}

AsStatus asStoreExportJson(AsStore *store, FILE *out, AsError *error) {
  AsLines lines = {.out = out};
  AsStatus status = asStoreVisit(store, &(AsRecordQuery){0}, asLinesWriteRecord,
                                 &lines, error);
  if (status == AS_OK)
    status =
        asStoreVisitThings(store, NULL, NULL, asLinesWriteThing, &lines, error);
  return asLinesEnd(&lines, status, error);
}

//===----------------------------------------------------------------------===//
// Import
//===----------------------------------------------------------------------===//

typedef struct Import {
  AsStore *store;
  AsImportWarning warn;
  void *context;
  AsImportReport *report;
  AsRecordReading record;
  AsThingReading thing;
} Import;

static AsStatus putLine(Import *import, bool isThing, AsError *error) {
  size_t *count = isThing ? &import->report->things : &import->report->added;
  AsStatus status =
      isThing ? asStorePutThing(import->store, &import->thing.thing, error)
              : asStorePut(import->store, &import->record.record, error);
  *count += status == AS_OK;
  return status;
}

/// Imports a line. A fault that is its own ends nothing.
static AsStatus importLine(Import *import, const char *line, size_t length,
                           size_t number, AsError *error) {
  const char *why = "a NUL byte";
  AsError fault;
  cJSON *object = strlen(line) == length ? asJsonParse(line, &why) : NULL;
  bool isThing = asThingIsJson(object);
  AsStatus status = !object ? asFail(&fault, AS_INVALID_INPUT, "%s", why)
                    : isThing
                        ? asThingReadJson(&import->thing, object, &fault)
                        : asRecordReadJson(&import->record, object, &fault);
  if (status == AS_OK)
    status = putLine(import, isThing, error);
  else {
    import->report->malformed++;
    if (import->warn)
      import->warn(number, fault.message, import->context);
    status = AS_OK;
  }
  cJSON_Delete(object);
  return status;
}

static AsStatus importLines(Import *import, FILE *in, AsError *error) {
  char *line = NULL;
  size_t capacity = 0, number = 0;
  ssize_t length;
  AsStatus status = AS_OK;
  while (status == AS_OK && (length = getline(&line, &capacity, in)) >= 0) {
    number++;
    if (strspn(line, " \t\r\n") != (size_t)length)
      status = importLine(import, line, (size_t)length, number, error);
  }
  if (status == AS_OK && !feof(in))
    status = asFail(error, AS_IO, "cannot read line %zu of the records: %s",
                    number + 1, strerror(errno));
  free(line);
  return status;
}

AsStatus asStoreImportJson(AsStore *store, FILE *in, AsImportWarning warn,
                           void *context, AsImportReport *report,
                           AsError *error) {
  locale_t before = asLocaleEnter();
  *report = (AsImportReport){0};
  Import import = {store,           warn,         context, report,
                   {.record = {0}}, {.data = {0}}};
  AsStatus status = importLines(&import, in, error);
  asRecordReadingFree(&import.record);
  asThingReadingFree(&import.thing);
  asLocaleLeave(before);
  return status;
}
