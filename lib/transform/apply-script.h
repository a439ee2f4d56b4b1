//===- apply-script.h - Applying Transform scripts
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A script is a module with a named sequence, and knobs in it that may still be
// open. Choosing sets the knobs in place, so that one parsed script serves all
// candidates of a sketch.
//
//===----------------------------------------------------------------------===//

#ifndef AS_TRANSFORM_APPLY_SCRIPT_H
#define AS_TRANSFORM_APPLY_SCRIPT_H

#include "as/error.h"
#include "ir/ir.h"
#include "transform/knob-choice.h"

/// Sets every knob called choice->knob in `script`; AS_INVALID_INPUT where the
/// value is no option, AS_NOT_FOUND where there is no such knob.
AsStatus asScriptChoose(MlirModule script, const AsKnobChoice *choice,
                        AsError *error);

/// Applies the named sequence of `script` that is called `name`, or where that
/// is NULL the first one, to `payload`; AS_NOT_FOUND where none is called that.
/// The diagnostics of a failure are the message.
AsStatus asScriptApply(MlirOperation payload, MlirModule script,
                       const char *name, AsError *error);

/// The same for a script as text; `name` is what messages call it.
AsStatus asScriptApplyText(MlirModule payload, const char *script,
                           size_t length, const char *name, AsError *error);

/// The same for the lines between the first and the last of a sequence, whose
/// payload is %m.
AsStatus asScriptApplyLines(MlirModule payload, const char *lines,
                            const char *name, AsError *error);

/// Whether applying a script failed because a nest in `payload` was to get a
/// schedule that breaks a dependence.
bool asScriptWasIllegal(MlirOperation payload);

#endif // AS_TRANSFORM_APPLY_SCRIPT_H
