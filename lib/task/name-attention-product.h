//===- name-attention-product.h - Products that weights do not become part of
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_TASK_NAME_ATTENTION_PRODUCT_H
#define AS_TASK_NAME_ATTENTION_PRODUCT_H

#include "ir/ir.h"

/// Makes a linalg.contract of the last product of attention where that makes it
/// a task, and then destroys `product`.
void asNameAttentionProduct(MlirOperation product, MlirOperation scores);

#endif // AS_TASK_NAME_ATTENTION_PRODUCT_H
