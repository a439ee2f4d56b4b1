//===- ir.cpp - Questions to IR that the C API cannot ask
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/CAPI/IR.h"
#include "dialect-bridge/bridge.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Transform/IR/TransformOps.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;

MlirModule asBridgeParseModule(MlirContext context, MlirStringRef source,
                               const char *name) {
  ParserConfig config(unwrap(context));
  return wrap(
      parseSourceString<ModuleOp>(unwrap(source), config, name).release());
}

bool asBridgeRegistryHas(MlirDialectRegistry registry, MlirStringRef dialect) {
  return bool(unwrap(registry)->getDialectAllocator(unwrap(dialect)));
}

void asBridgeShareDialects(MlirContext from, MlirContext to) {
  unwrap(to)->appendDialectRegistry(unwrap(from)->getDialectRegistry());
}

MlirLocation asBridgeFileLocation(MlirLocation location) {
  auto found = unwrap(location)->findInstanceOf<FileLineColRange>();
  return found ? wrap(Location(found)) : MlirLocation{nullptr};
}

const void *asBridgeResourceBytes(MlirAttribute attribute, size_t *size) {
  auto resource = dyn_cast<DenseResourceElementsAttr>(unwrap(attribute));
  AsmResourceBlob *blob =
      resource ? resource.getRawHandle().getBlob() : nullptr;
  *size = blob ? blob->getData().size() : 0;
  return blob ? blob->getData().data() : nullptr;
}

void asBridgeEmitRemark(MlirLocation location, const char *message) {
  emitRemark(unwrap(location)) << message;
}

void asBridgeEmitWarning(MlirLocation location, const char *message) {
  emitWarning(unwrap(location)) << message;
}

int asBridgeIteratorTypes(MlirOperation op, AsBridgeIterator *types,
                          int capacity) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(unwrap(op));
  if (!linalgOp)
    return -1;
  int count = 0;
  for (utils::IteratorType type : linalgOp.getIteratorTypesArray()) {
    if (count < capacity)
      types[count] = type == utils::IteratorType::parallel
                         ? AS_ITERATOR_PARALLEL
                         : AS_ITERATOR_REDUCTION;
    count++;
  }
  return count;
}

bool asBridgeIsBufferizable(MlirOperation op) {
  return isa<bufferization::BufferizableOpInterface>(unwrap(op));
}

// transform::applyTransforms folds both kinds of failure into one; this is its
// body without the folding.
AsBridgeTransform asBridgeApplyNamedSequence(MlirOperation payload,
                                             MlirOperation sequence) {
  auto root = cast<transform::TransformOpInterface>(unwrap(sequence));
  transform::TransformState state =
      transform::detail::makeTransformStateForTesting(root->getParentRegion(),
                                                      unwrap(payload));
  DiagnosedSilenceableFailure result = state.applyTransform(root);
  AsBridgeTransform status = result.succeeded() ? AS_TRANSFORM_APPLIED
                             : result.isSilenceableFailure()
                                 ? AS_TRANSFORM_SILENCEABLE
                                 : AS_TRANSFORM_DEFINITE;
  (void)result.checkAndReport();
  return status;
}

int64_t asBridgeTypeBytes(MlirOperation op, MlirType type) {
  return DataLayout::closest(unwrap(op))
      .getTypeSize(unwrap(type))
      .getFixedValue();
}

void asBridgeCorrectConsumedMarks(MlirOperation module) {
  using transform::TransformDialect;
  unwrap(module)->walk([](transform::NamedSequenceOp sequence) {
    if (sequence.isExternal())
      return;
    llvm::SmallDenseSet<unsigned> consumed;
    transform::getConsumedBlockArguments(sequence.getBody().front(), consumed);
    for (unsigned i = 0; i < sequence.getNumArguments(); i++) {
      if (consumed.contains(i) ||
          !sequence.removeArgAttr(i, TransformDialect::kArgConsumedAttrName))
        continue;
      sequence.setArgAttr(i, TransformDialect::kArgReadOnlyAttrName,
                          UnitAttr::get(sequence.getContext()));
    }
  });
}
