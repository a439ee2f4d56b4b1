//===- fold-transposes.h - Recognise transposes and broadcasts
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tells operations that only move elements from those that compute.
//
//===----------------------------------------------------------------------===//

#ifndef AS_GRAPH_LAYOUT_FOLD_TRANSPOSES_H
#define AS_GRAPH_LAYOUT_FOLD_TRANSPOSES_H

#include "ir/ir.h"

/// Whether the operation is a transpose or a broadcast, or both, as a named
/// operation or a linalg.generic: it yields its input, each loop indexes the
/// result, and each index of the input is a loop.
bool asIsTransposeOrBroadcast(MlirOperation op);

#endif // AS_GRAPH_LAYOUT_FOLD_TRANSPOSES_H
