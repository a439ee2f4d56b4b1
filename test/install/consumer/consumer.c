//===- consumer.c - What a program outside as-opt may do
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Puts a record into a store of its own and reads it back, with nothing but the
// installed headers and library. The other headers are there to be compiled.
//
//===----------------------------------------------------------------------===//

#include <as/autoschedule.h>
#include <as/passes.h>
#include <as/record.h>
#include <stdio.h>

static AsStatus printRecord(const AsRecord *record, void *context,
                            AsError *error) {
  (void)context, (void)error;
  printf("%s %s %s\n", record->task, record->point,
         asOutcomeName(record->outcome));
  return AS_OK;
}

int main(void) {
  AsError error = {0};
  AsStore *store = NULL;
  const double times[] = {0.5};
  const AsRecord record = {.task = "0123456789abcdef0123456789abcdef",
                           .target = "cpu:any:t1",
                           .compiler = "LLVM 22",
                           .sketch = "tile",
                           .sketchVersion = "fedcba9876543210fedcba9876543210",
                           .point = "{\"tile\":8}",
                           .outcome = AS_OUTCOME_OK,
                           .times = times,
                           .numTimes = 1};
  const AsRecordQuery all = {0};
  if (asStoreOpen(":memory:", &store, &error) != AS_OK ||
      asStorePut(store, &record, &error) != AS_OK ||
      asStoreVisit(store, &all, printRecord, NULL, &error) != AS_OK)
    fprintf(stderr, "%s\n", error.message);
  asStoreClose(store);
  return error.status;
}
