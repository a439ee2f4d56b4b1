//===- keep-roofline.h - What a machine can do, for the pages of as-view
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_RUN_KEEP_ROOFLINE_H
#define AS_RUN_KEEP_ROOFLINE_H

#include "measure/roofline.h"

/// Fails where asRooflineKeep would: better before than after the runs.
AsStatus asRooflineCheckStore(const char *path, AsError *error);

/// Puts the roofline into a store as that of the target with the key `target`
/// (docs/records.md), where that has not been measured as higher before. `path`
/// names the store, and "none" is none. "" is the standard store, if it is
/// there and can be written.
AsStatus asRooflineKeep(const AsRoofline *roofline, const char *target,
                        const char *path, AsError *error);

#endif // AS_RUN_KEEP_ROOFLINE_H
