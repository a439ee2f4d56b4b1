//===- kept-code.h - Final code that need not be made again
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Beside the objects of candidates a run keeps what it emits of the whole
// module: a second run that finds the same schedules in the store does not
// lower and compile the module again, which takes seconds for a large model.
//
//===----------------------------------------------------------------------===//

#ifndef AS_DRIVER_OUTPUT_KEPT_CODE_H
#define AS_DRIVER_OUTPUT_KEPT_CODE_H

#include "driver/run.h"

/// A place for what is made of one module by one schedule.
typedef struct AsKeptCode {
  bool isOpen; ///< False: nothing is kept, such as without a store.
  AsHash key;
  size_t numRemarks; ///< Of the run, before the code is made.
  double started;
} AsKeptCode;

/// The place for what the run will make of its module, which is not scheduled
/// yet, and `script`, its schedules. There is none if the run writes files of
/// the lowered module as well.
AsKeptCode asKeptCodeOpen(AsRun *run, const AsText *script);

/// Gets what is in it. False: it has to be made.
bool asKeptCodeGet(const AsRun *run, const AsKeptCode *kept, AsText *code);

/// Puts what was made. If there were remarks on the way, a later run has to
/// make them as well, so that nothing is kept.
void asKeptCodePut(AsRun *run, const AsKeptCode *kept, const AsText *code);

#endif // AS_DRIVER_OUTPUT_KEPT_CODE_H
