//===- host-dialect.cpp - A dialect that MLIR does not have
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The dialect `host` of a host program, whose operations may have any name.
//
//===----------------------------------------------------------------------===//

#include "host-dialect.h"
#include "mlir/CAPI/IR.h"
#include "mlir/IR/Dialect.h"

namespace {
struct HostDialect : mlir::Dialect {
  explicit HostDialect(mlir::MLIRContext *context)
      : Dialect(getDialectNamespace(), context,
                mlir::TypeID::get<HostDialect>()) {
    allowUnknownOperations();
  }
  static llvm::StringRef getDialectNamespace() { return "host"; }
};
} // namespace

MLIR_DECLARE_EXPLICIT_TYPE_ID(HostDialect)
MLIR_DEFINE_EXPLICIT_TYPE_ID(HostDialect)

void insertHostDialect(MlirDialectRegistry registry) {
  unwrap(registry)->insert<HostDialect>();
}

void loadHostDialect(MlirContext context) {
  unwrap(context)->loadDialect<HostDialect>();
}
