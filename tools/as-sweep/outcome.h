//===- outcome.h - What came of tuning a combination
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// FOLDER/runs/ID/outcome.json, which is written when as-opt has ended by
// itself:
//
//   {"version": 1, "succeeded": true, "seconds": 12.5, "search": 0.1,
//    "train": 0, "build": 5.1, "measure": 9.8, "trials": 64, "errors": 0,
//    "message": ""}
//
//===----------------------------------------------------------------------===//

#ifndef AS_SWEEP_OUTCOME_H
#define AS_SWEEP_OUTCOME_H

#include "tools/as-sweep/combination.h"

/// Reads the outcome of an earlier call, if there is one.
void asSweepReadOutcome(AsArena *arena, const char *folder,
                        AsSweepCombination *combination);

/// Tunes the combination with as-opt, and writes and sets its outcome. That
/// as-opt fails is an outcome and no failure.
AsStatus asSweepTune(AsArena *arena, const char *folder,
                     AsSweepCombination *combination, AsError *error);

/// The first line of the file `log` that tells of an error, or else the last.
void asSweepFindMessage(const char *log, char *message, size_t size);

#endif // AS_SWEEP_OUTCOME_H
