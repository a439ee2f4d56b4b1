//===- ir.h - Small helpers over the MLIR C API
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What more than one library needs of MLIR: contexts with everything
// registered, parsing with the diagnostics kept, pass pipelines, printing,
// attributes.
//
//===----------------------------------------------------------------------===//

#ifndef AS_IR_IR_H
#define AS_IR_IR_H

#include "as/error.h"
#include "mlir-c/Diagnostics.h"
#include "mlir-c/IR.h"
#include "support/text.h"
#include <stdbool.h>

/// A new single-threaded context with all dialects, extensions, passes and
/// LLVM translations registered; destroy with mlirContextDestroy.
MlirContext asIrContextCreate(void);

/// Collects the diagnostics that a context emits while it is attached, as text
/// with file:line:col, so that they can become the message of an AsError
/// rather than noise on stderr.
typedef struct AsIrDiagnostics {
  MlirContext context;
  MlirDiagnosticHandlerID handler;
  AsText text; ///< One diagnostic a line; notes indented.
} AsIrDiagnostics;

void asIrDiagnosticsAttach(AsIrDiagnostics *diagnostics, MlirContext context);
void asIrDiagnosticsDetach(AsIrDiagnostics *diagnostics); ///< Also frees.

/// Fails with a message that says where `op` is, as MLIR writes it.
AsStatus asIrFailAt(MlirOperation op, AsStatus status, const char *message,
                    AsError *error);

/// The same, with the name of `op` in quotes before what is formatted:
/// "'linalg.pack' is ...".
AsStatus asIrFailNaming(MlirOperation op, AsStatus status, AsError *error,
                        const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/// Parses text or bytecode. `name` is the file in which messages and locations
/// say that it is; what is in none has its name in <>. The caller owns *module.
AsStatus asIrParse(MlirContext context, const char *data, size_t length,
                   const char *name, MlirModule *module, AsError *error);

/// Runs a textual pass pipeline, e.g. "builtin.module(canonicalize)", on `op`.
/// `verify` runs MLIR's verifier after each pass, at a third of the time.
AsStatus asIrRunPipeline(MlirOperation op, const char *pipeline, bool verify,
                         AsError *error);

/// Appends the textual form. `generic` prints without custom syntax.
void asIrPrint(MlirOperation op, AsText *text);
/// The same, with locations, so that what parses it reports the same places.
void asIrPrintWithLocations(MlirOperation op, AsText *text);
void asIrPrintAttribute(MlirAttribute attribute, AsText *text);
void asIrPrintType(MlirType type, AsText *text);
void asIrPrintLocation(MlirLocation location, AsText *text);
/// Appends the place in a file, as compilers write it: "f.mlir:3:4: ". Nothing
/// where the location has no line.
void asIrPrintPlace(MlirLocation location, AsText *text);
void asIrWriteBytecode(MlirOperation op, AsText *text);

static inline MlirStringRef asIrString(const char *text) {
  return mlirStringRefCreateFromCString(text);
}

/// Whether the operation's name is exactly `name` / starts with `prefix`.
bool asIrIsNamed(MlirOperation op, const char *name);
bool asIrHasPrefix(MlirOperation op, const char *prefix);

/// Whether it is exactly one of the names.
bool asIrIsOneOf(MlirOperation op, const char *const *names, size_t count);

/// Whether the operation, or one in its regions, has that name.
bool asIrContains(MlirOperation op, const char *name);

/// The attribute `name` of `op`; null where it has none.
static inline MlirAttribute asIrAttribute(MlirOperation op, const char *name) {
  return mlirOperationGetAttributeByName(op, asIrString(name));
}

/// The string in attribute `name` of `op`, copied into `text` (emptied first);
/// false where there is none.
bool asIrStringAttribute(MlirOperation op, const char *name, AsText *text);
void asIrSetStringAttribute(MlirOperation op, const char *name,
                            const char *value);

MlirBlock asIrBody(MlirOperation op); ///< First block of the first region.

/// Whether `value` is defined inside the regions of `op`.
bool asIrIsInside(MlirValue value, MlirOperation op);

/// Calls `visit` for each func.func directly in `module`.
typedef void (*AsIrFunctionVisitor)(MlirOperation function, void *context);
void asIrVisitFunctions(MlirModule module, AsIrFunctionVisitor visit,
                        void *context);

/// What a module calls `name`; null where there is no such thing.
MlirOperation asIrLookUp(MlirModule module, const char *name);

#endif // AS_IR_IR_H
