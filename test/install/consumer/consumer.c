//===- consumer.c - What a program outside as-opt may do
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Puts a record into a store of its own and reads it back, and sets an option,
// with nothing but the installed headers and library. The other headers are
// there to be compiled.
//
//===----------------------------------------------------------------------===//

#include <as/autoschedule.h>
#include <as/element.h>
#include <as/memory.h>
#include <as/passes.h>
#include <as/record.h>
#include <as/run.h>
#include <as/version.h>
#include <stdio.h>
#include <stdlib.h>

static AsStatus printRecord(const AsRecord *record, void *context,
                            AsError *error) {
  (void)context, (void)error;
  printf("%s %s %s %g\n", asRecordText(record, "task"),
         asRecordText(record, "point"), asOutcomeName(asRecordOutcome(record)),
         asRecordNumber(record, "seconds"));
  return AS_OK;
}

static AsStatus useStore(AsError *error) {
  AsStore *store = NULL;
  AsRecord *record = NULL;
  const AsRecordQuery all = {0};
  AsStatus status =
      asRecordParse("{\"task\":\"0123456789abcdef0123456789abcdef\","
                    "\"target\":\"cpu:any:t1\",\"compiler\":\"LLVM 22\","
                    "\"sketch\":\"tile\","
                    "\"sketchVersion\":\"fedcba9876543210fedcba9876543210\","
                    "\"point\":{\"tile\":8},\"outcome\":\"ok\","
                    "\"times\":[0.5],\"seconds\":0.5}",
                    &record, error);
  if (!status)
    status = asStoreOpen(":memory:", &store, error);
  if (!status)
    status = asStorePut(store, record, error);
  if (!status)
    status = asStoreVisit(store, &all, printRecord, NULL, error);
  asRecordDestroy(record);
  asStoreClose(store);
  return status;
}

static AsStatus useOptions(AsError *error) {
  AsOptions *options = asOptionsCreate();
  char *value = NULL;
  AsStatus status = asOptionsSet(options, "trials", "32", error);
  if (!status)
    status = asOptionsGet(options, "trials", &value, error);
  if (!status)
    printf("as-opt %s, %s trials\n", asVersion(), value);
  free(value);
  asOptionsDestroy(options);
  return status;
}

int main(void) {
  AsError error = {0};
  if (useOptions(&error) != AS_OK || useStore(&error) != AS_OK)
    fprintf(stderr, "%s\n", error.message);
  return error.status;
}
