//===- integer-range.c - Which integers a tensor may contain
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See integer-range.h. Follows values to what makes them, through bodies of
// parallel operations.
//
//===----------------------------------------------------------------------===//

#include "graph/analysis/integer-range.h"
#include "graph/analysis/generic-op.h"
#include "ir/def-use.h"
#include "ir/memref.h"

/// Values further away than this may be anything.
enum { mostSteps = 32 };

static AsIntegerRange rangeOf(MlirValue value, int steps);

static AsIntegerRange ofBits(int bits) {
  int64_t half = (int64_t)1 << (bits - 1);
  return (AsIntegerRange){-half, half - 1};
}

/// `range`, if numbers of so many bits hold it; else what they hold.
static AsIntegerRange within(AsIntegerRange range, int bits) {
  AsIntegerRange all = ofBits(bits);
  return range.least < all.least || range.most > all.most ? all : range;
}

static AsIntegerRange joined(AsIntegerRange a, AsIntegerRange b) {
  if (a.least > a.most)
    return b;
  if (b.least > b.most)
    return a;
  return (AsIntegerRange){a.least < b.least ? a.least : b.least,
                          a.most > b.most ? a.most : b.most};
}

static AsIntegerRange ofOperand(MlirOperation op, intptr_t operand, int steps) {
  return rangeOf(mlirOperationGetOperand(op, operand), steps);
}

/// Of x & mask, for a mask without a sign.
static AsIntegerRange ofMask(AsIntegerRange x, AsIntegerRange mask, int bits) {
  if (mask.least < 0)
    return ofBits(bits);
  bool isLess = x.least >= 0 && x.most < mask.most;
  return (AsIntegerRange){0, isLess ? x.most : mask.most};
}

static AsIntegerRange ofShift(AsIntegerRange x, int64_t by, int bits,
                              bool isSigned) {
  if (by <= 0 || by >= bits)
    return ofBits(bits);
  if (!isSigned && x.least < 0)
    return (AsIntegerRange){0, ((int64_t)1 << (bits - by)) - 1};
  return (AsIntegerRange){x.least >> by, x.most >> by};
}

/// Of an operation of the arith dialect.
static AsIntegerRange ofArithmetic(MlirOperation op, int bits, int steps) {
  AsIntegerRange x = ofOperand(op, 0, steps);
  if (asIrIsNamed(op, "arith.extsi") || asIrIsNamed(op, "arith.trunci"))
    return within(x, bits);
  if (asIrIsNamed(op, "arith.extui")) {
    int from =
        asIrElementBits(mlirValueGetType(mlirOperationGetOperand(op, 0)));
    return x.least >= 0 ? x : (AsIntegerRange){0, ((int64_t)1 << from) - 1};
  }
  if (mlirOperationGetNumOperands(op) != 2)
    return ofBits(bits);
  AsIntegerRange y = ofOperand(op, 1, steps);
  if (asIrIsNamed(op, "arith.andi"))
    return y.least < 0 ? ofMask(y, x, bits) : ofMask(x, y, bits);
  if (asIrIsNamed(op, "arith.addi"))
    return within((AsIntegerRange){x.least + y.least, x.most + y.most}, bits);
  if (asIrIsNamed(op, "arith.subi"))
    return within((AsIntegerRange){x.least - y.most, x.most - y.least}, bits);
  bool isSigned = asIrIsNamed(op, "arith.shrsi");
  if ((isSigned || asIrIsNamed(op, "arith.shrui")) && y.least == y.most)
    return ofShift(x, y.least, bits, isSigned);
  return ofBits(bits);
}

/// Of an operation on tensors.
static AsIntegerRange ofTensors(MlirOperation op, int bits, int steps) {
  static const char *const moving[] = {
      "tensor.collapse_shape", "tensor.expand_shape", "tensor.extract_slice",
      "linalg.transpose", "linalg.broadcast"};
  if (asIrIsOneOf(op, moving, sizeof moving / sizeof *moving))
    return ofOperand(op, 0, steps);
  if (asIrIsNamed(op, "tensor.insert_slice"))
    return joined(ofOperand(op, 0, steps), ofOperand(op, 1, steps));
  AsIntegerRange none = {1, 0};
  if (asIrIsNamed(op, "tensor.empty"))
    return none;
  if (asIrIsNamed(op, "tensor.concat")) {
    for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++)
      none = joined(none, ofOperand(op, i, steps));
    return none;
  }
  bool isBody = asIrIsNamed(op, "linalg.generic") && asGenericIsParallel(op) &&
                mlirOperationGetNumResults(op) == 1;
  return isBody ? ofOperand(mlirBlockGetTerminator(asIrBody(op)), 0, steps)
                : ofBits(bits);
}

/// Of an argument of the body of a linalg operation: of the operand.
static AsIntegerRange ofElement(MlirValue argument, int bits, int steps) {
  MlirOperation op =
      mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(argument));
  intptr_t number = mlirBlockArgumentGetArgNumber(argument);
  return asIrIsNamed(op, "linalg.generic") &&
                 number < mlirOperationGetNumOperands(op) - 1
             ? ofOperand(op, number, steps)
             : ofBits(bits);
}

static AsIntegerRange rangeOf(MlirValue value, int steps) {
  int bits = asIrElementBits(mlirValueGetType(value));
  if (bits < 1 || bits > 32 || --steps < 0)
    return (AsIntegerRange){INT32_MIN, INT32_MAX};
  if (mlirValueIsABlockArgument(value))
    return ofElement(value, bits, steps);
  int64_t number;
  if (asIrConstantInteger(value, &number))
    return (AsIntegerRange){number, number};
  MlirOperation op = mlirOpResultGetOwner(value);
  return asIrHasPrefix(op, "arith.") && mlirOperationGetNumOperands(op)
             ? ofArithmetic(op, bits, steps)
             : ofTensors(op, bits, steps);
}

AsIntegerRange asIntegerRange(MlirValue tensor) {
  return rangeOf(tensor, mostSteps);
}
