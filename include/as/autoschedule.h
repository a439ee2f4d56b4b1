//===- autoschedule.h - Tuning a module
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The whole of as-opt as two functions from a module to a result. Both work on
// a private copy in a context of their own, so the caller's context needs no
// dialects beyond those of its module, and its module is never touched. What
// they return is text or bytes, for the caller to parse or to write.
//
//===----------------------------------------------------------------------===//

#ifndef AS_AUTOSCHEDULE_H
#define AS_AUTOSCHEDULE_H

#include "as/error.h"
#include "as/options.h"
#include "mlir-c/IR.h"
#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What a remark means for the result.
typedef enum AsSeverity {
  AS_SEVERITY_REMARK,  ///< An op was left as it is, and why.
  AS_SEVERITY_WARNING, ///< The result is less than what was asked for.
  AS_SEVERITY_ERROR,   ///< The result is there, but something beside it failed.
} AsSeverity;

/// Something the user should know about one place of the input, or about the
/// run; then the place is that of the module.
typedef struct AsRemark {
  AsSeverity severity; ///< How bad it is.
  char *location;      ///< Attribute text that MLIR parses: loc("f.mlir":3:4).
  char *message;       ///< One sentence, no trailing newline.
} AsRemark;

/// The result of a run. Start from `AsEmission emission = {0};` and free with
/// asEmissionDestroy, also after a failure.
typedef struct AsEmission {
  char *data;    ///< Owned; followed by a NUL that `length` does not count.
                 ///< NULL where the module stays as it is.
  size_t length; ///< Bytes.
  bool isModule; ///< `data` is an MLIR module, as text or bytecode; otherwise
                 ///< it is the bytes of the file that was asked for.
  AsRemark *remarks; ///< Owned: on the input, in its order; then on the run.
  size_t numRemarks; ///< How many `remarks` there are.
} AsEmission;

/// Frees what `emission` owns and zeroes it.
void asEmissionDestroy(AsEmission *emission);

/// Runs the phases up to the option "stop-after" on `module` and fills
/// `emission` with what the option "emit" asks for. Options of the program
/// as-opt alone have no effect here. The caller writes files: of "output", a
/// shared object gets its name (SONAME).
///
/// A search that runs out of time succeeds with the best so far. On failure
/// `error` says why and no data is emitted, but remarks may be. A report that
/// cannot be written once the search is over does not take the result with it:
/// that is a remark with AS_SEVERITY_ERROR.
///
/// Nothing is written to stdout or stderr, and signals are left to the program;
/// as/run.h has runs that tell how far they are and can be ended early. Threads
/// may call this at the same time; of their searches, which measure, one waits
/// for the other.
AsStatus asAutoschedule(MlirModule module, const AsOptions *options,
                        AsEmission *emission, AsError *error);

/// Applies the script in the file `scriptPath` ("-" is stdin), as emitted for
/// AS_EMIT_SCHEDULE, to those tasks of `module` that it has sequences for, at
/// least one, and emits the scheduled module. Nothing is searched or measured.
AsStatus asApplySchedule(MlirModule module, const char *scriptPath,
                         AsEmission *emission, AsError *error);

#ifdef __cplusplus
}
#endif

#endif // AS_AUTOSCHEDULE_H
