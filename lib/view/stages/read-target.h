//===- read-target.h - A target of the store
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The thing of a target has what rules depend on (docs/records.md), so that the
// sketches of a task can be derived as they were on the machine that tuned it:
//
//   {"key":"cpu:znver4:t8","threads":8,"vectorBytes":64,"vectorRegisters":32,...}
//
//===----------------------------------------------------------------------===//

#ifndef AS_VIEW_READ_TARGET_H
#define AS_VIEW_READ_TARGET_H

#include "record/canonical-json.h"
#include "target/target.h"

/// Reads what rules of sketches depend on. `gpu` has room for what `target`
/// refers to; texts are borrowed from `data`. False where that is not there.
bool asViewReadTarget(const cJSON *data, AsTarget *target, AsGpu *gpu);

#endif // AS_VIEW_READ_TARGET_H
