//===- call-libm.c - Call the C library for log1p and expm1
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites math.log1p and math.expm1 into calls of the C library, one number at
// a time. f16 and bf16 are extended to f32 first.
//
// Upstream would lower them to log(1 + x) and exp(x) - 1, which for small x are
// zero, or a few digits of what they should be. Such a reference would refuse
// right candidates.
//
// Requires:    loops, but no functions of complex numbers, which use these two.
//              In scheduled code that is not strict, those on f32 are
//              polynomials by now (asExpandMath).
// Provides:    no math.log1p and no math.expm1.
// Invalidates: nothing.
//
//   %y = math.log1p %x : vector<2xf32>
//
// becomes
//
//   %x0, %x1 = vector.to_elements %x : vector<2xf32>
//   %y0 = call @log1pf(%x0) : (f32) -> f32
//   %y1 = call @log1pf(%x1) : (f32) -> f32
//   %y = vector.from_elements %y0, %y1 : vector<2xf32>
//
//===----------------------------------------------------------------------===//

#include "ir/op-builder.h"
#include "lowering/arith-builder.h"
#include "lowering/lowering-steps.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/arena.h"
#include <stdlib.h>

/// The C library's function of an element type, declared in the module.
typedef struct Callee {
  MlirType element; ///< f32 or f64.
  MlirAttribute name;
} Callee;

static Callee declare(MlirOperation module, const char *function,
                      MlirType element) {
  bool isDouble = mlirTypeIsAF64(element);
  MlirContext context = mlirOperationGetContext(module);
  AsText name = {0}, text = {0};
  asTextFormat(&name, "%s%s", function, isDouble ? "" : "f");
  MlirSymbolTable symbols = mlirSymbolTableCreate(module);
  if (mlirOperationIsNull(
          mlirSymbolTableLookup(symbols, asIrString(name.data)))) {
    const char *type = isDouble ? "f64" : "f32";
    asTextFormat(&text,
                 "func.func private @%s(%s) -> %s attributes {llvm.readnone}",
                 name.data, type, type);
    mlirBlockInsertOwnedOperation(
        asIrBody(module), 0,
        mlirOperationCreateParse(context, asIrString(text.data),
                                 asIrString("<libm>")));
  }
  mlirSymbolTableDestroy(symbols);
  Callee callee = {isDouble ? element : mlirF32TypeGet(context),
                   mlirFlatSymbolRefAttrGet(context, asIrString(name.data))};
  asTextFree(&name);
  asTextFree(&text);
  return callee;
}

static MlirValue call(const AsArith *a, const Callee *callee, MlirValue x) {
  return asArithEmit(a, "func.call", callee->element, 1, &x, "callee",
                     callee->name);
}

static MlirValue callForEach(const AsArith *a, const Callee *callee,
                             MlirOperation op, MlirValue x) {
  MlirType type = mlirValueGetType(x);
  if (!mlirTypeIsAVector(type))
    return call(a, callee, x);
  intptr_t count = 1;
  for (intptr_t d = 0; d < mlirShapedTypeGetRank(type); d++)
    count *= mlirShapedTypeGetDimSize(type, d);
  MlirType *types = asAlloc(sizeof *types * (size_t)count);
  MlirValue *values = asAlloc(sizeof *values * (size_t)count);
  for (intptr_t i = 0; i < count; i++)
    types[i] = callee->element;
  MlirOperation elements =
      asIrInsert(op, &(AsIrParts){.name = "vector.to_elements",
                                  .numOperands = 1,
                                  .operands = &x,
                                  .numResults = count,
                                  .results = types});
  for (intptr_t i = 0; i < count; i++)
    values[i] = call(a, callee, mlirOperationGetResult(elements, i));
  MlirValue result = asArithEmit(a, "vector.from_elements", type, (int)count,
                                 values, NULL, (MlirAttribute){NULL});
  free(types);
  free(values);
  return result;
}

static MlirWalkResult callLibrary(MlirOperation op, void *module) {
  bool isLog1p = asIrIsNamed(op, "math.log1p");
  if (!isLog1p && !asIrIsNamed(op, "math.expm1"))
    return MlirWalkResultAdvance;
  AsArith a = asArithBefore(op);
  MlirValue x = mlirOperationGetOperand(op, 0);
  MlirType element = mlirValueGetType(x);
  if (mlirTypeIsAVector(element) && !mlirVectorTypeIsScalable(element))
    element = mlirShapedTypeGetElementType(element);
  if (!mlirTypeIsAF64(element) && !mlirTypeIsAF32(element) &&
      !mlirTypeIsAF16(element) && !mlirTypeIsABF16(element))
    return MlirWalkResultAdvance;
  Callee callee =
      declare(*(MlirOperation *)module, isLog1p ? "log1p" : "expm1", element);
  bool isNarrow = !mlirTypeEqual(element, callee.element);
  if (isNarrow)
    x = asArithConvert(&a, "arith.extf", x, callee.element);
  MlirValue y = callForEach(&a, &callee, op, x);
  if (isNarrow)
    y = asArithConvert(&a, "arith.truncf", y, element);
  mlirValueReplaceAllUsesOfWith(mlirOperationGetResult(op, 0), y);
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

void asCallLibm(MlirModule module) {
  MlirOperation op = mlirModuleGetOperation(module);
  mlirOperationWalk(op, callLibrary, &op, MlirWalkPostOrder);
}
