//===- record-fields.c - The fields of a record, and what they may hold
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "record/record-fields.h"
#include "record/canonical-json.h"
#include <math.h>
#include <string.h>

// A member whose type is not that of its kind would be read as another.
#define AS_KIND_TYPE(kind, type, ...) typedef type Type_##kind;
AS_RECORD_KINDS(AS_KIND_TYPE)
#undef AS_KIND_TYPE
#define AS_CHECK_TYPE(kind, member, meaning)                                   \
  _Static_assert(                                                              \
      _Generic(((AsRecord *)0)->member, Type_##kind : 1, default : 0),         \
      #member " is not of the type of its kind");
AS_RECORD_FIELDS(AS_CHECK_TYPE)
#undef AS_CHECK_TYPE

const AsRecordField asRecordFields[AS_NUM_RECORD_FIELDS] = {
#define AS_FIELD(kind, member, meaning)                                        \
  {#member, AS_RECORD_##kind, offsetof(AsRecord, member), meaning},
    AS_RECORD_FIELDS(AS_FIELD)
#undef AS_FIELD
};

const char *asRecordKindSqlType(AsRecordKind kind) {
  static const char *const types[] = {
#define AS_SQL_TYPE(kind, type, sql, json) sql,
      AS_RECORD_KINDS(AS_SQL_TYPE)
#undef AS_SQL_TYPE
  };
  return types[kind];
}

const char *asRecordKindJsonForm(AsRecordKind kind) {
  static const char *const forms[] = {
#define AS_JSON_FORM(kind, type, sql, json) json,
      AS_RECORD_KINDS(AS_JSON_FORM)
#undef AS_JSON_FORM
  };
  return forms[kind];
}

const AsRecordField *asRecordFieldFromKey(const char *name) {
  for (int i = 0; i < AS_NUM_RECORD_FIELDS; i++)
    if (asRecordFields[i].kind != AS_RECORD_EXTRA &&
        strcmp(asRecordFields[i].name, name) == 0)
      return &asRecordFields[i];
  return NULL;
}

static AsStatus checkSeconds(const char *name, double seconds, AsError *error) {
  if (isfinite(seconds) && seconds >= 0)
    return AS_OK;
  return asFail(error, AS_INVALID_INPUT,
                "'%s' holds %g, which is no number of seconds", name, seconds);
}

/// Its keys are exported beside those of the fields.
static AsStatus checkExtra(const AsRecordField *field, const char *text,
                           AsError *error) {
  const char *why = "it is another value";
  cJSON *object = asJsonParse(text, &why);
  AsStatus status = AS_OK;
  if (!cJSON_IsObject(object))
    status = asFail(error, AS_INVALID_INPUT, "'%s' is no JSON object: %s",
                    field->name, why);
  else
    for (const cJSON *item = object->child; item && status == AS_OK;
         item = item->next)
      if (asRecordFieldFromKey(item->string))
        status = asFail(error, AS_INVALID_INPUT, "'%s' repeats the field '%s'",
                        field->name, item->string);
  cJSON_Delete(object);
  return status;
}

/// The point is part of the address, and goes out and in as JSON: spelt in two
/// ways it would be two records. So it has to be canonical.
static AsStatus checkObject(const AsRecordField *field, const char *text,
                            AsError *error) {
  return field->kind == AS_RECORD_EXTRA
             ? checkExtra(field, text, error)
             : asJsonCheckObject(field->name, text, error);
}

AsStatus asRecordComplete(AsRecord *record, AsError *error) {
  AsStatus status = AS_OK;
  for (int i = 0; i < AS_NUM_RECORD_FIELDS && status == AS_OK; i++) {
    const AsRecordField *field = &asRecordFields[i];
    switch (field->kind) {
    case AS_RECORD_STRING: {
      const char **text = &AS_RECORD_MEMBER(const char *, record, field);
      if (!*text)
        *text = "";
      break;
    }
    case AS_RECORD_OBJECT:
    case AS_RECORD_EXTRA: {
      const char **text = &AS_RECORD_MEMBER(const char *, record, field);
      if (!*text)
        *text = "{}";
      status = checkObject(field, *text, error);
      break;
    }
    case AS_RECORD_OUTCOME:
      if ((unsigned)record->outcome >= AS_NUM_OUTCOMES)
        status = asFail(error, AS_INVALID_INPUT, "there is no outcome %d",
                        (int)record->outcome);
      break;
    case AS_RECORD_TIMES:
      for (size_t t = 0; t < record->numTimes && status == AS_OK; t++)
        status = checkSeconds(field->name, record->times[t], error);
      break;
    case AS_RECORD_SECONDS:
      status = checkSeconds(field->name,
                            AS_RECORD_MEMBER(double, record, field), error);
      break;
    case AS_RECORD_BOOL:
    case AS_RECORD_REAL:
    case AS_RECORD_INT:
    case AS_RECORD_UINT:
      break;
    }
  }
  return status;
}

AsHashText asRecordAddress(const AsRecord *record) {
  AsHash hash = asHashStart();
  for (int i = 0; i < AS_NUM_ADDRESS_FIELDS; i++)
    hash = asHashString(
        hash, AS_RECORD_MEMBER(const char *, record, &asRecordFields[i]));
  return asHashFormat(hash);
}
