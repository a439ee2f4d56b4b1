//===- references.h - Which things records refer to
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// To take some of the records of a store out of it, or away, what only they
// refer to has to go with them.
//
//===----------------------------------------------------------------------===//

#ifndef AS_RECORD_REFERENCES_H
#define AS_RECORD_REFERENCES_H

#include "record/store.h"
#include <stdio.h>

/// Whether a record is one of those to take.
typedef bool (*AsRecordChoice)(const AsRecord *record, void *context);

/// Removes the chosen records, and the things that only they referred to. A
/// process that is killed meanwhile leaves a sound store, in which some things
/// may be left over. *count is how many records there were.
AsStatus asStoreForget(AsStore *store, AsRecordChoice choice, void *context,
                       size_t *count, AsError *error);

/// Writes the chosen records, and the things that they refer to, as
/// asStoreExportJson writes all.
AsStatus asStoreExportChosen(AsStore *store, AsRecordChoice choice,
                             void *context, FILE *out, AsError *error);

#endif // AS_RECORD_REFERENCES_H
