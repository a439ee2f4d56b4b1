//===- sized-text.c - The functions around one with dynamic dimensions
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See sized-functions.c.
//
//===----------------------------------------------------------------------===//

#include "graph/sizes/size-analysis.h"
#include "ir/memref.h"
#include "ir/tensor-builder.h"
#include "lowering/size-writer.h"
#include "lowering/sized-functions.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/entry-symbols.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/// Appends "@NAME", as MLIR writes it.
static void appendSymbol(const AsSizedFunction *function, const char *prefix,
                         AsText *text) {
  AsText name = {0};
  asTextFormat(&name, "%s%s", prefix, function->name);
  asIrPrintAttribute(
      mlirFlatSymbolRefAttrGet(mlirOperationGetContext(function->op),
                               asIrString(name.data)),
      text);
  asTextFree(&name);
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// What as_sizes_NAME is written with.
typedef struct Writer {
  const AsSizedFunction *function;
  AsSizeWriter sizes;
  int agrees; ///< The value that says that sizes go together.
} Writer;

static void readSymbols(Writer *writer) {
  intptr_t count = writer->function->symbols.count;
  for (intptr_t s = 0; s < count; s++)
    asTextFormat(writer->sizes.text,
                 "  %%i%d = arith.constant %d : index\n"
                 "  %%l%d = memref.load %%in[%%i%d] : memref<%dxi64>\n"
                 "  %%%d = arith.extsi %%l%d : i64 to i128\n",
                 (int)s, (int)s, (int)s, (int)s, (int)count, (int)s, (int)s);
  asSizeWriterStart(&writer->sizes, (int)count);
  writer->agrees = writer->sizes.fits;
}

/// Requires that an argument or result fits in memory.
static void checkBuffer(Writer *writer, intptr_t value) {
  MlirType type = asSizedType(writer->function, value);
  MlirAffineExpr dims[AS_MOST_DIMENSIONS];
  intptr_t rank = mlirShapedTypeGetRank(type);
  for (intptr_t d = 0; d < rank; d++)
    dims[d] = asSizedDim(writer->function, value, d);
  asSizeWriterBytes(&writer->sizes,
                    asIrElementBytes(mlirShapedTypeGetElementType(type)), rank,
                    dims);
}

static void checkAll(Writer *writer) {
  const AsSizedFunction *function = writer->function;
  for (intptr_t v = 0; v < function->numInputs + function->numResults; v++)
    if (asIsRanked(asSizedType(function, v)))
      checkBuffer(writer, v);
  MlirAffineMap zeros = function->symbols.zeros;
  for (intptr_t z = 0; z < mlirAffineMapGetNumResults(zeros); z++)
    asSizeWriterRequire(
        &writer->sizes, &writer->agrees, "eq",
        asSizeWriterEvaluate(&writer->sizes, mlirAffineMapGetResult(zeros, z)),
        asSizeWriterConstant(&writer->sizes, 0));
}

static intptr_t numOut(const AsSizedFunction *function) {
  intptr_t count = 0;
  for (intptr_t r = 0; r < function->numResults; r++)
    count += asNumDynamicDims(asSizedType(function, function->numInputs + r));
  return count;
}

/// Stores the dynamic dimensions of results, under what is required.
static void storeSizes(Writer *writer) {
  const AsSizedFunction *function = writer->function;
  intptr_t at = 0;
  for (intptr_t v = function->numInputs;
       v < function->numInputs + function->numResults; v++) {
    MlirType type = asSizedType(function, v);
    for (intptr_t d = 0; asIsRanked(type) && d < mlirShapedTypeGetRank(type);
         d++) {
      if (!mlirShapedTypeIsDynamicDim(type, d))
        continue;
      int size =
          asSizeWriterEvaluate(&writer->sizes, asSizedDim(function, v, d));
      int narrow = asSizeWriterBegin(&writer->sizes);
      asTextFormat(writer->sizes.text,
                   "arith.trunci %%%d : i128 to i64\n"
                   "  %%o%d = arith.constant %d : index\n"
                   "  memref.store %%%d, %%out[%%o%d] : memref<%dxi64>\n",
                   size, (int)at, (int)at, narrow, (int)at,
                   (int)numOut(function));
      at++;
    }
  }
}

void asSizesWrite(const AsSizedFunction *function, AsText *text) {
  Writer writer = {.function = function, .sizes = {.text = text}};
  asTextAppendString(text, "func.func ");
  appendSymbol(function, AS_SIZES_PREFIX, text);
  asTextFormat(text, "(%%in: memref<%dxi64>, %%out: memref<%dxi64>) -> i32 {\n",
               (int)function->symbols.count, (int)numOut(function));
  readSymbols(&writer);
  checkAll(&writer);
  int fits = writer.sizes.fits, agrees = writer.agrees;
  asTextFormat(text,
               "  %%good = arith.andi %%%d, %%%d : i1\n"
               "  scf.if %%good {\n",
               fits, agrees);
  storeSizes(&writer);
  asTextFormat(text,
               "  }\n"
               "  %%fine = arith.constant 0 : i32\n"
               "  %%refused = arith.constant %d : i32\n"
               "  %%disagree = arith.constant %d : i32\n"
               "  %%a = arith.select %%%d, %%fine, %%disagree : i32\n"
               "  %%b = arith.select %%%d, %%a, %%refused : i32\n"
               "  return %%b : i32\n"
               "}\n",
               AS_SIZES_REFUSED, AS_SIZES_DISAGREE, agrees, fits);
}

//===----------------------------------------------------------------------===//
// The caller with descriptors
//===----------------------------------------------------------------------===//

static void printType(MlirType type, bool asMemory, AsText *text) {
  AsText printed = {0};
  asIrPrintType(type, &printed);
  bool isTensor = asMemory && mlirTypeIsATensor(type);
  asTextFormat(text, "%s%s", isTensor ? "memref" : "",
               printed.data + (isTensor ? strlen("tensor") : 0));
  asTextFree(&printed);
}

static void printPointer(MlirType type, AsText *text) {
  asTextAppendString(text, "memref<");
  asIrPrintType(asIsRanked(type) ? mlirShapedTypeGetElementType(type) : type,
                text);
  asTextAppendString(text, ">");
}

/// Appends the map of a size, applied to the symbols %s0, %s1, ...
static void appendApply(const AsSizedFunction *function, MlirAffineExpr size,
                        AsText *text) {
  MlirContext context = mlirOperationGetContext(function->op);
  intptr_t count = function->symbols.count;
  asTextAppendString(text, "affine.apply ");
  asIrPrintAttribute(
      mlirAffineMapAttrGet(mlirAffineMapGet(context, 0, count, 1, &size)),
      text);
  asTextAppendString(text, "()[");
  for (intptr_t s = 0; s < count; s++)
    asTextFormat(text, "%s%%s%d", s ? ", " : "", (int)s);
  asTextAppendString(text, "]\n");
}

/// Reads each symbol from the first dimension that has it.
static void readDims(const AsSizedFunction *function, AsText *text) {
  intptr_t next = 0;
  for (intptr_t i = 0; i < function->numInputs; i++) {
    MlirType type = asSizedType(function, i);
    for (intptr_t d = 0; asIsRanked(type) && d < mlirShapedTypeGetRank(type);
         d++) {
      MlirAffineExpr size = asSizedDim(function, i, d);
      if (!mlirAffineExprIsASymbol(size) ||
          mlirAffineSymbolExprGetPosition(size) != next)
        continue;
      asTextFormat(text,
                   "  %%c%d = arith.constant %d : index\n"
                   "  %%s%d = %s.dim %%a%d, %%c%d : ",
                   (int)next, (int)d, (int)next,
                   mlirTypeIsATensor(type) ? "tensor" : "memref", (int)i,
                   (int)next);
      printType(type, false, text);
      asTextAppendString(text, "\n");
      next++;
    }
  }
}

/// Makes %pV a pointer to the buffer `from`.
static void appendPointer(const AsSizedFunction *function, const char *from,
                          intptr_t value, AsText *text) {
  MlirType type = asSizedType(function, value);
  asTextFormat(text,
               "  %%p%d = memref.reinterpret_cast %s to offset: [0], sizes: "
               "[], strides: [] : ",
               (int)value, from);
  printType(type, true, text);
  asTextAppendString(text, " to ");
  printPointer(type, text);
  asTextAppendString(text, "\n");
}

static void passInputs(const AsSizedFunction *function, AsText *text) {
  for (intptr_t i = 0; i < function->numInputs; i++) {
    MlirType type = asSizedType(function, i);
    char name[24];
    if (!asIsRanked(type))
      continue;
    snprintf(name, sizeof name, "%%%c%d", mlirTypeIsATensor(type) ? 'b' : 'a',
             (int)i);
    if (mlirTypeIsATensor(type)) {
      bool isRead = !asArgumentIsWritable(function->op, i);
      asTextFormat(text, "  %s = bufferization.to_buffer %%a%d %s: ", name,
                   (int)i, isRead ? "read_only " : "");
      printType(type, false, text);
      asTextAppendString(text, " to ");
      printType(type, true, text);
      asTextAppendString(text, "\n");
    }
    appendPointer(function, name, i, text);
  }
}

/// Makes %rR and the pointer to it.
static void allocateResult(const AsSizedFunction *function, intptr_t result,
                           AsText *text) {
  intptr_t value = function->numInputs + result;
  MlirType type = asSizedType(function, value);
  AsText sizes = {0};
  for (intptr_t d = 0; d < mlirShapedTypeGetRank(type); d++) {
    if (!mlirShapedTypeIsDynamicDim(type, d))
      continue;
    asTextFormat(text, "  %%n%d_%d = ", (int)result, (int)d);
    appendApply(function, asSizedDim(function, value, d), text);
    asTextFormat(&sizes, "%s%%n%d_%d", sizes.length ? ", " : "", (int)result,
                 (int)d);
  }
  asTextFormat(text, "  %%r%d = memref.alloc(%s) : ", (int)result,
               asTextString(&sizes));
  printType(type, true, text);
  asTextAppendString(text, "\n");
  asTextFree(&sizes);
  char name[24];
  snprintf(name, sizeof name, "%%r%d", (int)result);
  appendPointer(function, name, value, text);
}

/// Scalars are on the stack.
static void allocateResults(const AsSizedFunction *function, AsText *text) {
  for (intptr_t r = 0; r < function->numResults; r++) {
    intptr_t value = function->numInputs + r;
    MlirType type = asSizedType(function, value);
    if (asIsRanked(type)) {
      allocateResult(function, r, text);
      continue;
    }
    asTextFormat(text, "  %%p%d = memref.alloca() : ", (int)value);
    printPointer(type, text);
    asTextAppendString(text, "\n");
  }
}

static void appendCall(const AsSizedFunction *function, MlirOperation callee,
                       AsText *text) {
  asTextAppendString(text, "  %status = func.call ");
  appendSymbol(function, AS_SIZED_PREFIX, text);
  const char *separator = "(";
  for (intptr_t v = 0; v < function->numInputs + function->numResults; v++) {
    bool isPointer =
        v >= function->numInputs || asIsRanked(asSizedType(function, v));
    asTextFormat(text, "%s%%%c%d", separator, isPointer ? 'p' : 'a', (int)v);
    separator = ", ";
  }
  for (intptr_t s = 0; s < function->symbols.count; s++) {
    asTextFormat(text, "%s%%s%d", separator, (int)s);
    separator = ", ";
  }
  asTextAppendString(text, ") : "); // It has dynamic dimensions, so values.
  asIrPrintAttribute(asIrAttribute(callee, "function_type"), text);
  // There is nothing that it could return instead.
  asTextAppendString(text, "\n  %none = arith.constant 0 : i32\n"
                           "  %runs = arith.cmpi eq, %status, %none : i32\n"
                           "  cf.assert %runs, \"no memory\"\n");
}

/// Makes %tR what is returned.
static void readResult(const AsSizedFunction *function, intptr_t result,
                       AsText *text) {
  intptr_t value = function->numInputs + result;
  MlirType type = asSizedType(function, value);
  if (mlirTypeIsATensor(type)) {
    asTextFormat(text,
                 "  %%t%d = bufferization.to_tensor %%r%d restrict writable : ",
                 (int)result, (int)result);
    printType(type, true, text);
    asTextAppendString(text, " to ");
    printType(type, false, text);
  } else {
    asTextFormat(text, "  %%t%d = memref.load %%p%d[] : ", (int)result,
                 (int)value);
    printPointer(type, text);
  }
  asTextAppendString(text, "\n");
}

static void returnResults(const AsSizedFunction *function, AsText *text) {
  AsText names = {0}, types = {0};
  for (intptr_t r = 0; r < function->numResults; r++) {
    MlirType type = asSizedType(function, function->numInputs + r);
    bool isMemory = mlirTypeIsAMemRef(type);
    if (!isMemory)
      readResult(function, r, text);
    asTextFormat(&names, "%s%%%c%d", r ? ", " : "", isMemory ? 'r' : 't',
                 (int)r);
    asTextAppendString(&types, r ? ", " : "");
    printType(type, false, &types);
  }
  asTextFormat(text, "  return %s%s%s\n}\n", asTextString(&names),
               names.length ? " : " : "", asTextString(&types));
  asTextFree(&names);
  asTextFree(&types);
}

static void appendHead(const AsSizedFunction *function, AsText *text) {
  asTextAppendString(text, "func.func ");
  appendSymbol(function, "", text);
  for (intptr_t i = 0; i < function->numInputs; i++) {
    asTextFormat(text, "%s%%a%d: ", i ? ", " : "(", (int)i);
    printType(asSizedType(function, i), false, text);
  }
  asTextAppendString(text, function->numInputs ? ") -> (" : "() -> (");
  for (intptr_t r = 0; r < function->numResults; r++) {
    asTextAppendString(text, r ? ", " : "");
    printType(asSizedType(function, function->numInputs + r), false, text);
  }
  asTextAppendString(text, ") {\n");
}

void asSizedCallerWrite(const AsSizedFunction *function, MlirOperation callee,
                        AsText *text) {
  asTextAppendString(text, "func.func private ");
  appendSymbol(function, AS_SIZED_PREFIX, text);
  asIrPrintAttribute(asIrAttribute(callee, "function_type"), text);
  asTextAppendString(text, "\n");
  appendHead(function, text);
  readDims(function, text);
  passInputs(function, text);
  allocateResults(function, text);
  appendCall(function, callee, text);
  returnResults(function, text);
}
