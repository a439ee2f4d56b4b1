//===- ir.h - Helpers over the MLIR C API
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Contexts with all dialects registered, parsing, pass pipelines and printing,
// with diagnostics as messages of AsError; and queries of names, attributes and
// regions.
//
//===----------------------------------------------------------------------===//

#ifndef AS_IR_IR_H
#define AS_IR_IR_H

#include "as/error.h"
#include "ir/describe.h"
#include "mlir-c/Diagnostics.h"
#include "mlir-c/IR.h"
#include "support/text.h"
#include <stdbool.h>

/// A new single-threaded context with all dialects, extensions, passes and
/// LLVM translations of MLIR registered; destroy with mlirContextDestroy. It
/// takes operations of other dialects as they are written.
MlirContext asIrContextCreate(void);

/// Whether the dialect of the operation is not one of MLIR: as-opt does not
/// know what such an operation does.
bool asIrIsForeign(MlirOperation op);

/// The first such operation among `op` and those in its regions, or null.
MlirOperation asIrFindForeign(MlirOperation op);

/// Collects the diagnostics of a context as text with file:line:col while it is
/// attached, for the message of an AsError instead of stderr.
typedef struct AsIrDiagnostics {
  MlirContext context;
  MlirDiagnosticHandlerID handler;
  AsText text;        ///< One diagnostic a line; notes indented.
  AsIrSource *source; ///< Of which lines are printed; NULL after attaching.
} AsIrDiagnostics;

void asIrDiagnosticsAttach(AsIrDiagnostics *diagnostics, MlirContext context);
void asIrDiagnosticsDetach(AsIrDiagnostics *diagnostics); ///< Also frees.

/// Fails with `message` as MLIR prints it at the location of `op`.
AsStatus asIrFailAt(MlirOperation op, AsStatus status, const char *message,
                    AsError *error);

/// The same, with the name of `op` in quotes before the formatted message:
/// "'linalg.pack' is ...".
AsStatus asIrFailNaming(MlirOperation op, AsStatus status, AsError *error,
                        const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/// Parses text or bytecode. `name` is the file name in messages and locations;
/// use <name> for text that is not in a file. The caller owns *module.
AsStatus asIrParse(MlirContext context, const char *data, size_t length,
                   const char *name, MlirModule *module, AsError *error);

/// Runs a textual pass pipeline, e.g. "builtin.module(canonicalize)", on `op`.
/// `verify` runs MLIR's verifier after each pass, which adds about a third to
/// the time.
AsStatus asIrRunPipeline(MlirOperation op, const char *pipeline, bool verify,
                         AsError *error);

/// Appends the textual form.
void asIrPrint(MlirOperation op, AsText *text);
/// The same with locations, so that the parsed text reports the original
/// places.
void asIrPrintWithLocations(MlirOperation op, AsText *text);
void asIrPrintAttribute(MlirAttribute attribute, AsText *text);
void asIrPrintType(MlirType type, AsText *text);
void asIrPrintLocation(MlirLocation location, AsText *text);
/// Appends the place in a file as compilers write it, "f.mlir:3:4: ". Appends
/// nothing if the location has no line.
void asIrPrintPlace(MlirLocation location, AsText *text);
void asIrWriteBytecode(MlirOperation op, AsText *text);

static inline MlirStringRef asIrString(const char *text) {
  return mlirStringRefCreateFromCString(text);
}

/// Whether the operation's name is exactly `name` / starts with `prefix`.
bool asIrIsNamed(MlirOperation op, const char *name);
bool asIrHasPrefix(MlirOperation op, const char *prefix);

/// Whether the operation's name is exactly one of the names.
bool asIrIsOneOf(MlirOperation op, const char *const *names, size_t count);

/// Whether the operation or one in its regions has that name.
bool asIrContains(MlirOperation op, const char *name);

/// The attribute `name` of `op`; null where it has none.
static inline MlirAttribute asIrAttribute(MlirOperation op, const char *name) {
  return mlirOperationGetAttributeByName(op, asIrString(name));
}

/// Whether a vector.transfer_read or transfer_write has all of its vector
/// within the tensor or memref.
bool asIrIsInBounds(MlirOperation transfer);

/// Whether the flags of an operation on floats allow infinities.
bool asIrMayBeInfinite(MlirOperation op);

/// Copies the string attribute `name` of `op` into `text`, which is emptied
/// first. False if there is none.
bool asIrStringAttribute(MlirOperation op, const char *name, AsText *text);
void asIrSetStringAttribute(MlirOperation op, const char *name,
                            const char *value);

MlirBlock asIrBody(MlirOperation op); ///< The first block of the first region.

/// Whether `value` is defined inside the regions of `op`.
bool asIrIsInside(MlirValue value, MlirOperation op);

/// Calls `visit` for each func.func directly in `module`.
typedef void (*AsIrFunctionVisitor)(MlirOperation function, void *context);
void asIrVisitFunctions(MlirModule module, AsIrFunctionVisitor visit,
                        void *context);

/// Calls `visit` for each builtin.module directly in `module`, in those, and so
/// on, inner ones first, then for `module` itself.
typedef void (*AsIrModuleVisitor)(MlirModule module, void *context);
void asIrVisitModules(MlirModule module, AsIrModuleVisitor visit,
                      void *context);

/// Calls `visit` for each func.func directly in any of those modules.
void asIrVisitAllFunctions(MlirModule module, AsIrFunctionVisitor visit,
                           void *context);

/// The operation with the symbol `name`; null if there is none.
MlirOperation asIrLookUp(MlirModule module, const char *name);

/// The operation that an attribute of `op` refers to by a symbol, such as the
/// callee of a call; null if there is none.
MlirOperation asIrReferenced(MlirModule module, MlirOperation op,
                             const char *attribute);

#endif // AS_IR_IR_H
