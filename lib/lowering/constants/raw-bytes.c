//===- raw-bytes.c - Store large constants as raw bytes
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites llvm.mlir.global constants of at least 4 KiB, if they are internal
// or private and not splats, into arrays of i8 with the same bytes.
//
// LLVM copies an array of bytes into the object as a whole. It writes arrays of
// other numbers element by element and keeps an object for each row of a nested
// array, which takes longer for the weights of a large model than all of its
// code.
//
// Requires:    the LLVM dialect. Users of the globals only take their address.
// Provides:    large constants are !llvm.array<N x i8>, aligned to a cache line
//              unless they say otherwise.
// Invalidates: the types of these globals.
//
//   llvm.mlir.global private constant @w(dense<...> : tensor<64x64xf32>)
//       : !llvm.array<64 x array<64 x f32>>
//
// becomes
//
//   llvm.mlir.global private constant @w(dense<...> : tensor<16384xi8>)
//       {alignment = 64 : i64} : !llvm.array<16384 x i8>
//
//===----------------------------------------------------------------------===//

#include "lowering/constants/raw-bytes.h"
#include "dialect-bridge/bridge.h"
#include "ir/memref.h"
#include "ir/symbol-closure.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/LLVM.h"

static void set(MlirOperation op, const char *name, MlirAttribute value) {
  mlirOperationSetAttributeByName(op, asIrString(name), value);
}

void asRawBytesSet(MlirOperation global, const char *bytes, int64_t count) {
  enum { lineBytes = 64 }; // i8 has no alignment of its own.
  MlirContext context = mlirOperationGetContext(global);
  MlirType byte = mlirIntegerTypeGet(context, 8);
  MlirType type =
      mlirRankedTensorTypeGet(1, &count, byte, mlirAttributeGetNull());
  MlirBlock undefined = asIrBody(global);
  if (!mlirBlockIsNull(undefined)) {
    mlirBlockDetach(undefined);
    mlirBlockDestroy(undefined);
  }
  set(global, "global_type",
      mlirTypeAttrGet(mlirLLVMArrayTypeGet(byte, (unsigned)count)));
  set(global, "value",
      mlirDenseElementsAttrRawBufferGet(type, (size_t)count, bytes));
  set(global, "constant", mlirUnitAttrGet(context));
  if (mlirAttributeIsNull(asIrAttribute(global, "alignment")))
    set(global, "alignment",
        mlirIntegerAttrGet(mlirIntegerTypeGet(context, 64), lineBytes));
}

/// The bytes of a constant's elements in MLIR's storage; 0 if LLVM stores the
/// type differently.
static int64_t rawBytes(MlirAttribute value) {
  int bits = asIrElementBits(mlirAttributeGetType(value));
  return bits % 8 ? 0 : mlirElementsAttrGetNumElements(value) * (bits / 8);
}

static void flatten(MlirOperation global) {
  enum { large = 4096 };
  MlirAttribute value = asIrAttribute(global, "value");
  if (mlirAttributeIsNull(value) || !mlirAttributeIsADenseElements(value) ||
      mlirDenseElementsAttrIsSplat(value))
    return;
  int64_t bytes = rawBytes(value);
  MlirType type = mlirTypeAttrGetValue(asIrAttribute(global, "global_type"));
  if (bytes >= large && bytes == asBridgeTypeBytes(global, type))
    asRawBytesSet(global, mlirDenseElementsAttrGetRawData(value), bytes);
}

void asConstantsToRawBytes(MlirModule lowered) {
  MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(lowered));
  for (; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    if (asIrIsNamed(op, "llvm.mlir.global") && asIrIsHidden(op) &&
        !mlirAttributeIsNull(asIrAttribute(op, "constant")))
      flatten(op);
}
