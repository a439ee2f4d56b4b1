//===- trial-extra.h - What a record says of a trial besides its fields
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_MEASURE_TRIAL_EXTRA_H
#define AS_MEASURE_TRIAL_EXTRA_H

#include "measure/runner.h"
#include "support/text.h"

/// Makes a JSON object (docs/records.md): whether the times are final, those
/// of a trial beside its rivals, and the telemetry of a GPU as far as it is
/// known.
void asExtraWrite(const AsRunnerResult *result, bool isFinal, AsText *extra);

/// Whether a record's `extra`, which may be NULL, says that it is final.
bool asExtraIsFinal(const char *extra);

#endif // AS_MEASURE_TRIAL_EXTRA_H
