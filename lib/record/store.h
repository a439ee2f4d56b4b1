//===- store.h - What a store of records must do
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// AsStore is a struct that begins with a table of functions. An implementation
// (sqlite-store.c) puts this struct first in its own and fills the table in;
// all else in this library works through the public functions of as/record.h.
//
// A store serves one thread at a time; any number of processes may each open
// their own on the same file.
//
//===----------------------------------------------------------------------===//

#ifndef AS_RECORD_STORE_H
#define AS_RECORD_STORE_H

#include "record/record.h"
#include "record/thing.h"

/// The contracts are those of the functions in as/record.h and record/thing.h,
/// with this already seen to by the caller: `put` gets a record that passed
/// asRecordComplete, `putThing` a thing that passed asThingComplete, and
/// `close` never gets NULL.
typedef struct AsStoreFunctions {
  AsStatus (*put)(AsStore *store, const AsRecord *record, AsError *error);
  AsStatus (*visit)(AsStore *store, const AsRecordQuery *query,
                    AsRecordVisitor visitor, void *context, AsError *error);
  AsStatus (*putThing)(AsStore *store, const AsThing *thing, AsError *error);
  AsStatus (*visitThings)(AsStore *store, const char *kind, const char *key,
                          AsThingVisitor visitor, void *context,
                          AsError *error);
  AsStatus (*remove)(AsStore *store, const AsRecord *record, AsError *error);
  AsStatus (*removeThing)(AsStore *store, const char *kind, const char *key,
                          AsError *error);
  AsStatus (*begin)(AsStore *store, AsError *error);
  AsStatus (*end)(AsStore *store, bool keeps, AsError *error);
  void (*close)(AsStore *store);
} AsStoreFunctions;

struct AsStore {
  const AsStoreFunctions *functions;
  bool wasRestored; ///< See asStoreWasRestored.
};

/// Begins a transaction: until asStoreEnd, no other process puts anything into
/// the store. It may take some seconds until others have ended theirs.
AsStatus asStoreBegin(AsStore *store, AsError *error);

/// Ends it. What was put meanwhile is there as a whole, or not at all where
/// this fails or `keeps` is false; in the second case it does not fail.
AsStatus asStoreEnd(AsStore *store, bool keeps, AsError *error);

/// Whether what the store was kept in had gone, so that all of its records were
/// written again to where it is expected.
bool asStoreWasRestored(const AsStore *store);

#endif // AS_RECORD_STORE_H
