//===- buffers.cpp - Results as arguments
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pass is upstream's; which functions it is for cannot be said in its
// options.
//
//===----------------------------------------------------------------------===//

#include "dialect-bridge/bridge.h"
#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

bool asBridgeResultsToArguments(MlirOperation module, const char *mark,
                                bool hoist) {
  bufferization::BufferResultsToOutParamsOpts options;
  options.filterFn = [mark](func::FuncOp *function) {
    return (*function)->hasAttr(mark);
  };
  options.hoistStaticAllocs = hoist;
  options.modifyPublicFunctions = true;
  return succeeded(bufferization::promoteBufferResultsToOutParams(
      cast<ModuleOp>(unwrap(module)), options));
}
