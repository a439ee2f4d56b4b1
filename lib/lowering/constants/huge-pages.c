//===- huge-pages.c - Ask for huge pages for large arrays of results
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inserts the call, and the function that asks. See huge-pages.h.
//
//   func.func @as_load_f(%w: tensor<1024x2048xf32>) {
//     %m = memref.get_global @as_once.array : memref<1024x2048xf32>
//     %start = memref.extract_aligned_pointer_as_index %m : ...
//     call @as_once.huge(%start, %bytes) : (index, index) -> ()
//     ...                                   // stores to @as_once.array
//
//===----------------------------------------------------------------------===//

#include "lowering/constants/huge-pages.h"
#include "ir/memref.h"
#include "ir/op-builder.h"
#include "lowering/constants/constant-hoisting.h"
#include "lowering/constants/initializer.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

/// Two huge pages and what is left over at either end.
static const int64_t fewBytes = (int64_t)4 << 20;

/// Of whole pages, as the system demands, which have 64 KiB at the most. 14 is
/// MADV_HUGEPAGE. A refusal changes nothing.
static const char askText[] =
    "func.func private @madvise(!llvm.ptr, i64, i32) -> i32\n"
    "func.func private @" AS_ONCE_HUGE "(%start: index, %bytes: index) {\n"
    "  %last = arith.constant 65535 : index\n"
    "  %page = arith.constant -65536 : index\n"
    "  %advice = arith.constant 14 : i32\n"
    "  %above = arith.addi %start, %last : index\n"
    "  %first = arith.andi %above, %page : index\n"
    "  %below = arith.addi %start, %bytes : index\n"
    "  %end = arith.andi %below, %page : index\n"
    "  %size = arith.subi %end, %first : index\n"
    "  %address = arith.index_cast %first : index to i64\n"
    "  %length = arith.index_cast %size : index to i64\n"
    "  %pointer = llvm.inttoptr %address : i64 to !llvm.ptr\n"
    "  func.call @madvise(%pointer, %length, %advice)\n"
    "      : (!llvm.ptr, i64, i32) -> i32\n"
    "  return\n"
    "}\n";

AsStatus asAskForHugePages(MlirSymbolTable symbols, MlirOperation load,
                           MlirType type, MlirAttribute global,
                           AsError *error) {
  int64_t bytes = asIrShapedBytes(type);
  if (bytes < fewBytes)
    return AS_OK;
  AsStatus status =
      asInitializerNeed(symbols, load, AS_ONCE_HUGE, askText, error);
  if (status)
    return status;
  MlirContext context = mlirOperationGetContext(load);
  MlirOperation first = mlirBlockGetFirstOperation(asIrBody(load));
  MlirValue place = asIrInsertGetGlobal(first, type, global);
  MlirValue start =
      asIrInsertUnary(first, "memref.extract_aligned_pointer_as_index", place,
                      mlirIndexTypeGet(context));
  MlirValue operands[] = {start, asIrInsertIndex(first, bytes)};
  AsIrAttribute attributes[] = {
      {"callee", mlirFlatSymbolRefAttrGet(context, asIrString(AS_ONCE_HUGE))},
      {0}};
  asIrInsert(first, &(AsIrParts){.name = "func.call",
                                 .numOperands = 2,
                                 .operands = operands,
                                 .attributes = attributes});
  return AS_OK;
}
