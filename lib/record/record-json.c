//===- record-json.c - One record as JSON
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See record-json.h. Both directions walk the table of fields; what differs by
// kind is in writeField and readField.
//
//===----------------------------------------------------------------------===//

#include "record/record-json.h"
#include "record/record-fields.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Whole numbers up to here are exact in every reader's double; larger ones are
/// written as strings.
static const int64_t largestExact = INT64_C(1) << 53;

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static void writeReal(AsText *line, double value) {
  if (isfinite(value))
    asJsonAppendNumber(line, value);
  else
    asTextAppendString(line, isnan(value)  ? "\"NaN\""
                             : value > 0.0 ? "\"Infinity\""
                                           : "\"-Infinity\"");
}

static void writeField(AsText *line, const AsRecord *record,
                       const AsRecordField *field) {
  switch (field->kind) {
  case AS_RECORD_STRING:
    asJsonAppendString(line, AS_RECORD_MEMBER(const char *, record, field));
    break;
  case AS_RECORD_OBJECT: // Canonical, so JSON text as it is.
    asTextAppendString(line, AS_RECORD_MEMBER(const char *, record, field));
    break;
  case AS_RECORD_OUTCOME:
    asJsonAppendString(line, asOutcomeName(record->outcome));
    break;
  case AS_RECORD_TIMES:
    asJsonAppendNumbers(line, record->times, record->numTimes);
    break;
  case AS_RECORD_BOOL:
    asTextAppendString(line, AS_RECORD_MEMBER(bool, record, field) ? "true"
                                                                   : "false");
    break;
  case AS_RECORD_REAL:
  case AS_RECORD_SECONDS:
    writeReal(line, AS_RECORD_MEMBER(double, record, field));
    break;
  case AS_RECORD_INT: {
    int64_t value = AS_RECORD_MEMBER(int64_t, record, field);
    bool exact = value >= -largestExact && value <= largestExact;
    asTextFormat(line, exact ? "%lld" : "\"%lld\"", (long long)value);
    break;
  }
  case AS_RECORD_UINT: {
    uint64_t value = AS_RECORD_MEMBER(uint64_t, record, field);
    bool exact = value <= (uint64_t)largestExact;
    asTextFormat(line, exact ? "%llu" : "\"%llu\"", (unsigned long long)value);
    break;
  }
  case AS_RECORD_EXTRA:
    break; // Its keys follow those of the record.
  }
}

static AsStatus writeExtra(AsText *line, const char *extra, AsError *error) {
  const char *why = "it is another value";
  cJSON *object = asJsonParse(extra, &why);
  AsStatus status = AS_OK;
  if (!cJSON_IsObject(object))
    status = asFail(error, AS_IO,
                    "the store holds a record whose 'extra' is no JSON object: "
                    "%s",
                    why);
  else
    for (const cJSON *item = object->child; item; item = item->next) {
      asTextAppendString(line, ",");
      asJsonAppendString(line, item->string);
      asTextAppendString(line, ":");
      asJsonAppendValue(line, item);
    }
  cJSON_Delete(object);
  return status;
}

AsStatus asRecordAppendJson(AsText *text, const AsRecord *record,
                            AsError *error) {
  for (int i = 0; i < AS_NUM_RECORD_FIELDS; i++) {
    const AsRecordField *field = &asRecordFields[i];
    if (field->kind == AS_RECORD_EXTRA)
      continue;
    asTextFormat(text, "%s\"%s\":", i ? "," : "{", field->name);
    writeField(text, record, field);
  }
  AsStatus status = writeExtra(text, record->extra, error);
  asTextAppendString(text, "}");
  return status;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

static bool readReal(const cJSON *value, double *real) {
  const char *name = cJSON_GetStringValue(value);
  if (cJSON_IsNumber(value))
    *real = value->valuedouble;
  else if (name && strcmp(name, "NaN") == 0)
    *real = NAN;
  else if (name && strcmp(name, "Infinity") == 0)
    *real = INFINITY;
  else if (name && strcmp(name, "-Infinity") == 0)
    *real = -INFINITY;
  else
    return false;
  return true;
}

/// Reads a whole number, or a string of its digits, as the 64 bits of an
/// int64_t or uint64_t.
static bool readInteger(const cJSON *value, bool isSigned, uint64_t *bits) {
  if (cJSON_IsNumber(value)) {
    double number = value->valuedouble;
    if (fabs(number) > (double)largestExact || (number < 0 && !isSigned) ||
        (double)(int64_t)number != number)
      return false;
    *bits = (uint64_t)(int64_t)number;
    return true;
  }
  const char *digits = cJSON_GetStringValue(value);
  if (!digits)
    return false;
  size_t sign = isSigned && digits[0] == '-';
  size_t count = strspn(digits + sign, "0123456789");
  if (!count || digits[sign + count])
    return false;
  errno = 0;
  *bits = isSigned ? (uint64_t)strtoll(digits, NULL, 10)
                   : strtoull(digits, NULL, 10);
  return errno == 0;
}

static bool readOutcome(const cJSON *value, AsOutcome *outcome) {
  const char *name = cJSON_GetStringValue(value);
  *outcome = name ? asOutcomeFromName(name) : AS_NUM_OUTCOMES;
  return *outcome != AS_NUM_OUTCOMES;
}

/// Fails with the value that is there and what should be there.
static AsStatus failValue(const AsRecordField *field, const cJSON *value,
                          AsError *error) {
  AsText text = {0};
  asJsonAppendValue(&text, value);
  asFail(error, AS_INVALID_INPUT, "'%s' must be %s, not %s", field->name,
         asRecordKindJsonForm(field->kind), text.data);
  asTextFree(&text);
  return AS_INVALID_INPUT;
}

static AsStatus readField(AsRecordReading *reading, const AsRecordField *field,
                          const cJSON *value, AsError *error) {
  AsRecord *record = &reading->record;
  bool fits = false;
  switch (field->kind) {
  case AS_RECORD_STRING:
    fits = cJSON_IsString(value);
    AS_RECORD_MEMBER(const char *, record, field) = cJSON_GetStringValue(value);
    break;
  case AS_RECORD_OBJECT:
    fits = cJSON_IsObject(value);
    asJsonAppendValue(&reading->point, value);
    AS_RECORD_MEMBER(const char *, record, field) = reading->point.data;
    break;
  case AS_RECORD_OUTCOME:
    fits = readOutcome(value, &record->outcome);
    break;
  case AS_RECORD_TIMES:
    fits = asJsonReadNumbers(value, &reading->times);
    record->times = (const double *)reading->times.data;
    record->numTimes = reading->times.length / sizeof(double);
    break;
  case AS_RECORD_BOOL:
    fits = cJSON_IsBool(value);
    AS_RECORD_MEMBER(bool, record, field) = cJSON_IsTrue(value);
    break;
  case AS_RECORD_REAL:
    fits = readReal(value, &AS_RECORD_MEMBER(double, record, field));
    break;
  case AS_RECORD_SECONDS:
    fits = cJSON_IsNumber(value);
    AS_RECORD_MEMBER(double, record, field) = value->valuedouble;
    break;
  case AS_RECORD_INT:
  case AS_RECORD_UINT:
    fits = readInteger(value, field->kind == AS_RECORD_INT,
                       &AS_RECORD_MEMBER(uint64_t, record, field));
    break;
  case AS_RECORD_EXTRA:
    break; // Never a key.
  }
  return fits ? AS_OK : failValue(field, value, error);
}

static void keepUnknown(AsRecordReading *reading, const cJSON *item) {
  asTextAppendString(&reading->extra, reading->extra.length ? "," : "{");
  asJsonAppendString(&reading->extra, item->string);
  asTextAppendString(&reading->extra, ":");
  asJsonAppendValue(&reading->extra, item);
}

/// A record that was found nowhere, or came to no end, says nothing.
static bool isRequired(int field) {
  return field < AS_NUM_ADDRESS_FIELDS ||
         asRecordFields[field].kind == AS_RECORD_OUTCOME;
}

AsStatus asRecordReadJson(AsRecordReading *reading, const cJSON *object,
                          AsError *error) {
  reading->record = (AsRecord){0};
  asTextClear(&reading->point);
  asTextClear(&reading->extra);
  asTextClear(&reading->times);
  if (!cJSON_IsObject(object))
    return asFail(error, AS_INVALID_INPUT, "not a JSON object");

  bool seen[AS_NUM_RECORD_FIELDS] = {false};
  for (const cJSON *item = object->child; item; item = item->next) {
    const AsRecordField *field = asRecordFieldFromKey(item->string);
    if (!field) {
      keepUnknown(reading, item);
      continue;
    }
    if (seen[field - asRecordFields])
      return asFail(error, AS_INVALID_INPUT, "'%s' occurs twice", field->name);
    seen[field - asRecordFields] = true;
    AsStatus status = readField(reading, field, item, error);
    if (status != AS_OK)
      return status;
  }
  for (int i = 0; i < AS_NUM_RECORD_FIELDS; i++)
    if (isRequired(i) && !seen[i])
      return asFail(error, AS_INVALID_INPUT, "'%s' is missing",
                    asRecordFields[i].name);
  if (reading->extra.length) {
    asTextAppendString(&reading->extra, "}");
    reading->record.extra = reading->extra.data;
  }
  return asRecordComplete(&reading->record, error);
}

void asRecordReadingFree(AsRecordReading *reading) {
  asTextFree(&reading->point);
  asTextFree(&reading->extra);
  asTextFree(&reading->times);
}
