//===- origin.h - What the user wrote, in what as-opt makes of it
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A scheduled module has nothing of the user's operations but their places. So
// before anything is rewritten, the graph of the user's module becomes an
// attribute of it, a resource that MLIR prints at the end of a file, and each
// operation gets the number of its node (ir/numbered-locations.h). Extraction
// writes the numbers into the description of each task:
//
//   module attributes {as.origin = dense_resource<as_origin> : tensor<96xi8>}
//   func.func private @as_task_1(...) attributes {as.description = {
//       operations = array<i64: 3, 900000, 4, 100000>, ...}}
//
// says that 90 % of the task is what node 3 computes.
//
//===----------------------------------------------------------------------===//

#ifndef AS_ORIGIN_ORIGIN_H
#define AS_ORIGIN_ORIGIN_H

#include "ir/ir.h"
#include "origin/dataflow.h"

#define AS_ORIGIN_ATTRIBUTE "as.origin"

/// Marks a module; false if it has a mark.
bool asOriginMark(MlirModule module);

/// Takes the mark off. Numbers stay.
void asOriginUnmark(MlirModule module);

/// Reads the graph of a marked module. False where there is none, or it is
/// damaged. Free with asDataflowFree.
bool asOriginGet(MlirModule module, AsDataflow *graph);

#endif // AS_ORIGIN_ORIGIN_H
