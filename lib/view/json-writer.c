//===- json-writer.c - Writing JSON, entry by entry
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "view/json-writer.h"
#include <math.h>
#include <stdio.h>

void asJsonRounded(AsText *text, double number, int digits) {
  char written[32];
  if (!isfinite(number)) {
    asTextAppendString(text, "null");
    return;
  }
  snprintf(written, sizeof written, "%.*g", digits, number);
  asTextAppendString(text, written);
}

void asJsonAppendReal(AsText *text, double number) {
  asJsonRounded(text, number, 6);
}

void asJsonKey(AsText *text, const char *key) {
  char last = text->length ? text->data[text->length - 1] : '{';
  if (last != '{')
    asTextAppendString(text, ",");
  asJsonAppendString(text, key);
  asTextAppendString(text, ":");
}

void asJsonString(AsText *text, const char *key, const char *value) {
  asJsonKey(text, key);
  asJsonAppendString(text, value);
}

void asJsonReal(AsText *text, const char *key, double number) {
  asJsonKey(text, key);
  asJsonAppendReal(text, number);
}

void asJsonInt(AsText *text, const char *key, int64_t number) {
  asJsonKey(text, key);
  asTextFormat(text, "%lld", (long long)number);
}

void asJsonBool(AsText *text, const char *key, bool value) {
  asJsonKey(text, key);
  asTextAppendString(text, value ? "true" : "false");
}

void asJsonValue(AsText *text, const char *key, const cJSON *value) {
  asJsonKey(text, key);
  if (value)
    asJsonAppendValue(text, value);
  else
    asTextAppendString(text, "null");
}
