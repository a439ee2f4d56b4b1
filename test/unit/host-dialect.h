//===- host-dialect.h - A dialect that MLIR does not have
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_TEST_HOST_DIALECT_H
#define AS_TEST_HOST_DIALECT_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Adds the dialect `host`, whose operations may have any name.
void insertHostDialect(MlirDialectRegistry registry);

/// Makes it known to the context alone, by way of no registry.
void loadHostDialect(MlirContext context);

#ifdef __cplusplus
}
#endif

#endif // AS_TEST_HOST_DIALECT_H
