//===- task-attribute.c - The description of a task on its function
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "task/task-attribute.h"
#include "dialect-bridge/bridge.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

static int byNumber(const void *left, const void *right) {
  int a = *(const int *)left, b = *(const int *)right;
  return (a > b) - (a < b);
}

/// Only the name of the file: the output must not depend on the folder.
static const char *baseName(MlirIdentifier path) {
  MlirStringRef text = mlirIdentifierStr(path); // Ends with a zero.
  const char *slash = strrchr(text.data, '/');
  return slash ? slash + 1 : text.data;
}

AsTaskPlace *asTaskPlaceOf(const MlirLocation *locations, int count,
                           AsArena *arena) {
  int numLines = 0, *lines = asAlloc(sizeof *lines * (size_t)(count + 1));
  MlirIdentifier file = {NULL};
  for (int i = 0; i < count; i++) {
    MlirLocation location = asBridgeFileLocation(locations[i]);
    if (mlirLocationIsNull(location) ||
        mlirLocationFileLineColRangeGetStartLine(location) <= 0)
      continue;
    MlirIdentifier own = mlirLocationFileLineColRangeGetFilename(location);
    if (!numLines)
      file = own;
    if (mlirIdentifierEqual(own, file))
      lines[numLines++] = mlirLocationFileLineColRangeGetStartLine(location);
  }
  AsTaskPlace *place = NULL;
  if (numLines) {
    qsort(lines, (size_t)numLines, sizeof *lines, byNumber);
    AsText text = {0};
    asTextFormat(&text, "%s:%d", baseName(file), lines[0]);
    for (int i = 1; i < numLines; i++)
      if (lines[i] != lines[i - 1])
        asTextFormat(&text, ",%d", lines[i]);
    place = asArenaAlloc(arena, sizeof *place);
    place->text = asArenaCopy(arena, text.data, text.length);
    asTextFree(&text);
  }
  free(lines);
  return place;
}

//===----------------------------------------------------------------------===//
// The attribute
//===----------------------------------------------------------------------===//

static MlirNamedAttribute named(MlirContext context, const char *name,
                                MlirAttribute attribute) {
  return mlirNamedAttributeGet(mlirIdentifierGet(context, asIrString(name)),
                               attribute);
}

static MlirAttribute placesAttribute(MlirContext context,
                                     const AsTaskPlace *places) {
  intptr_t count = 0;
  for (const AsTaskPlace *place = places; place; place = place->next)
    count++;
  MlirAttribute *texts = asAlloc(sizeof *texts * (size_t)(count + 1));
  count = 0;
  for (const AsTaskPlace *place = places; place; place = place->next)
    texts[count++] = mlirStringAttrGet(context, asIrString(place->text));
  MlirAttribute array = mlirArrayAttrGet(context, count, texts);
  free(texts);
  return array;
}

/// Shares are written in millionths.
#define ORIGIN_UNIT 1e6

static MlirAttribute originsAttribute(MlirContext context,
                                      const AsTaskOrigin *origins) {
  intptr_t count = 0;
  for (const AsTaskOrigin *origin = origins; origin; origin = origin->next)
    count += 2;
  int64_t *numbers = asAlloc(sizeof *numbers * (size_t)(count + 1));
  count = 0;
  for (const AsTaskOrigin *origin = origins; origin; origin = origin->next) {
    numbers[count++] = origin->operation;
    numbers[count++] = llround(ORIGIN_UNIT * origin->share);
  }
  MlirAttribute array = mlirDenseI64ArrayGet(context, count, numbers);
  free(numbers);
  return array;
}

static const AsTaskOrigin *readOrigins(MlirAttribute array, AsArena *arena) {
  const AsTaskOrigin *first = NULL, **end = &first;
  if (mlirAttributeIsNull(array) || !mlirAttributeIsADenseI64Array(array))
    return NULL;
  for (intptr_t i = 0; i + 1 < mlirDenseArrayGetNumElements(array); i += 2) {
    AsTaskOrigin *origin = asArenaAlloc(arena, sizeof *origin);
    origin->operation = mlirDenseI64ArrayGetElement(array, i);
    origin->share =
        (double)mlirDenseI64ArrayGetElement(array, i + 1) / ORIGIN_UNIT;
    *end = origin;
    end = (const AsTaskOrigin **)&origin->next;
  }
  return first;
}

void asTaskDescriptionSet(MlirOperation function,
                          const AsTaskDescription *description) {
  MlirContext context = mlirOperationGetContext(function);
  MlirType i64 = mlirIntegerTypeGet(context, 64);
  MlirNamedAttribute members[] = {
      named(context, "bytes",
            mlirIntegerAttrGet(i64, (int64_t)description->bytes)),
      named(context, "flops",
            mlirIntegerAttrGet(i64, (int64_t)description->flops)),
      named(context, "label",
            mlirStringAttrGet(context, asIrString(description->label))),
      named(context, "places", placesAttribute(context, description->places)),
      named(context, "operations",
            originsAttribute(context, description->origins)),
  };
  int count = sizeof members / sizeof *members - (description->origins == NULL);
  mlirOperationSetDiscardableAttributeByName(
      function, asIrString(AS_DESCRIPTION_ATTRIBUTE),
      mlirDictionaryAttrGet(context, count, members));
}

/// A number; 0 if somebody has edited it to something else.
static double number(MlirAttribute dictionary, const char *name) {
  MlirAttribute attribute =
      mlirDictionaryAttrGetElementByName(dictionary, asIrString(name));
  bool isNumber =
      !mlirAttributeIsNull(attribute) && mlirAttributeIsAInteger(attribute) &&
      mlirTypeIsAInteger(mlirAttributeGetType(attribute)) &&
      mlirIntegerTypeGetWidth(mlirAttributeGetType(attribute)) <= 64;
  return isNumber ? (double)mlirIntegerAttrGetValueInt(attribute) : 0;
}

static const char *string(MlirAttribute attribute, AsArena *arena) {
  if (mlirAttributeIsNull(attribute) || !mlirAttributeIsAString(attribute))
    return "";
  MlirStringRef text = mlirStringAttrGetValue(attribute);
  return asArenaCopy(arena, text.data, text.length);
}

bool asTaskDescriptionGet(MlirOperation function, AsArena *arena,
                          AsTaskDescription *description) {
  *description = (AsTaskDescription){0};
  MlirAttribute members = mlirOperationGetDiscardableAttributeByName(
      function, asIrString(AS_DESCRIPTION_ATTRIBUTE));
  if (mlirAttributeIsNull(members) || !mlirAttributeIsADictionary(members))
    return false;
  description->label = string(
      mlirDictionaryAttrGetElementByName(members, asIrString("label")), arena);
  description->origins = readOrigins(
      mlirDictionaryAttrGetElementByName(members, asIrString("operations")),
      arena);
  description->flops = number(members, "flops");
  description->bytes = number(members, "bytes");
  MlirAttribute places =
      mlirDictionaryAttrGetElementByName(members, asIrString("places"));
  if (mlirAttributeIsNull(places) || !mlirAttributeIsAArray(places))
    return true;
  const AsTaskPlace **end = &description->places;
  for (intptr_t i = 0; i < mlirArrayAttrGetNumElements(places); i++) {
    AsTaskPlace *place = asArenaAlloc(arena, sizeof *place);
    place->text = string(mlirArrayAttrGetElement(places, i), arena);
    *end = place;
    end = (const AsTaskPlace **)&place->next;
  }
  return true;
}
