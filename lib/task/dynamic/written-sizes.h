//===- written-sizes.h - Sizes that functions say they are called with
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function may have, as the attribute that its arguments have for the names
// of sizes, what --sizes would say of them:
//
//   func.func @f(%x: tensor<?x768xf32> {as.sizes = ["batch"]}, ...)
//       attributes {as.sizes = ["batch=1..512", "256@0.5"]}
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_DYNAMIC_WRITTEN_SIZES_H
#define AS_TASK_DYNAMIC_WRITTEN_SIZES_H

#include "ir/ir.h"
#include "support/size-ranges.h"

/// Adds the ranges of all functions of the module, and of those in it, to
/// `ranges`, which are read, but for sizes that these are of. Everything is put
/// into `arena`. Fails at the function where the attribute is none.
AsStatus asWrittenSizes(MlirModule module, AsArena *arena, AsSizeRanges *ranges,
                        AsError *error);

#endif // AS_TASK_DYNAMIC_WRITTEN_SIZES_H
