//===- c-header.c - What was compiled, for C
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names in MLIR may be anything; in C they become identifiers, tied to the
// symbol by an assembler label where the two differ. All have a prefix: a
// function may be called main, or like a keyword.
//
//===----------------------------------------------------------------------===//

#include "driver/output/c-header.h"
#include "as/version.h"
#include "driver/output/sequence-file.h"
#include "graph/sizes/size-symbols.h"
#include "ir/invariant-values.h"
#include "lowering/argument-accesses.h"
#include "lowering/lower.h"
#include "support/entry-symbols.h"
#include <ctype.h>
#include <inttypes.h>
#include <limits.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Names and buffers
//===----------------------------------------------------------------------===//

const char *asHeaderType(AsElement element) {
  // f16 and bf16 have no type in C that every compiler knows.
  static const char *const types[] = {
      [AS_ELEMENT_F32] = "float",    [AS_ELEMENT_F64] = "double",
      [AS_ELEMENT_F16] = "uint16_t", [AS_ELEMENT_BF16] = "uint16_t",
      [AS_ELEMENT_I1] = "uint8_t",   [AS_ELEMENT_I8] = "int8_t",
      [AS_ELEMENT_I16] = "int16_t",  [AS_ELEMENT_I32] = "int32_t",
      [AS_ELEMENT_I64] = "int64_t",  [AS_ELEMENT_INDEX] = "int64_t"};
  return types[element];
}

void asHeaderAppendIdentifier(const char *name, bool isUpper, AsText *text) {
  if (isdigit((unsigned char)*name))
    asTextAppendString(text, "_");
  for (; *name; name++) {
    int letter = isalnum((unsigned char)*name) ? *name : '_';
    asTextFormat(text, "%c", isUpper ? toupper(letter) : letter);
  }
}

void asHeaderAppendQuoted(const char *name, AsText *text) {
  for (; *name; name++)
    if (iscntrl((unsigned char)*name))
      asTextFormat(text, "\\%03o", (unsigned)*name);
    else
      asTextFormat(text, *name == '"' || *name == '\\' ? "\\%c" : "%c", *name);
}

void asHeaderAppendBuffer(const AsSignature *signature, int buffer,
                          AsText *text) {
  bool isArgument = buffer < signature->numArguments;
  asTextFormat(text, "%s%d", isArgument ? "argument" : "result",
               isArgument ? buffer : buffer - signature->numArguments);
}

/// A function of a lowered module, with its name and its signature as texts.
/// With dynamic dimensions, `op` is the one that the entry point calls.
typedef struct Function {
  MlirModule module;
  MlirOperation op;
  const char *name, *types;
} Function;

/// What need not be there when the function is called. The entry point itself
/// reads scalars.
static void appendUnread(const Function *function, const AsSignature *signature,
                         int buffer, AsText *text) {
  if (buffer >= signature->numArguments ||
      asSignatureIsScalar(signature, buffer) ||
      asAccessesArgument(function->module, function->op, buffer))
    return;
  AsText load = {0};
  asTextFormat(&load, AS_LOAD_PREFIX "%s", function->name);
  if (asIrArgumentIsConstant(function->op, buffer) &&
      !mlirOperationIsNull(asIrLookUp(function->module, load.data)))
    asTextFormat(text, ", read by %s alone", load.data);
  else
    asTextAppendString(text, ", not read");
  asTextFree(&load);
}

static bool isDynamic(const AsShape *shape) {
  bool is = false;
  for (int r = 0; r < shape->rank; r++)
    is |= shape->dynamic[r] != NULL;
  return is;
}

/// What there is to know of each buffer: its shape as a comment, its number of
/// elements as a constant. `function` is NULL for a kernel.
static void appendBuffers(const Function *function,
                          const AsSignature *signature, const char *identifier,
                          AsText *text) {
  for (int b = 0; b < signature->numBuffers; b++) {
    AsText name = {0}, shape = {0};
    asHeaderAppendBuffer(signature, b, &name);
    asShapeFormat(&signature->shapes[b],
                  asElementName(signature->buffers[b].element), &shape);
    asTextFormat(text, "/* %s: %s", name.data, shape.data);
    if (function)
      appendUnread(function, signature, b, text);
    asTextAppendString(text, " */\n");
    if (!isDynamic(&signature->shapes[b]) &&
        signature->buffers[b].count <= INT_MAX)
      asTextFormat(text, "enum { %s_%s_count = %" PRId64 " };\n", identifier,
                   name.data, signature->buffers[b].count);
    asTextFree(&name);
    asTextFree(&shape);
  }
}

void asHeaderAppendBuffers(const AsSignature *signature, const char *identifier,
                           AsText *text) {
  appendBuffers(NULL, signature, identifier, text);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// Whether the caller's array or scalar stays as it is. The entry point reads
/// scalars, which the function has by value.
static bool isInput(const Function *function, const AsSignature *signature,
                    int buffer) {
  return buffer < signature->numArguments &&
         (asSignatureIsScalar(signature, buffer) ||
          !asWritesArgument(function->module, function->op, buffer));
}

/// An array of sizes, which is not empty for compilers that want that.
static void appendSizes(const AsSignature *signature, AsText *text) {
  asTextAppendString(text, "  const int64_t sizes[] = {");
  for (int s = 0; s < signature->numSymbols; s++)
    asTextFormat(text, "%ssize_%s", s ? ", " : "", signature->symbols[s]);
  asTextFormat(text, "%s};\n", signature->numSymbols ? "" : "0");
}

/// The array of buffers has no const, and a cast that takes it away would be
/// one that compilers warn of.
static void appendCall(const Function *function, const AsSignature *signature,
                       const char *identifier, AsText *text) {
  bool isSized = signature->isSized;
  asTextFormat(text, "static inline %s as_call_%s(", isSized ? "int" : "void",
               identifier);
  for (int s = 0; s < signature->numSymbols; s++)
    asTextFormat(text, "%sint64_t size_%s", s ? ", " : "",
                 signature->symbols[s]);
  for (int b = 0; b < signature->numBuffers; b++) {
    asTextFormat(text, "%s%s%s *", b || signature->numSymbols ? ", " : "",
                 isInput(function, signature, b) ? "const " : "",
                 asHeaderType(signature->buffers[b].element));
    asHeaderAppendBuffer(signature, b, text);
  }
  asTextFormat(text, "%s) {\n  void *buffers[] = {",
               signature->numBuffers ? "" : "void");
  for (int b = 0; b < signature->numBuffers; b++) {
    asTextFormat(text, "%s%s", b ? ", " : "",
                 isInput(function, signature, b) ? "(void *)(uintptr_t)" : "");
    asHeaderAppendBuffer(signature, b, text);
  }
  asTextFormat(text, "%s};\n", signature->numBuffers ? "" : "0");
  if (isSized)
    appendSizes(signature, text);
  asTextFormat(text, "  %s" AS_ENTRY_PREFIX "%s(buffers%s);\n}\n\n",
               isSized ? "return " : "", identifier, isSized ? ", sizes" : "");
}

/// Ties the identifier to the symbol, and ends the declaration.
static void appendLabel(const char *prefix, const char *name,
                        const char *identifier, AsText *text) {
  if (strcmp(identifier, name) != 0) {
    asTextFormat(text, " __asm__(\"%s", prefix);
    asHeaderAppendQuoted(name, text);
    asTextAppendString(text, "\")");
  }
  asTextAppendString(text, ";\n");
}

/// What there is to do before the first call.
static void appendBefore(const char *name, const char *identifier,
                         AsText *text) {
  if (asEntryName(name, AS_LOAD_PREFIX)) {
    asTextFormat(text,
                 "/* To be called once, before %s: computes what depends on "
                 "its\n   constant arguments alone. */\n",
                 identifier + strlen(AS_LOAD_PREFIX));
    return;
  }
  asTextFormat(text,
               "/* What this CPU lacks for %s, such as \"avx512f, "
               "avx512bw\"; NULL if\n   nothing. A call ends the program "
               "otherwise. */\nconst char *" AS_MISSING_PREFIX "%s(void)",
               identifier, identifier);
  appendLabel(AS_MISSING_PREFIX, name, identifier, text);
}

/// What the numbers of `in` and `out` are.
static void appendMeaning(const AsSignature *signature, AsText *text) {
  for (int s = 0; s < signature->numSymbols; s++)
    asTextFormat(text, " *   in[%d]: %s\n", s, signature->symbols[s]);
  int next = 0;
  for (int b = signature->numArguments; b < signature->numBuffers; b++) {
    const AsShape *shape = &signature->shapes[b];
    for (int r = 0; r < shape->rank; r++) {
      if (!shape->dynamic[r])
        continue;
      asTextFormat(text, " *   out[%d]: dimension %d of ", next++, r);
      asHeaderAppendBuffer(signature, b, text);
      asTextFormat(text, ", %s\n", shape->dynamic[r]);
    }
  }
}

static void appendSizesFunction(const char *name, const char *identifier,
                                const AsSignature *signature, AsText *text) {
  asTextAppendString(text, "/* Checks sizes, and computes those of results:\n");
  appendMeaning(signature, text);
  asTextFormat(
      text,
      " * Returns 0; %d if a size is negative or an array is too "
      "large; %d if the\n * sizes do not go together. Nothing is written "
      "then. A call with such sizes\n * returns the same; %d if an array "
      "between operations is too large, %d if there\n * is no memory for "
      "these. It touches no array then. */\n"
      "int " AS_SIZES_PREFIX "%s(const int64_t *in, int64_t *out)",
      AS_SIZES_REFUSED, AS_SIZES_DISAGREE, AS_SIZES_REFUSED, AS_SIZES_NO_MEMORY,
      identifier);
  appendLabel(AS_SIZES_PREFIX, name, identifier, text);
}

static AsStatus appendFunction(const Function *function, AsText *text,
                               AsError *error) {
  const char *name = function->name;
  AsArena arena = {0};
  AsSignature signature;
  AsStatus status =
      asSignatureParseSized(function->types, &arena, &signature, error);
  if (!status) {
    AsText identifier = {0};
    asHeaderAppendIdentifier(name, false, &identifier);
    appendBuffers(function, &signature, identifier.data, text);
    appendBefore(name, identifier.data, text);
    if (signature.isSized)
      appendSizesFunction(name, identifier.data, &signature, text);
    asTextFormat(text, "%s " AS_ENTRY_PREFIX "%s(void **buffers%s)",
                 signature.isSized ? "int" : "void", identifier.data,
                 signature.isSized ? ", const int64_t *sizes" : "");
    appendLabel(AS_ENTRY_PREFIX, name, identifier.data, text);
    appendCall(function, &signature, identifier.data, text);
    asTextFree(&identifier);
  }
  asArenaDestroy(&arena);
  return status;
}

static void leaveOut(MlirOperation op, const char *name, const char *why,
                     AsRun *run, AsText *text) {
  asTextAppendString(text, "/* Not here: ");
  asHeaderAppendIdentifier(name, false, text);
  asTextAppendString(text, ". C cannot call it with its types. */\n\n");
  asRemarkOnFunction(op, "is left out of the header", why, AS_SEVERITY_REMARK,
                     run->emission);
}

/// The function that the entry point calls.
static MlirOperation calledOf(MlirModule module, MlirOperation op,
                              const char *name) {
  if (!asSymbolsGet(op, &(AsSymbols){0}))
    return op;
  AsText sized = {0};
  asTextFormat(&sized, AS_SIZED_PREFIX "%s", name);
  MlirOperation found = asIrLookUp(module, sized.data);
  asTextFree(&sized);
  return mlirOperationIsNull(found) ? op : found;
}

/// Leaves out a function whose types C does not have.
static void appendIfCallable(MlirOperation op, const char *name,
                             const char *types, AsRun *run, AsText *text) {
  Function function = {run->module, calledOf(run->module, op, name), name,
                       types};
  AsError why = {0};
  if (appendFunction(&function, text, &why))
    leaveOut(op, name, why.message, run, text);
}

static void appendFunctions(AsRun *run, AsText *text) {
  AsText name = {0}, types = {0}, why = {0};
  for (MlirOperation op =
           mlirBlockGetFirstOperation(mlirModuleGetBody(run->module));
       !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (!asIrIsNamed(op, "llvm.func") ||
        !asIrStringAttribute(op, "sym_name", &name) ||
        mlirBlockIsNull(asIrBody(op)))
      continue;
    else if (asIrStringAttribute(op, AS_SIGNATURE_ATTRIBUTE, &types))
      appendIfCallable(op, name.data, types.data, run, text);
    else if (asIrStringAttribute(op, AS_NO_ENTRY_ATTRIBUTE, &why))
      leaveOut(op, name.data, why.data, run, text);
  asTextFree(&why);
  asTextFree(&name);
  asTextFree(&types);
}

//===----------------------------------------------------------------------===//
// The whole
//===----------------------------------------------------------------------===//

static const char ofFunctions[] =
    " * Arrays are dense and row-major. All memory is the caller's, that of\n"
    " * results as well, and must not overlap; a scalar is passed by its\n"
    " * address. f16 and bf16 are passed as their bits. For an argument that "
    "is\n"
    " * not read, or read by another function alone, NULL will do.\n"
    " */\n";
static const char ofKernels[] =
    " * For the PTX that was made with it, which cuModuleLoad or\n"
    " * cuModuleLoadData makes a module of. Kernels called NAME_1, NAME_2, "
    "...\n"
    " * are parts of NAME, to be launched in this order; as_run_NAME does so\n"
    " * for a function.\n"
    " *\n"
    " * Arrays are dense, row-major, and in the memory of the device, all of "
    "it\n"
    " * the caller's, aligned to 16 bytes and without overlaps. Scalars are\n"
    " * passed by value, f16 and bf16 as their bits.\n"
    " */\n";

AsStatus asHeaderWrite(AsRun *run, const MlirModule *host, AsError *error) {
  const char *path = run->options->header;
  bool isGpu = run->target.gpu != NULL;
  const char *slash = strrchr(path, '/'), *file = slash ? slash + 1 : path;
  AsText text = {0}, guard = {0};
  asHeaderAppendIdentifier(file, true, &guard);
  asTextFormat(&text,
               "/* %s: made by as-opt " AS_VERSION ".\n *\n%s"
               "#ifndef %s\n#define %s\n\n%s#include <stdint.h>\n\n"
               "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n",
               file, isGpu ? ofKernels : ofFunctions, guard.data, guard.data,
               isGpu ? "#include <cuda.h>\n#include <stddef.h>\n" : "");
  AsStatus status = AS_OK;
  if (isGpu)
    status = asHeaderAppendKernels(run->module, &text, error);
  else
    appendFunctions(run, &text);
  if (!status && host)
    status = asSequencesAppendC(*host, &text, error);
  asTextFormat(&text, "#ifdef __cplusplus\n}\n#endif\n\n#endif /* %s */\n",
               guard.data);
  if (!status)
    status = asWriteFile(path, text.data, text.length, error);
  asTextFree(&guard);
  asTextFree(&text);
  return status;
}
