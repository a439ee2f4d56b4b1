//===- mbarriers.c - Wait for TMA copies by mbarriers
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each slot is an mbarrier, whose phase flips when its bytes have arrived. A
// wait names the parity of the phase that it expects to end. A thread that
// comes late finds the phase ended: the next one cannot end before all threads
// have waited for this one.
//
//===----------------------------------------------------------------------===//

#include "lowering/gpu/memory/mbarriers.h"
#include "ir/memref.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

enum { SLOT_BYTES = 8 };

static MlirValue i32Constant(MlirOperation next, int64_t number) {
  return asIrInsertConstant(
      next, mlirIntegerAttrGet(
                mlirIntegerTypeGet(mlirOperationGetContext(next), 32), number));
}

MlirValue asGpuPointer(MlirOperation next, MlirValue buffer, MlirValue offset,
                       const char *type) {
  MlirContext context = mlirOperationGetContext(next);
  MlirValue address =
      asIrInsertUnary(next, "memref.extract_aligned_pointer_as_index", buffer,
                      mlirIndexTypeGet(context));
  address = asIrInsertBinary(next, "arith.addi", address, offset);
  address = asIrInsertUnary(next, "arith.index_cast", address,
                            mlirIntegerTypeGet(context, 64));
  return asIrInsertUnary(next, "llvm.inttoptr", address,
                         mlirTypeParseGet(context, asIrString(type)));
}

static MlirValue slotOf(const AsGpuMbarriers *mbarriers, MlirOperation next,
                        MlirValue number) {
  MlirValue slot =
      asIrInsertByNumber(next, "arith.remui", number, mbarriers->stages);
  return asGpuPointer(next, mbarriers->memory, asGpuMul(next, slot, SLOT_BYTES),
                      "!llvm.ptr<3>");
}

AsGpuMbarriers asGpuMbarriersCreate(MlirOperation next, int64_t stages) {
  MlirContext context = mlirOperationGetContext(next);
  MlirAttribute space = mlirAttributeParseGet(
      context, asIrString("#gpu.address_space<workgroup>"));
  MlirType type = mlirMemRefTypeContiguousGet(mlirIntegerTypeGet(context, 64),
                                              1, &stages, space);
  AsGpuMbarriers mbarriers = {.memory = asIrInsertAlloc(next, type, SLOT_BYTES),
                              .stages = stages};
  MlirValue all = asGpuId(next, "gpu.thread_id", 0);
  for (int along = 1; along < 3; along++)
    all = asIrInsertBinary(next, "arith.addi", all,
                           asGpuId(next, "gpu.thread_id", along));
  mbarriers.isFirst = asGpuIsBelow(next, all, 1);
  MlirOperation end = asGpuIf(next, mbarriers.isFirst);
  for (int64_t s = 0; s < stages; s++) {
    MlirValue operands[] = {slotOf(&mbarriers, end, asIrInsertIndex(end, s)),
                            i32Constant(end, 1)};
    asIrInsert(end, &(AsIrParts){.name = "nvvm.mbarrier.init",
                                 .numOperands = 2,
                                 .operands = operands});
  }
  asIrInsert(end, &(AsIrParts){.name = "nvvm.fence.mbarrier.init"});
  asGpuBarrier(next);
  return mbarriers;
}

#define EXPECT "nvvm.mbarrier.arrive.expect_tx"

void asGpuMbarriersExpect(const AsGpuMbarriers *mbarriers, MlirOperation next,
                          MlirValue number, int64_t bytes) {
  MlirValue operands[] = {slotOf(mbarriers, next, number),
                          i32Constant(next, bytes)};
  asIrInsert(next, &(AsIrParts){
                       .name = EXPECT, .numOperands = 2, .operands = operands});
}

MlirValue asGpuMbarrierBefore(MlirOperation next) {
  MlirValue found = {NULL};
  MlirOperation op = mlirBlockGetFirstOperation(mlirOperationGetBlock(next));
  for (; !mlirOperationEqual(op, next); op = mlirOperationGetNextInBlock(op))
    if (asIrIsNamed(op, EXPECT))
      found = mlirOperationGetOperand(op, 0);
  return found;
}

void asGpuMbarriersWait(const AsGpuMbarriers *mbarriers, MlirOperation next,
                        MlirValue number) {
  enum { suspendedNanoseconds = 10000000 }; // At most, before it polls again.
  MlirType i32 = mlirIntegerTypeGet(mlirOperationGetContext(next), 32);
  MlirValue parity = asIrInsertByNumber(
      next, "arith.remui",
      asIrInsertByNumber(next, "arith.divui", number, mbarriers->stages), 2);
  MlirValue operands[] = {
      slotOf(mbarriers, next, number),
      asIrInsertUnary(next, "arith.index_cast", parity, i32),
      i32Constant(next, suspendedNanoseconds)};
  asIrInsert(next, &(AsIrParts){.name = "nvvm.mbarrier.try_wait.parity",
                                .numOperands = 3,
                                .operands = operands});
}
