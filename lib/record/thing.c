//===- thing.c - Things, and a thing as JSON
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A line of JSON has the hash of all that is in the thing, so that a line that
// was damaged or edited is found out. Bytes that are text stay readable.
//
//===----------------------------------------------------------------------===//

#include "record/thing.h"
#include <string.h>

static AsStatus checkName(const char *what, const char *name, AsError *error) {
  if (name && *name && asJsonIsText(name, strlen(name)))
    return AS_OK;
  return asFail(error, AS_INVALID_INPUT,
                "'%s' of a thing must be a text that is not empty", what);
}

AsStatus asThingComplete(AsThing *thing, AsError *error) {
  if (!thing->data)
    thing->data = "{}";
  if (!thing->bytes)
    thing->bytes = "";
  AsStatus status = checkName("kind", thing->kind, error);
  if (status == AS_OK)
    status = checkName("key", thing->key, error);
  if (status == AS_OK)
    status = asJsonCheckObject("data", thing->data, error);
  if (status == AS_OK && thing->size > AS_THING_MAX_BYTES)
    status = asFail(error, AS_INVALID_INPUT,
                    "%zu bytes are more than a thing may have: %d", thing->size,
                    AS_THING_MAX_BYTES);
  return status;
}

AsHash asThingHash(const AsThing *thing) {
  AsHash hash = asHashString(asHashStart(), thing->kind);
  hash = asHashString(hash, thing->key);
  hash = asHashString(hash, thing->data);
  return asHashBytes(hash, thing->bytes, thing->size);
}

//===----------------------------------------------------------------------===//
// Base 64 (RFC 4648), with padding
//===----------------------------------------------------------------------===//

static const char digits[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static void writeBase64(AsText *text, const unsigned char *bytes, size_t size) {
  for (size_t i = 0; i < size; i += 3) {
    size_t count = size - i < 3 ? size - i : 3;
    unsigned group = 0;
    for (size_t b = 0; b < 3; b++)
      group = group << 8 | (b < count ? bytes[i + b] : 0);
    char quad[5] = "====";
    for (size_t d = 0; d <= count; d++)
      quad[d] = digits[group >> (18 - 6 * d) & 63];
    asTextAppend(text, quad, 4);
  }
}

/// Reads four digits, of which up to two may be padding; false where they are
/// not what writeBase64 writes.
static bool readQuad(const char *quad, bool isLast, AsText *bytes) {
  size_t count = strcspn(quad, "=");
  count = count < 4 ? count : 4;
  if (count < 2 || (count < 4 && !isLast) ||
      strncmp(quad + count, "==", 4 - count) != 0)
    return false;
  unsigned group = 0;
  for (size_t d = 0; d < 4; d++) {
    const char *digit = d < count ? strchr(digits, quad[d]) : digits;
    if (!digit)
      return false;
    group = group << 6 | (unsigned)(digit - digits);
  }
  if (group & ((1U << (8 * (4 - count))) - 1)) // Bits of no byte.
    return false;
  const char three[] = {(char)(group >> 16), (char)(group >> 8), (char)group};
  asTextAppend(bytes, three, count - 1);
  return true;
}

static bool readBase64(const char *text, AsText *bytes) {
  size_t length = strlen(text);
  bool ok = length % 4 == 0;
  for (size_t i = 0; i < length && ok; i += 4)
    ok = readQuad(text + i, i + 4 == length, bytes);
  return ok;
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

bool asThingIsJson(const cJSON *object) {
  return cJSON_IsObject(object) &&
         cJSON_GetObjectItemCaseSensitive(object, "kind");
}

static void writeText(AsText *line, const AsThing *thing) {
  AsText text = {0}; // Ends with a NUL, which the bytes need not.
  asTextAppend(&text, thing->bytes, thing->size);
  asTextAppendString(line, ",\"text\":");
  asJsonAppendString(line, asTextString(&text));
  asTextFree(&text);
}

void asThingAppendJson(AsText *line, const AsThing *thing) {
  asTextAppendString(line, "{\"kind\":");
  asJsonAppendString(line, thing->kind);
  asTextAppendString(line, ",\"key\":");
  asJsonAppendString(line, thing->key);
  asTextFormat(line, ",\"hash\":\"%s\",\"data\":%s",
               asHashFormat(asThingHash(thing)).text, thing->data);
  if (asJsonIsText(thing->bytes, thing->size)) {
    writeText(line, thing);
  } else {
    asTextAppendString(line, ",\"base64\":\"");
    writeBase64(line, thing->bytes, thing->size);
    asTextAppendString(line, "\"");
  }
  asTextAppendString(line, "}");
}

typedef enum Key { KIND, KEY, HASH, DATA, TEXT, BASE64, NUM_KEYS } Key;

static const char *const keys[NUM_KEYS] = {"kind", "key",  "hash",
                                           "data", "text", "base64"};

/// Finds the value of each key that a thing may have.
static AsStatus findValues(const cJSON *object, const cJSON *values[NUM_KEYS],
                           AsError *error) {
  for (const cJSON *item = object->child; item; item = item->next) {
    int key = 0;
    while (key < NUM_KEYS && strcmp(keys[key], item->string) != 0)
      key++;
    if (key == NUM_KEYS)
      return asFail(error, AS_INVALID_INPUT, "a thing has no '%s'",
                    item->string);
    if (values[key])
      return asFail(error, AS_INVALID_INPUT, "'%s' occurs twice", keys[key]);
    if (key == DATA ? !cJSON_IsObject(item) : !cJSON_IsString(item))
      return asFail(error, AS_INVALID_INPUT, "'%s' must be %s", keys[key],
                    key == DATA ? "an object" : "a string");
    values[key] = item;
  }
  for (int key = KIND; key <= DATA; key++)
    if (!values[key])
      return asFail(error, AS_INVALID_INPUT, "'%s' of a thing is missing",
                    keys[key]);
  if (!values[TEXT] == !values[BASE64])
    return asFail(error, AS_INVALID_INPUT,
                  "a thing must have either 'text' or 'base64'");
  return AS_OK;
}

AsStatus asThingReadJson(AsThingReading *reading, const cJSON *object,
                         AsError *error) {
  const cJSON *values[NUM_KEYS] = {NULL};
  AsStatus status = findValues(object, values, error);
  if (status)
    return status;
  asTextClear(&reading->data);
  asTextClear(&reading->bytes);
  asJsonAppendValue(&reading->data, values[DATA]);
  if (values[TEXT])
    asTextAppendString(&reading->bytes, values[TEXT]->valuestring);
  else if (!readBase64(values[BASE64]->valuestring, &reading->bytes))
    return asFail(error, AS_INVALID_INPUT, "'base64' is not base 64");
  reading->thing = (AsThing){
      values[KIND]->valuestring, values[KEY]->valuestring, reading->data.data,
      asTextString(&reading->bytes), reading->bytes.length};
  status = asThingComplete(&reading->thing, error);
  AsHashText hash = asHashFormat(asThingHash(&reading->thing));
  if (status == AS_OK && strcmp(hash.text, values[HASH]->valuestring) != 0)
    status = asFail(error, AS_INVALID_INPUT,
                    "'hash' is not that of the thing, %s: the line was "
                    "changed after it was exported",
                    hash.text);
  return status;
}

void asThingReadingFree(AsThingReading *reading) {
  asTextFree(&reading->data);
  asTextFree(&reading->bytes);
}
