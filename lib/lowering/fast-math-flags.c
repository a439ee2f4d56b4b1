//===- fast-math-flags.c - What the target may do with floats
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// asAllowFlags writes what --fp allows into each operation on floats, so that
// LLVM may use it:
//
//   %0 = arith.mulf %a, %b : f32
//
// becomes, with --fp=contract,
//
//   %0 = arith.mulf %a, %b fastmath<contract> : f32
//
// asSplitMultiplyAdds is for --fp=strict, which fuses nothing.
//
// Requires:    operations of arith, math, vector and complex.
// Provides:    flags on those that have an attribute for them.
// Invalidates: nothing; operations keep the flags that they have.
//
//===----------------------------------------------------------------------===//

#include "lowering/arith-builder.h"
#include "lowering/lowering-steps.h"
#include "mlir-c/BuiltinAttributes.h"

/// Never "ninf": programs use infinities as the first value of a maximum and in
/// masked scores.
static const char *const allowedFlags[] = {
    [AS_FP_STRICT] = NULL,
    [AS_FP_CONTRACT] = "contract",
    [AS_FP_FAST] = "reassoc,nnan,nsz,arcp,contract,afn",
};

void asAddFlags(MlirOperation op, const char *flags) {
  MlirStringRef name = asIrString("fastmath");
  if (!mlirOperationHasInherentAttributeByName(op, name))
    return;
  MlirAttribute own = mlirOperationGetInherentAttributeByName(op, name);
  if (mlirAttributeIsNull(own))
    return;
  AsText all = {0};
  asIrPrintAttribute(own, &all);
  all.length--; // The closing bracket.
  asTextFormat(&all, ",%s>", flags);
  mlirOperationSetInherentAttributeByName(
      op, name,
      mlirAttributeParseGet(mlirOperationGetContext(op), asIrString(all.data)));
  asTextFree(&all);
}

/// Adds the flags to an operation. asAddFlags leaves conversions (arith.extf,
/// arith.truncf) without flags unless the program gives them some: with
/// `contract`, rounding to a shorter float and back would be folded.
/// arith.maxnumf and arith.minnumf get none: reductions start them from a NaN,
/// which "nnan" would let LLVM assume away.
static MlirWalkResult addAllowedFlags(MlirOperation op, void *flags) {
  if (!asIrIsNamed(op, "arith.maxnumf") && !asIrIsNamed(op, "arith.minnumf"))
    asAddFlags(op, flags);
  return MlirWalkResultAdvance;
}

void asAllowFlags(MlirModule module, AsFp fp) {
  if (allowedFlags[fp])
    mlirOperationWalk(mlirModuleGetOperation(module), addAllowedFlags,
                      (void *)allowedFlags[fp], MlirWalkPreOrder);
}

/// Splits llvm.intr.fmuladd, which vector.fma and vector.contract lower to,
/// into llvm.fmul and llvm.fadd: the target may fuse fmuladd or not.
static MlirWalkResult splitFmuladd(MlirOperation op, void *context) {
  if (!asIrIsNamed(op, "llvm.intr.fmuladd"))
    return MlirWalkResultAdvance;
  AsArith arith = asArithBefore(op);
  MlirValue product =
      asArithBinary(&arith, "llvm.fmul", mlirOperationGetOperand(op, 0),
                    mlirOperationGetOperand(op, 1));
  MlirValue sum = asArithBinary(&arith, "llvm.fadd", product,
                                mlirOperationGetOperand(op, 2));
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), sum);
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

void asSplitMultiplyAdds(MlirModule module) {
  mlirOperationWalk(mlirModuleGetOperation(module), splitFmuladd, NULL,
                    MlirWalkPostOrder);
}
