//===- bridge.h - What the C APIs cannot reach
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C side of the only C++ in as-opt. Each function wraps one thing of MLIR
// or LLVM that its C API lacks, and decides nothing.
//
//===----------------------------------------------------------------------===//

#ifndef AS_BRIDGE_H
#define AS_BRIDGE_H

#include "mlir-c/IR.h"
#include "llvm-c/Types.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

//===----------------------------------------------------------------------===//
// Passes with options
//===----------------------------------------------------------------------===//

/// An option of a pass. MLIR keeps its value as text; the pass parses it.
typedef struct AsBridgeOption {
  const char *name, *value, *fallback, *help; ///< `value` as in name=<value>.
} AsBridgeOption;

/// A pass on operations of one name. Everything in it is borrowed for the life
/// of the process. `values` has the text of each option, in the order of
/// `options`, valid for the call.
typedef struct AsBridgePass {
  const char *anchor; ///< What it runs on: "builtin.module", "func.func".
  const char *argument, *description;
  const AsBridgeOption *options;
  size_t numOptions;
  void (*addDialects)(MlirDialectRegistry registry);
  /// Says whether the values make sense when a pipeline is parsed. If not, it
  /// writes why into `message`, which has room for `size` bytes.
  bool (*check)(const char *const *values, const void *context, char *message,
                size_t size);
  /// Runs; false after a failure that it has reported as a diagnostic.
  bool (*run)(MlirOperation op, const char *const *values, const void *context);
  const void *context;
} AsBridgePass;

/// Whether there is a pass called `argument`, of whatever origin.
bool asBridgeHasPass(const char *argument);

/// Registers `pass`, whose name must be new: MLIR aborts on a second one.
void asBridgeRegisterPass(const AsBridgePass *pass);

//===----------------------------------------------------------------------===//
// mlir-opt
//===----------------------------------------------------------------------===//

/// Makes an option that is parsed elsewhere known to LLVM's command line, which
/// then lists it in its help and suggests it for a misspelling. Does nothing
/// where LLVM has an option of that name. A flag has the `value` "". The
/// strings are borrowed for the life of the process.
void asBridgeDeclareOption(const char *name, const char *value,
                           const char *help);

/// What as-opt adds to mlir-opt.
typedef struct AsBridgeOptHooks {
  /// Whether the input can be read; reports it if not, which is a failure.
  bool (*checkInput)(const char *path);
  /// Called once, before operations of the input are parsed, when MLIR is ready
  /// to print diagnostics. `source` is valid for as long as `context`, and
  /// `name` is what its locations have. NULL where the input is to be split.
  void (*beforeOperations)(MlirContext context, const char *name,
                           MlirStringRef source);
} AsBridgeOptHooks;

/// mlir-opt with every upstream dialect, extension, pass and translation, and
/// the passes registered before. Returns the exit status; may also exit.
int asBridgeOptMain(int argc, char **argv, const char *toolName,
                    const AsBridgeOptHooks *hooks);

//===----------------------------------------------------------------------===//
// IR
//===----------------------------------------------------------------------===//

/// Parses a module as mlirModuleCreateParse does, but locations in text are in
/// the file `name`. Null after a failure, which is reported as a diagnostic.
MlirModule asBridgeParseModule(MlirContext context, MlirStringRef source,
                               const char *name);

/// Whether the registry has a dialect of that name.
bool asBridgeRegistryHas(MlirDialectRegistry registry, MlirStringRef dialect);

/// Makes all dialects that are registered with `from` known to `to`.
void asBridgeShareDialects(MlirContext from, MlirContext to);

/// The first place in a file that is, or is part of, `location`; null where
/// there is none.
MlirLocation asBridgeFileLocation(MlirLocation location);

/// The bytes of a dense_resource attribute of any element type; NULL where it
/// is none, or where the resource is not there. They live as long as the
/// context.
const void *asBridgeResourceBytes(MlirAttribute attribute, size_t *size);

/// mlirEmitError is all that the C API has of these.
void asBridgeEmitRemark(MlirLocation location, const char *message);
void asBridgeEmitWarning(MlirLocation location, const char *message);

typedef enum AsBridgeIterator {
  AS_ITERATOR_PARALLEL,
  AS_ITERATOR_REDUCTION,
} AsBridgeIterator;

/// The iterator types of a linalg op, named ones included: fills at most
/// `capacity` of `types` and returns how many loops there are, or -1 where `op`
/// is no linalg op.
int asBridgeIteratorTypes(MlirOperation op, AsBridgeIterator *types,
                          int capacity);

/// Whether one-shot bufferisation knows what the operation is on buffers.
bool asBridgeIsBufferizable(MlirOperation op);

typedef enum AsBridgeTransform {
  AS_TRANSFORM_APPLIED,
  AS_TRANSFORM_SILENCEABLE, ///< Did not apply; the payload is still valid.
  AS_TRANSFORM_DEFINITE,    ///< Failed half-way: throw the payload away.
} AsBridgeTransform;

/// Applies the transform.named_sequence `sequence`, with its checks on, to
/// `payload`. Both kinds of failure are also reported as diagnostics. What the
/// sequence includes must be in its own module.
AsBridgeTransform asBridgeApplyNamedSequence(MlirOperation payload,
                                             MlirOperation sequence);

/// Bytes that a value of the type takes in memory, with the layout of data that
/// the operation is in.
int64_t asBridgeTypeBytes(MlirOperation op, MlirType type);

/// Marks as transform.readonly what the sequences in `module` have marked as
/// transform.consumed but do not consume; every verification warns of those.
void asBridgeCorrectConsumedMarks(MlirOperation module);

/// Upstream's pass buffer-results-to-out-params with a filter, which its
/// options lack: functions of `module` that have the discardable attribute
/// `mark` take an argument in place of each memref that they return. `hoist`
/// lets an allocation that is returned be such an argument. False after a
/// failure that is reported as a diagnostic.
bool asBridgeResultsToArguments(MlirOperation module, const char *mark,
                                bool hoist);

//===----------------------------------------------------------------------===//
// Targets
//===----------------------------------------------------------------------===//

/// The names live as long as the process.
typedef void (*AsBridgeNameVisitor)(const char *name, void *context);

/// Visits every CPU, or every feature, that the back end for `triple` knows.
/// There are none where LLVM has no such back end or it is not initialised.
void asBridgeVisitCpus(const char *triple, AsBridgeNameVisitor visitor,
                       void *context);
void asBridgeVisitFeatures(const char *triple, AsBridgeNameVisitor visitor,
                           void *context);

/// Gives a global variable of LLVM IR the code model "large".
void asBridgeSetLarge(LLVMValueRef global);

/// Whether `cpu`, with the changes in `features` ("+avx2,-fma"), has `feature`.
/// LLVM must know all of them, or it complains on stderr.
bool asBridgeHasFeature(const char *triple, const char *cpu,
                        const char *features, const char *feature);

#ifdef __cplusplus
}
#endif

#endif // AS_BRIDGE_H
