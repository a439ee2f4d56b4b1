//===- decompose-linalg.c - Decompose composite linalg operations
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites linalg.softmax, linalg.pack, linalg.unpack and the linalg.winograd
// transforms on tensors into linalg.generic, linalg.transpose and tensor
// operations, with upstream's transforms.
//
// Neither bufferisation nor convert-linalg-to-loops supports these operations,
// as none of them is a single loop nest.
//
// A softmax of memrefs is one of tensors first. Its input is copied, since it
// is read several times and the result may be written to the same memory.
//
// Requires:    nothing.
// Provides:    no linalg operation on tensors that is not a loop nest.
// Invalidates: nothing.
//
//   %0 = linalg.softmax dimension(1) ins(%x : tensor<4x8xf32>)
//       outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
//
// becomes
//
//   %max = linalg.generic ...   // maximum of each row
//   %exp = linalg.generic ...   // exp(x - max)
//   %sum = linalg.generic ...   // sum of each row
//   %0 = linalg.generic ...     // exp / sum
//
//===----------------------------------------------------------------------===//

#include "ir/memref.h"
#include "ir/op-builder.h"
#include "lowering/lower.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "support/arena.h"
#include "transform/apply-script.h"
#include <stdlib.h>

#define MARK "as.decompose"

static MlirType tensorLike(MlirType memref) {
  intptr_t rank = mlirShapedTypeGetRank(memref);
  int64_t *shape = asAlloc(sizeof *shape * (size_t)(rank + 1));
  for (intptr_t r = 0; r < rank; r++)
    shape[r] = mlirShapedTypeGetDimSize(memref, r);
  MlirType type =
      mlirRankedTensorTypeGet(rank, shape, mlirShapedTypeGetElementType(memref),
                              mlirAttributeGetNull());
  free(shape);
  return type;
}

/// A copy of the elements, as a tensor.
static MlirValue insertCopy(MlirOperation next, MlirValue memory) {
  MlirType type = tensorLike(mlirValueGetType(memory));
  return asIrInsertTensorCopy(next,
                              asIrInsertToTensor(next, memory, type, false));
}

static MlirWalkResult useTensors(MlirOperation op, void *context) {
  (void)context;
  if (!asIrIsNamed(op, "linalg.softmax") || mlirOperationGetNumResults(op))
    return MlirWalkResultAdvance;
  mlirContextGetOrLoadDialect(mlirOperationGetContext(op),
                              asIrString("bufferization"));
  MlirValue input = insertCopy(op, mlirOperationGetOperand(op, 0)),
            output = mlirOperationGetOperand(op, 1);
  MlirType type = tensorLike(mlirValueGetType(output));
  MlirValue result = asIrInsertValue(
      op,
      &(AsIrParts){.name = "linalg.softmax",
                   .numOperands = 2,
                   .operands = (MlirValue[]){input, input},
                   .numResults = 1,
                   .results = &type,
                   .attributes = (AsIrAttribute[]){
                       {"dimension", asIrAttribute(op, "dimension")}, {0}}});
  asIrInsertStore(op, result, output);
  mlirOperationDestroy(op);
  return MlirWalkResultSkip;
}

/// The walk marks only operations on tensors, since a script cannot match by
/// operand type and the transforms would leave invalid IR on memrefs. So both
/// this list and the script name the operations.
static MlirWalkResult mark(MlirOperation op, void *found) {
  static const char *const names[] = {"linalg.softmax",
                                      "linalg.pack",
                                      "linalg.unpack",
                                      "linalg.winograd_filter_transform",
                                      "linalg.winograd_input_transform",
                                      "linalg.winograd_output_transform"};
  if (mlirOperationGetNumResults(op) &&
      asIrIsOneOf(op, names, sizeof names / sizeof *names)) {
    mlirOperationSetDiscardableAttributeByName(
        op, asIrString(MARK), mlirUnitAttrGet(mlirOperationGetContext(op)));
    *(bool *)found = true;
  }
  return MlirWalkResultAdvance;
}

static const char script[] =
    "module attributes {transform.with_named_sequence} {\n"
    "  transform.named_sequence @as_decompose(%m: !transform.any_op) {\n"
    "    %softmax = transform.structured.match ops{[\"linalg.softmax\"]} "
    "attributes{" MARK "} in %m : (!transform.any_op) -> !transform.any_op\n"
    "    transform.structured.decompose_interface %softmax : "
    "(!transform.any_op) -> !transform.any_op\n"
    "    %pack = transform.structured.match ops{[\"linalg.pack\"]} "
    "attributes{" MARK "} in %m : (!transform.any_op) -> "
    "!transform.op<\"linalg.pack\">\n"
    "    transform.structured.lower_pack %pack : "
    "(!transform.op<\"linalg.pack\">) -> (!transform.op<\"tensor.pad\">, "
    "!transform.op<\"tensor.expand_shape\">, "
    "!transform.op<\"linalg.transpose\">)\n"
    "    %unpack = transform.structured.match ops{[\"linalg.unpack\"]} "
    "attributes{" MARK "} in %m : (!transform.any_op) -> "
    "!transform.op<\"linalg.unpack\">\n"
    "    transform.structured.lower_unpack %unpack : "
    "(!transform.op<\"linalg.unpack\">) -> (!transform.op<\"tensor.empty\">, "
    "!transform.op<\"linalg.transpose\">, "
    "!transform.op<\"tensor.collapse_shape\">, "
    "!transform.op<\"tensor.extract_slice\">)\n"
    "    %winograd = transform.structured.match "
    "ops{[\"linalg.winograd_filter_transform\", "
    "\"linalg.winograd_input_transform\", "
    "\"linalg.winograd_output_transform\"]} attributes{" MARK "} in %m : "
    "(!transform.any_op) -> !transform.any_op\n"
    "    transform.structured.decompose_winograd_op %winograd : "
    "(!transform.any_op) -> !transform.any_op\n"
    "    transform.yield\n"
    "  }\n"
    "}\n";

AsStatus asDecomposeLinalg(MlirModule module, AsError *error) {
  bool found = false;
  mlirOperationWalk(mlirModuleGetOperation(module), useTensors, NULL,
                    MlirWalkPostOrder);
  mlirOperationWalk(mlirModuleGetOperation(module), mark, &found,
                    MlirWalkPreOrder);
  return found ? asScriptApplyText(module, script, sizeof script - 1,
                                   "<decomposition>", error)
               : AS_OK;
}
