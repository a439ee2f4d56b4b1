//===- apply-script.h - Apply Transform scripts
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A script is a module with a named sequence. Its knobs may still be open:
//
//   %size = transform.tune.knob<"tile"> options = [8, 16, 32] -> ...
//
// Choosing an option sets `selected` in place, so that one parsed script serves
// all candidates of a sketch.
//
//===----------------------------------------------------------------------===//

#ifndef AS_TRANSFORM_APPLY_SCRIPT_H
#define AS_TRANSFORM_APPLY_SCRIPT_H

#include "as/error.h"
#include "ir/ir.h"
#include "transform/knob-choice.h"

/// Sets every knob named choice->knob in `script`. AS_INVALID_INPUT if the
/// value is not one of its options, AS_NOT_FOUND if there is no such knob.
AsStatus asScriptChoose(MlirModule script, const AsKnobChoice *choice,
                        AsError *error);

/// Applies the named sequence `name` of `script`, or the first one if `name` is
/// NULL, to `payload`. AS_NOT_FOUND if there is no sequence of that name. After
/// a failure, MLIR's diagnostics are the message.
AsStatus asScriptApply(MlirOperation payload, MlirModule script,
                       const char *name, AsError *error);

/// The same for a script as text; messages call it `name`.
AsStatus asScriptApplyText(MlirModule payload, const char *script,
                           size_t length, const char *name, AsError *error);

/// The same for the body of a sequence whose payload is %m.
AsStatus asScriptApplyLines(MlirModule payload, const char *lines,
                            const char *name, AsError *error);

/// Whether applying a script failed because the schedule of a nest in `payload`
/// breaks a dependence.
bool asScriptWasIllegal(MlirOperation payload);

#endif // AS_TRANSFORM_APPLY_SCRIPT_H
