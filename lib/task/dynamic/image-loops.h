//===- image-loops.h - Networks for several images, one image at a time
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_DYNAMIC_IMAGE_LOOPS_H
#define AS_TASK_DYNAMIC_IMAGE_LOOPS_H

#include "as/error.h"
#include "ir/ir.h"

/// Replaces convolutions with static shapes, and what is between them, by loops
/// over the images where that saves memory traffic. Sets `*changed` if there
/// was something to replace.
AsStatus asSplitImages(MlirModule module, bool *changed, AsError *error);

#endif // AS_TASK_DYNAMIC_IMAGE_LOOPS_H
