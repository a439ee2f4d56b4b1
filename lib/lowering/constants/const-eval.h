//===- const-eval.h - What constants determine, as constants
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the first run computes of constants
// (lowering/constants/constant-hoisting.h) lies in memory beside what it was
// computed from, which nobody reads again. So who emits a lowered module can
// have it computed before: a child process runs the part of the module that
// does it (`as-worker once`), and what comes out takes the place of what it was
// computed from.
//
//===----------------------------------------------------------------------===//

#ifndef AS_LOWERING_CONSTANTS_CONST_EVAL_H
#define AS_LOWERING_CONSTANTS_CONST_EVAL_H

#include "as/error.h"
#include "ir/ir.h"
#include "support/packet-layout.h"

/// Of the part: `void as_entry_once(void **arrays)` computes all of them, and
/// says where they are.
#define AS_CONST_EVAL_ENTRY "as_entry_once"

/// How large one of the arrays is.
typedef struct AsConstEvalSize {
  int64_t bytes;
} AsConstEvalSize;

/// What the child process is asked.
typedef struct AsConstEvalRequest {
  const void *bytecode; ///< Of the part.
  size_t bytecodeLength;
  const AsConstEvalSize *sizes; ///< Of the arrays, in order.
  int numArrays;
} AsConstEvalRequest;

/// What it answers.
typedef struct AsConstEvalReply {
  const char *problem; ///< Why there are no arrays, or "".
  const void *arrays;  ///< One after another.
  size_t arraysLength;
} AsConstEvalReply;

extern const AsPacketLayout asConstEvalRequestLayout;
extern const AsPacketLayout asConstEvalReplyLayout;

/// An array that the first run computes.
typedef struct AsConstEvalArray {
  MlirOperation global;
  int64_t bytes;
} AsConstEvalArray;

typedef struct AsConstEval {
  MlirModule module;
  MlirOperation compute; ///< The function that computes them.
  AsConstEvalArray *arrays;
  int numArrays;
  int64_t bytes;     ///< Of all arrays.
  int64_t mostBytes; ///< That arrays of different contents may have.
} AsConstEval;

/// Finds what a lowered module computes in its first run. False where that is
/// nothing, or takes much more room than what it is computed from, so that the
/// code is the better way to keep it. To be freed in either case.
bool asConstEvalFind(MlirModule lowered, AsConstEval *once);

void asConstEvalFree(AsConstEval *once);

/// Appends the request as a packet.
AsStatus asConstEvalRequest(const AsConstEval *once, AsText *request,
                            AsError *error);

/// Puts the arrays, as in the reply, into the module, those with the same bytes
/// once. What only computed them goes. False, and nothing is changed, where
/// they take more than once->mostBytes.
bool asConstEvalReplace(const AsConstEval *once, const char *bytes);

#endif // AS_LOWERING_CONSTANTS_CONST_EVAL_H
