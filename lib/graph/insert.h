//===- graph/insert.h - Operations made anew
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_GRAPH_INSERT_H
#define AS_GRAPH_INSERT_H

#include "ir/ir.h"

typedef struct AsGraphAttribute {
  const char *key; ///< NULL for no attribute.
  MlirAttribute value;
} AsGraphAttribute;

static const MlirRegion asGraphNoRegion = {NULL};

/// An operation of one result before `next`, at its location; up to two
/// attributes. Takes `region`, unless it is null.
MlirValue asGraphInsert(MlirOperation next, const char *name, MlirType type,
                        intptr_t numOperands, const MlirValue *operands,
                        const AsGraphAttribute attributes[2],
                        MlirRegion region);

/// A tensor of which nothing is read.
MlirValue asGraphInsertEmpty(MlirOperation next, MlirType type);

/// A tensor that has `scalar` everywhere.
MlirValue asGraphInsertFill(MlirOperation next, MlirValue scalar,
                            MlirType type);

#endif // AS_GRAPH_INSERT_H
