//===- store.c - The part that all stores share
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// No store ever sees a record or a thing that could not be read back: each is
// completed and checked here, before the implementation gets it.
//
//===----------------------------------------------------------------------===//

#include "record/store.h"
#include "record/record-fields.h"
#include "support/c-locale.h"
#include "support/memory-reserve.h"

AsStatus asStorePut(AsStore *store, const AsRecord *record, AsError *error) {
  locale_t before = asLocaleEnter();
  AsRecord complete = *record;
  AsStatus status = asRecordComplete(&complete, error);
  if (status == AS_OK)
    status = asMemoryCheck(error); // Its texts may be cut short.
  if (status == AS_OK)
    status = store->functions->put(store, &complete, error);
  asLocaleLeave(before);
  return status;
}

AsStatus asStoreVisit(AsStore *store, const AsRecordQuery *query,
                      AsRecordVisitor visitor, void *context, AsError *error) {
  locale_t before = asLocaleEnter();
  AsStatus status =
      store->functions->visit(store, query, visitor, context, error);
  asLocaleLeave(before);
  return status;
}

AsStatus asStorePutThing(AsStore *store, const AsThing *thing, AsError *error) {
  locale_t before = asLocaleEnter();
  AsThing complete = *thing;
  AsStatus status = asThingComplete(&complete, error);
  if (status == AS_OK)
    status = asMemoryCheck(error);
  if (status == AS_OK)
    status = store->functions->putThing(store, &complete, error);
  asLocaleLeave(before);
  return status;
}

AsStatus asStoreVisitThings(AsStore *store, const char *kind, const char *key,
                            AsThingVisitor visitor, void *context,
                            AsError *error) {
  locale_t before = asLocaleEnter();
  AsStatus status =
      store->functions->visitThings(store, kind, key, visitor, context, error);
  asLocaleLeave(before);
  return status;
}

AsStatus asStoreBegin(AsStore *store, AsError *error) {
  return store->functions->begin(store, error);
}

AsStatus asStoreEnd(AsStore *store, bool keeps, AsError *error) {
  return store->functions->end(store, keeps, error);
}

bool asStoreWasRestored(const AsStore *store) { return store->wasRestored; }

void asStoreClose(AsStore *store) {
  if (store)
    store->functions->close(store);
}
