//===- emission.h - What a run hands back
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The form that --emit asks for, of what a run has found.
//
//===----------------------------------------------------------------------===//

#ifndef AS_DRIVER_OUTPUT_EMISSION_H
#define AS_DRIVER_OUTPUT_EMISSION_H

#include "driver/run.h"

/// Whether the form that is asked for can be made: what can be told of it
/// before a search.
AsStatus asEmissionCheck(AsRun *run, AsError *error);

/// Makes the run's emission of what it has found. The run's module is scheduled
/// and lowered as far as that takes.
AsStatus asEmissionMake(AsRun *run, AsError *error);

/// Applies `script`, a module of schedules, to the run's module; *applied is to
/// how many functions. `name` is what messages call it.
AsStatus asEmissionApply(AsRun *run, const AsText *script, const char *name,
                         int *applied, AsError *error);

/// The module becomes what is handed back, as bytecode.
void asEmissionGive(AsEmission *emission, MlirModule module);

#endif // AS_DRIVER_OUTPUT_EMISSION_H
