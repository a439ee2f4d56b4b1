//===- alias-versions.h - Two versions of code, by alias check
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// If only a run-time check can tell whether arrays overlap, the program gets
// two versions of a nest: a transformed one for disjoint arrays, and the
// original loops.
//
//   scf.if %disjoint { transformed } else { original loops } {as.versions}
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_SCOP_ALIAS_VERSIONS_H
#define AS_AFFINE_SCOP_ALIAS_VERSIONS_H

#include "ir/ir.h"

/// Inserts an empty scf.if on `condition` before `next`, marked as.versions.
/// *disjoint and *otherwise are the terminators of its two branches.
void asAliasVersions(MlirOperation next, MlirValue condition,
                     MlirOperation *disjoint, MlirOperation *otherwise);

typedef enum AsAliasVersion {
  AS_VERSION_ONLY,        ///< Not in such an scf.if.
  AS_VERSION_DISJOINT,    ///< In the branch in which no arrays overlap.
  AS_VERSION_OVERLAPPING, ///< In the branch for all other cases.
} AsAliasVersion;

/// Which version the operation is in, by the innermost marked scf.if.
AsAliasVersion asAliasVersionOf(MlirOperation op);

#endif // AS_AFFINE_SCOP_ALIAS_VERSIONS_H
