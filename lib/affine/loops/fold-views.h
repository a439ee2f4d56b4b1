//===- fold-views.h - Access arrays instead of views of them
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_LOOPS_FOLD_VIEWS_H
#define AS_AFFINE_LOOPS_FOLD_VIEWS_H

#include "ir/ir.h"

/// Lets loads and stores in the loops of the function access what memref.cast
/// and memref.subview of stride one show.
void asLoopsFoldViews(MlirOperation function);

#endif // AS_AFFINE_LOOPS_FOLD_VIEWS_H
