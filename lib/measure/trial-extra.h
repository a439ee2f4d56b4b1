//===- trial-extra.h - The extra field of a record
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_MEASURE_TRIAL_EXTRA_H
#define AS_MEASURE_TRIAL_EXTRA_H

#include "measure/runner.h"
#include "support/hash.h"
#include "support/text.h"

/// The version of the check whether an answer is right: of the reference and of
/// the tolerances. Raise it where a check called right answers wrong. What an
/// older one called wrong is then tried again.
#define AS_CHECK_VERSION 2

/// Writes a JSON object (docs/records.md): the version of the check, whether
/// the times are final, from measuring a trial beside its rivals, the hash of
/// the task that donated the point ("" for none), and the known telemetry of a
/// GPU.
void asExtraWrite(const AsRunnerResult *result, bool isFinal, const char *donor,
                  AsText *extra);

/// Whether the `extra` of a record, which may be NULL, is marked final.
bool asExtraIsFinal(const char *extra);

/// The version of the check that the `extra` of a record, which may be NULL,
/// names; 0 if it names none, as before there were versions.
int asExtraCheck(const char *extra);

/// The hash of the task that donated the point of the record whose `extra` this
/// is, or "" where that is not noted.
AsHashText asExtraDonor(const char *extra);

#endif // AS_MEASURE_TRIAL_EXTRA_H
