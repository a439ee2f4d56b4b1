//===- extreme-pieces.h - Maxima and minima in registers of a target
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a maximum of several vectors is while it is not complete: an extreme
// that may be wrong about NaNs and the signs of zeros, and what is needed to
// make up for that in the end. A piece fills one register.
//
//===----------------------------------------------------------------------===//

#ifndef AS_CODEGEN_EXTREME_PIECES_H
#define AS_CODEGEN_EXTREME_PIECES_H

#include "target/target.h"
#include "llvm-c/Core.h"
#include <stdbool.h>

/// What all pieces of one maximum have in common.
typedef struct AsExtreme {
  LLVMBuilderRef builder;
  LLVMModuleRef module;
  AsExtremes how;
  bool hasMasks; ///< With AS_EXTREMES_BY_RANGE only: checks are masks.
  bool isMinimum;
  LLVMTypeRef element; ///< f32 or f64.
} AsExtreme;

typedef struct AsPiece {
  LLVMValueRef value; ///< Right where it is neither NaN nor zero.
  /// Of the vectors that went in, whether there was a NaN in a lane. A mask has
  /// false if so; without masks it is a vector that has a NaN if so, else any
  /// number. NULL if none has been looked at.
  LLVMValueRef check;
  LLVMValueRef unchecked; ///< One that the mask does not know; NULL if none.
  /// The bits of all combined by "and", for a minimum by "or": the first one is
  /// the sign of the extreme if that is zero. NULL with AS_EXTREMES_BY_RANGE.
  LLVMValueRef signs;
} AsPiece;

/// The smallest register that has `lanes` lanes of this type.
unsigned asPieceLanes(LLVMTypeRef element, unsigned lanes);

/// The piece of one vector.
AsPiece asPieceOf(const AsExtreme *extreme, LLVMValueRef vector);

/// The extreme of both.
AsPiece asPieceMerge(const AsExtreme *extreme, AsPiece x, AsPiece y);

/// The same with nothing unchecked.
AsPiece asPieceCheck(const AsExtreme *extreme, AsPiece piece);

/// The vector that llvm.maximum gives.
LLVMValueRef asPieceFinish(const AsExtreme *extreme, AsPiece piece);

/// Widens a piece of which the first `used` lanes count to `lanes` lanes that
/// all count: the others never are the extreme. It gets a mask for its check if
/// `extreme` has masks.
AsPiece asPieceWiden(const AsExtreme *extreme, AsPiece piece, unsigned used,
                     unsigned lanes);

/// The extreme of all lanes, as llvm.vector.reduce.fmaximum gives it.
LLVMValueRef asPieceReduce(const AsExtreme *extreme, AsPiece piece);

/// A piece of phis that get nothing yet.
AsPiece asPieceOfPhi(const AsExtreme *extreme, unsigned lanes);

/// Lets such a piece be `piece` if control comes from `from`, at whose end the
/// builder is.
void asPieceAddIncoming(const AsExtreme *extreme, AsPiece phi, AsPiece piece,
                        LLVMBasicBlockRef from);

/// `count` lanes of a vector from `first` on, then undefined ones up to
/// `lanes`.
LLVMValueRef asPieceShuffle(LLVMBuilderRef builder, LLVMValueRef vector,
                            unsigned first, unsigned count, unsigned lanes);

/// `vector` with the first `count` lanes of `piece` in place of those from `at`
/// on.
LLVMValueRef asPieceInsert(LLVMBuilderRef builder, LLVMValueRef vector,
                           LLVMValueRef piece, unsigned at, unsigned count);

#endif // AS_CODEGEN_EXTREME_PIECES_H
