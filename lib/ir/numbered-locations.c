//===- numbered-locations.c - Follow operations through rewrites
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ir/numbered-locations.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/arena.h"
#include <stdlib.h>

#define NUMBER "as.operation"

/// The number that a location itself has; -1 if it has none.
static int64_t ownNumber(MlirLocation location) {
  if (!mlirLocationIsAFused(location))
    return -1;
  MlirAttribute metadata = mlirLocationFusedGetMetadata(location);
  if (mlirAttributeIsNull(metadata) || !mlirAttributeIsADictionary(metadata))
    return -1;
  MlirAttribute number =
      mlirDictionaryAttrGetElementByName(metadata, asIrString(NUMBER));
  return mlirAttributeIsNull(number) || !mlirAttributeIsAInteger(number)
             ? -1
             : mlirIntegerAttrGetValueInt(number);
}

/// The locations that a fused one consists of; to be freed.
static MlirLocation *membersOf(MlirLocation fused, intptr_t *count) {
  *count = mlirLocationFusedGetNumLocations(fused);
  MlirLocation *members = asAlloc(sizeof *members * (size_t)(*count + 1));
  mlirLocationFusedGetLocations(fused, members);
  return members;
}

void asIrVisitNumbers(MlirLocation location, AsIrNumberVisitor visit,
                      void *context) {
  int64_t number = ownNumber(location);
  if (number >= 0) {
    visit(number, context);
  } else if (mlirLocationIsAFused(location)) {
    intptr_t count;
    MlirLocation *members = membersOf(location, &count);
    for (intptr_t i = 0; i < count; i++)
      asIrVisitNumbers(members[i], visit, context);
    free(members);
  } else if (mlirLocationIsAName(location)) {
    asIrVisitNumbers(mlirLocationNameGetChildLoc(location), visit, context);
  } else if (mlirLocationIsACallSite(location)) {
    asIrVisitNumbers(mlirLocationCallSiteGetCallee(location), visit, context);
  }
}

static void note(int64_t number, void *found) { *(bool *)found = true; }

static bool hasNumbers(MlirLocation location) {
  bool found = false;
  asIrVisitNumbers(location, note, &found);
  return found;
}

MlirLocation asIrWithoutNumbers(MlirLocation location) {
  MlirContext context = mlirLocationGetContext(location);
  if (mlirLocationIsAFused(location)) {
    intptr_t count;
    MlirLocation *members = membersOf(location, &count);
    for (intptr_t i = 0; i < count; i++)
      members[i] = asIrWithoutNumbers(members[i]);
    bool isOurs = ownNumber(location) >= 0;
    location = isOurs && count == 1
                   ? members[0]
                   : mlirLocationFusedGet(
                         context, count, members,
                         isOurs ? mlirAttributeGetNull()
                                : mlirLocationFusedGetMetadata(location));
    free(members);
  } else if (mlirLocationIsAName(location)) {
    location = mlirLocationNameGet(
        context, mlirIdentifierStr(mlirLocationNameGetName(location)),
        asIrWithoutNumbers(mlirLocationNameGetChildLoc(location)));
  } else if (mlirLocationIsACallSite(location)) {
    location = mlirLocationCallSiteGet(
        asIrWithoutNumbers(mlirLocationCallSiteGetCallee(location)),
        asIrWithoutNumbers(mlirLocationCallSiteGetCaller(location)));
  }
  return location;
}

static MlirWalkResult addNumber(MlirOperation op, void *context) {
  MlirAttribute metadata = *(MlirAttribute *)context;
  MlirLocation location = mlirOperationGetLocation(op);
  if (!hasNumbers(location))
    mlirOperationSetLocation(op,
                             mlirLocationFusedGet(mlirOperationGetContext(op),
                                                  1, &location, metadata));
  return MlirWalkResultAdvance;
}

void asIrNumber(MlirOperation op, int64_t number) {
  MlirContext context = mlirOperationGetContext(op);
  MlirNamedAttribute member = mlirNamedAttributeGet(
      mlirIdentifierGet(context, asIrString(NUMBER)),
      mlirIntegerAttrGet(mlirIntegerTypeGet(context, 64), number));
  MlirAttribute metadata = mlirDictionaryAttrGet(context, 1, &member);
  mlirOperationWalk(op, addNumber, &metadata, MlirWalkPreOrder);
}

static MlirWalkResult removeNumbers(MlirOperation op, void *context) {
  MlirLocation location = mlirOperationGetLocation(op);
  if (hasNumbers(location))
    mlirOperationSetLocation(op, asIrWithoutNumbers(location));
  return MlirWalkResultAdvance;
}

void asIrRemoveNumbers(MlirOperation op) {
  mlirOperationWalk(op, removeNumbers, NULL, MlirWalkPreOrder);
}
