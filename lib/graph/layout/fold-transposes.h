//===- fold-transposes.h - Operations that only move elements
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_GRAPH_LAYOUT_FOLD_TRANSPOSES_H
#define AS_GRAPH_LAYOUT_FOLD_TRANSPOSES_H

#include "ir/ir.h"

/// Whether the operation only moves elements, as a transpose or a broadcast
/// does: each loop is an index of the result, and an index of what is read is a
/// loop.
bool asIsTranspose(MlirOperation op);

#endif // AS_GRAPH_LAYOUT_FOLD_TRANSPOSES_H
