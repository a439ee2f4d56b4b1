//===- written-sizes.c - Sizes that functions say they are called with
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "task/dynamic/written-sizes.h"
#include "graph/sizes/size-symbols.h"
#include "mlir-c/BuiltinAttributes.h"
#include <string.h>

typedef struct Reading {
  AsArena *arena;
  AsSizeRanges *ranges;
  int numGiven; ///< By the option: the first of the ranges.
  AsStatus status;
  AsError *error;
} Reading;

/// Adds the range, unless the option is of its size.
static void addRange(Reading *reading, const AsSizeRange *range) {
  AsSizeRanges *ranges = reading->ranges;
  for (int r = 0; r < reading->numGiven; r++)
    if (asSizeRangeIsOf(&ranges->ranges[r], range->function, range->name))
      return;
  AsSizeRange *all =
      asArenaArray(reading->arena, AsSizeRange, ranges->count + 1);
  for (int r = 0; r < ranges->count; r++)
    all[r] = ranges->ranges[r];
  all[ranges->count++] = *range;
  ranges->ranges = all;
}

/// The strings of the attribute as the option has them: "n=1..8,16"; false if
/// it is no list of strings without commas.
static bool joinItems(MlirAttribute list, AsText *text) {
  bool isRight =
      mlirAttributeIsAArray(list) && mlirArrayAttrGetNumElements(list) > 0;
  for (intptr_t i = 0; isRight && i < mlirArrayAttrGetNumElements(list); i++) {
    MlirAttribute item = mlirArrayAttrGetElement(list, i);
    isRight = mlirAttributeIsAString(item);
    if (!isRight)
      break;
    MlirStringRef string = mlirStringAttrGetValue(item);
    isRight = string.length > 0 && !memchr(string.data, ',', string.length);
    asTextFormat(text, "%s%.*s", i ? "," : "", (int)string.length, string.data);
  }
  return isRight;
}

static bool readList(Reading *reading, MlirOperation function,
                     MlirAttribute list) {
  AsText text = {0}, name = {0};
  AsSizeRanges own = {0};
  AsError error = {0};
  bool isRight =
      joinItems(list, &text) &&
      !asSizeRangesRead(asTextString(&text), reading->arena, &own, &error);
  asIrStringAttribute(function, "sym_name", &name);
  for (int r = 0; r < own.count && isRight; r++) {
    isRight = own.ranges[r].function == NULL;
    own.ranges[r].function =
        asArenaFormat(reading->arena, "%s", asTextString(&name));
    own.ranges[r].isWritten = true;
  }
  for (int r = 0; r < own.count && isRight; r++)
    addRange(reading, &own.ranges[r]);
  asTextFree(&text);
  asTextFree(&name);
  return isRight;
}

static void readFunction(MlirOperation function, void *context) {
  Reading *reading = context;
  MlirAttribute list = mlirOperationGetDiscardableAttributeByName(
      function, asIrString(AS_SIZES_ATTRIBUTE));
  if (!reading->status && !mlirAttributeIsNull(list) &&
      !readList(reading, function, list))
    reading->status = asIrFailAt(
        function, AS_INVALID_INPUT,
        AS_SIZES_ATTRIBUTE
        ": expected a list of NAME=N, N or NAME=FIRST..LAST[:STEP][@WEIGHT], "
        "with numbers from 0 on; write for example [\"n=1..512\", \"64@2\"]",
        reading->error);
}

AsStatus asWrittenSizes(MlirModule module, AsArena *arena, AsSizeRanges *ranges,
                        AsError *error) {
  Reading reading = {.arena = arena,
                     .ranges = ranges,
                     .numGiven = ranges->count,
                     .error = error};
  asIrVisitAllFunctions(module, readFunction, &reading);
  return reading.status;
}
