//===- size-writer.c - Write arithmetic on sizes that cannot overflow
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowering/size-writer.h"
#include <inttypes.h>

int asSizeWriterBegin(AsSizeWriter *writer) {
  asTextFormat(writer->text, "  %%%d = ", writer->next);
  return writer->next++;
}

int asSizeWriterConstant(AsSizeWriter *writer, int64_t value) {
  int result = asSizeWriterBegin(writer);
  asTextFormat(writer->text, "arith.constant %" PRId64 " : i128\n", value);
  return result;
}

int asSizeWriterBinary(AsSizeWriter *writer, const char *op, int left,
                       int right) {
  int result = asSizeWriterBegin(writer);
  asTextFormat(writer->text, "arith.%s %%%d, %%%d : i128\n", op, left, right);
  return result;
}

void asSizeWriterRequire(AsSizeWriter *writer, int *all, const char *order,
                         int left, int right) {
  int holds = asSizeWriterBegin(writer);
  asTextFormat(writer->text, "arith.cmpi %s, %%%d, %%%d : i128\n", order, left,
               right);
  int both = asSizeWriterBegin(writer);
  asTextFormat(writer->text, "arith.andi %%%d, %%%d : i1\n", *all, holds);
  *all = both;
}

int asSizeWriterInRange(AsSizeWriter *writer, int value) {
  int64_t most = INT64_C(1) << 62;
  asSizeWriterRequire(writer, &writer->fits, "sle", value,
                      asSizeWriterConstant(writer, most));
  asSizeWriterRequire(writer, &writer->fits, "sge", value,
                      asSizeWriterConstant(writer, -most));
  return value;
}

void asSizeWriterNotNegative(AsSizeWriter *writer, int value) {
  asSizeWriterRequire(writer, &writer->fits, "sge", value,
                      asSizeWriterConstant(writer, 0));
}

/// A quotient or remainder by a constant, which affine.apply knows to round.
static int divide(AsSizeWriter *writer, const char *word, int left,
                  int64_t divisor) {
  int narrow = asSizeWriterBegin(writer);
  asTextFormat(writer->text, "arith.trunci %%%d : i128 to i64\n", left);
  int index = asSizeWriterBegin(writer);
  asTextFormat(writer->text, "arith.index_cast %%%d : i64 to index\n", narrow);
  int result = asSizeWriterBegin(writer);
  asTextFormat(writer->text,
               "affine.apply affine_map<(d0) -> (d0 %s %" PRId64 ")>(%%%d)\n",
               word, divisor, index);
  narrow = asSizeWriterBegin(writer);
  asTextFormat(writer->text, "arith.index_cast %%%d : index to i64\n", result);
  int wide = asSizeWriterBegin(writer);
  asTextFormat(writer->text, "arith.extsi %%%d : i64 to i128\n", narrow);
  return wide;
}

int asSizeWriterEvaluate(AsSizeWriter *writer, MlirAffineExpr expr) {
  if (mlirAffineExprIsASymbol(expr))
    return (int)mlirAffineSymbolExprGetPosition(expr);
  if (mlirAffineExprIsAConstant(expr))
    return asSizeWriterConstant(writer, mlirAffineConstantExprGetValue(expr));
  MlirAffineExpr right = mlirAffineBinaryOpExprGetRHS(expr);
  int left = asSizeWriterEvaluate(writer, mlirAffineBinaryOpExprGetLHS(expr));
  bool isAdd = mlirAffineExprIsAAdd(expr);
  if (isAdd || mlirAffineExprIsAMul(expr))
    return asSizeWriterInRange(
        writer, asSizeWriterBinary(writer, isAdd ? "addi" : "muli", left,
                                   asSizeWriterEvaluate(writer, right)));
  return divide(writer,
                mlirAffineExprIsAMod(expr)        ? "mod"
                : mlirAffineExprIsAFloorDiv(expr) ? "floordiv"
                                                  : "ceildiv",
                left, mlirAffineConstantExprGetValue(right));
}

int asSizeWriterBytes(AsSizeWriter *writer, int64_t bytes, intptr_t count,
                      const MlirAffineExpr *sizes) {
  int one = asSizeWriterConstant(writer, 1);
  int product = asSizeWriterConstant(writer, bytes);
  for (intptr_t d = 0; d < count; d++) {
    int size = asSizeWriterEvaluate(writer, sizes[d]);
    asSizeWriterNotNegative(writer, size);
    product = asSizeWriterInRange(
        writer,
        asSizeWriterBinary(writer, "muli", product,
                           asSizeWriterBinary(writer, "maxsi", size, one)));
  }
  return product;
}

void asSizeWriterStart(AsSizeWriter *writer, int numSymbols) {
  writer->next = numSymbols;
  writer->fits = asSizeWriterBegin(writer);
  asTextAppendString(writer->text, "arith.constant true\n");
  for (int s = 0; s < numSymbols; s++)
    asSizeWriterNotNegative(writer, s);
}
