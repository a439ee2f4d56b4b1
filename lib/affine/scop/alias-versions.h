//===- alias-versions.h - Code for arrays that overlap, and that do not
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where only the running program knows whether arrays overlap, it has two
// versions of what uses them: one that was changed as if they did not, and the
// loops as they were.
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_SCOP_ALIAS_VERSIONS_H
#define AS_AFFINE_SCOP_ALIAS_VERSIONS_H

#include "ir/ir.h"

/// Puts two versions before `next`, with nothing in them: *disjoint ends the
/// one for where `condition` holds, *otherwise the other one.
void asAliasVersions(MlirOperation next, MlirValue condition,
                     MlirOperation *disjoint, MlirOperation *otherwise);

typedef enum AsAliasVersion {
  AS_VERSION_ONLY,        ///< There is no other.
  AS_VERSION_DISJOINT,    ///< No arrays overlap here,
  AS_VERSION_OVERLAPPING, ///< and here some do.
} AsAliasVersion;

/// Which version the operation is in.
AsAliasVersion asAliasVersionOf(MlirOperation op);

#endif // AS_AFFINE_SCOP_ALIAS_VERSIONS_H
