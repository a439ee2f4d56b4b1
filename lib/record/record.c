//===- record.c - Records that programs make and read
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See as/record.h. A record comes from JSON text and goes back to it, and its
// fields have the names of the keys, so that a new field changes nothing for
// programs that exist.
//
//===----------------------------------------------------------------------===//

#include "record/record.h"
#include "record/record-fields.h"
#include "record/record-json.h"
#include "support/arena.h"
#include "support/c-locale.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/// A record of asRecordParse, with what its strings point into. The record is
/// its first member, and so at the same address.
typedef struct ParsedRecord {
  AsRecordReading reading;
  cJSON *object;
} ParsedRecord;

static AsStatus parse(const char *json, AsRecord **record, AsError *error) {
  *record = NULL;
  const char *why;
  cJSON *object = asJsonParse(json, &why);
  if (!object)
    return asFail(error, AS_INVALID_INPUT, "no record: %s", why);
  ParsedRecord *parsed = asAlloc(sizeof *parsed);
  parsed->object = object;
  AsStatus status = asRecordReadJson(&parsed->reading, object, error);
  if (status)
    asRecordDestroy(&parsed->reading.record);
  else
    *record = &parsed->reading.record;
  return status;
}

AsStatus asRecordParse(const char *json, AsRecord **record, AsError *error) {
  locale_t before = asLocaleEnter();
  AsStatus status = parse(json, record, error);
  asLocaleLeave(before);
  return status;
}

void asRecordDestroy(AsRecord *record) {
  if (!record)
    return;
  ParsedRecord *parsed = (ParsedRecord *)record;
  asRecordReadingFree(&parsed->reading);
  cJSON_Delete(parsed->object);
  free(parsed);
}

AsStatus asRecordFormat(const AsRecord *record, char **json, AsError *error) {
  *json = NULL;
  AsText text = {0};
  locale_t before = asLocaleEnter();
  AsStatus status = asRecordAppendJson(&text, record, error);
  asLocaleLeave(before);
  if (status)
    asTextFree(&text);
  else
    *json = text.data;
  return status;
}

//===----------------------------------------------------------------------===//
// Fields
//===----------------------------------------------------------------------===//

static const AsRecordField *findField(const char *name) {
  for (int i = 0; i < AS_NUM_RECORD_FIELDS; i++)
    if (strcmp(asRecordFields[i].name, name) == 0)
      return &asRecordFields[i];
  return NULL;
}

const char *asRecordText(const AsRecord *record, const char *name) {
  const AsRecordField *field = findField(name);
  if (!field)
    return NULL;
  switch (field->kind) {
  case AS_RECORD_STRING:
  case AS_RECORD_OBJECT:
  case AS_RECORD_EXTRA:
    return AS_RECORD_MEMBER(const char *, record, field);
  case AS_RECORD_OUTCOME:
    return asOutcomeName(record->outcome);
  default:
    return NULL;
  }
}

double asRecordNumber(const AsRecord *record, const char *name) {
  const AsRecordField *field = findField(name);
  if (!field)
    return NAN;
  switch (field->kind) {
  case AS_RECORD_BOOL:
    return AS_RECORD_MEMBER(bool, record, field);
  case AS_RECORD_REAL:
  case AS_RECORD_SECONDS:
    return AS_RECORD_MEMBER(double, record, field);
  case AS_RECORD_INT:
    return (double)AS_RECORD_MEMBER(int64_t, record, field);
  case AS_RECORD_UINT:
    return (double)AS_RECORD_MEMBER(uint64_t, record, field);
  default:
    return NAN;
  }
}

AsOutcome asRecordOutcome(const AsRecord *record) { return record->outcome; }

const double *asRecordTimes(const AsRecord *record, size_t *count) {
  *count = record->numTimes;
  return record->times;
}
