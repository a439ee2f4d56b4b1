//===- canonical-json.c - Canonical JSON text
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "record/canonical-json.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Bytes of the UTF-8 sequence at `bytes`, or 0 where there is none. A NUL is
/// no continuation byte, so this never reads past the end.
static size_t utf8Length(const unsigned char *bytes) {
  size_t length = bytes[0] < 0x80   ? 1
                  : bytes[0] < 0xc2 ? 0
                  : bytes[0] < 0xe0 ? 2
                  : bytes[0] < 0xf0 ? 3
                  : bytes[0] < 0xf5 ? 4
                                    : 0;
  for (size_t i = 1; i < length; i++)
    if ((bytes[i] & 0xc0) != 0x80)
      return 0;
  bool overlong = (bytes[0] == 0xe0 && bytes[1] < 0xa0) ||
                  (bytes[0] == 0xf0 && bytes[1] < 0x90);
  bool surrogate = bytes[0] == 0xed && bytes[1] > 0x9f;
  bool beyond = bytes[0] == 0xf4 && bytes[1] > 0x8f;
  return overlong || surrogate || beyond ? 0 : length;
}

bool asJsonIsText(const char *bytes, size_t length) {
  char last[8] = ""; // Ends with a NUL, which the bytes need not.
  size_t at = 0, sequence = 1;
  while (at < length && sequence) {
    const char *next = bytes + at;
    if (length - at < sizeof last - 1) {
      memset(last, 0, sizeof last);
      next = memcpy(last, next, length - at);
    }
    sequence = *next ? utf8Length((const unsigned char *)next) : 0;
    at += sequence;
  }
  return sequence != 0;
}

void asJsonAppendString(AsText *text, const char *string) {
  static const char escaped[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
  asTextAppendString(text, "\"");
  while (*string) {
    unsigned char byte = (unsigned char)*string;
    const char *escape = strchr(escaped, byte);
    size_t length = utf8Length((const unsigned char *)string);
    if (escape)
      asTextFormat(text, "\\%c", letters[escape - escaped]);
    else if (byte < 0x20)
      asTextFormat(text, "\\u%04x", byte);
    else if (length)
      asTextAppend(text, string, length);
    else
      asTextAppendString(text, "\xef\xbf\xbd");
    string += length ? length : 1;
  }
  asTextAppendString(text, "\"");
}

void asJsonAppendNumber(AsText *text, double number) {
  char digits[32];
  int precision = 15;
  do
    snprintf(digits, sizeof digits, "%.*g", precision, number);
  while (strtod(digits, NULL) != number && precision++ < 17);
  asTextAppendString(text, digits);
}

void asJsonAppendNumbers(AsText *text, const double *numbers, size_t count) {
  asTextAppendString(text, "[");
  for (size_t i = 0; i < count; i++) {
    asTextAppendString(text, i ? "," : "");
    asJsonAppendNumber(text, numbers[i]);
  }
  asTextAppendString(text, "]");
}

void asJsonAppendValue(AsText *text, const cJSON *value) {
  if (cJSON_IsNumber(value)) {
    asJsonAppendNumber(text, value->valuedouble);
  } else if (cJSON_IsString(value)) {
    asJsonAppendString(text, value->valuestring);
  } else if (cJSON_IsArray(value) || cJSON_IsObject(value)) {
    bool isObject = cJSON_IsObject(value);
    asTextAppendString(text, isObject ? "{" : "[");
    for (const cJSON *item = value->child; item; item = item->next) {
      asTextAppendString(text, item == value->child ? "" : ",");
      if (isObject) {
        asJsonAppendString(text, item->string);
        asTextAppendString(text, ":");
      }
      asJsonAppendValue(text, item);
    }
    asTextAppendString(text, isObject ? "}" : "]");
  } else {
    asTextAppendString(text, cJSON_IsTrue(value)    ? "true"
                             : cJSON_IsFalse(value) ? "false"
                                                    : "null");
  }
}

/// cJSON ends a string at an escaped NUL without a word.
static bool hasNulEscape(const char *text) {
  for (; *text; text++)
    if (*text == '\\') {
      if (strncmp(text + 1, "u0000", 5) == 0)
        return true;
      if (!*++text)
        return false;
    }
  return false;
}

static bool allFinite(const cJSON *value) {
  if (cJSON_IsNumber(value))
    return isfinite(value->valuedouble);
  for (const cJSON *item = value->child; item; item = item->next)
    if (!allFinite(item))
      return false;
  return true;
}

cJSON *asJsonParse(const char *text, const char **why) {
  if (hasNulEscape(text)) {
    *why = "a string holds a NUL";
    return NULL;
  }
  cJSON *value = cJSON_ParseWithOpts(text, NULL, true);
  if (!value) {
    *why = "not JSON";
  } else if (!allFinite(value)) {
    *why = "a number is too large for a double";
    cJSON_Delete(value);
    value = NULL;
  }
  return value;
}

AsStatus asJsonCheckObject(const char *name, const char *text, AsError *error) {
  const char *why = "it is another value";
  cJSON *object = asJsonParse(text, &why);
  AsText canonical = {0};
  AsStatus status = AS_OK;
  if (cJSON_IsObject(object))
    asJsonAppendValue(&canonical, object);
  else
    status = asFail(error, AS_INVALID_INPUT, "'%s' is no JSON object: %s", name,
                    why);
  if (status == AS_OK && strcmp(asTextString(&canonical), text) != 0)
    status = asFail(error, AS_INVALID_INPUT,
                    "'%s' is %s, which in canonical form is %s", name, text,
                    asTextString(&canonical));
  asTextFree(&canonical);
  cJSON_Delete(object);
  return status;
}

bool asJsonReadNumbers(const cJSON *array, AsText *numbers) {
  if (!cJSON_IsArray(array))
    return false;
  for (const cJSON *item = array->child; item; item = item->next) {
    if (!cJSON_IsNumber(item))
      return false;
    asTextAppend(numbers, (const char *)&item->valuedouble, sizeof(double));
  }
  return true;
}
