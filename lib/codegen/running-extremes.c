//===- running-extremes.c - Maxima and minima that are exact at the end
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Computes a maximum of many vectors without regard to NaNs, and to the signs
// of zeros where they cost extra, and makes up for these where it ends.
//
// llvm.maximum gives NaN if an operand is NaN, and knows that -0 < +0. vmaxps
// does neither, so LLVM emits five instructions for each vector, one after the
// other: order the operands by sign, compare, blend. Of a maximum that runs
// through a loop or a window it is enough to know in the end whether a NaN went
// in, and whether all zeros were negative.
//
// Operations of one kind (maximum, or minimum) on one type that take each
// other's results make a web, together with the phis between them. All
// that is in a web is replaced, and vectors become registers on the way. The
// exact extreme is computed where something outside the web uses a value. A
// web with too few operations for that stays.
//
// llvm.vector.reduce.fmaximum ends a web: its lanes are halved as in
// extreme-pieces.c. Of vectors that are put together, the maximum of these is
// taken first.
//
// Requires:    optimised LLVM IR that asPrepareExtremes has prepared, then in
//              loop-closed form: where a loop has ended, values of it are read
//              through phis; and nothing that is not used.
// Provides:    fewer llvm.maximum, llvm.minimum and reductions by them; where
//              there were any, no phis of arrays of vectors of floats.
// Invalidates: nothing.
//
//   loop:
//     %m = phi <16 x float> [ splat (-inf), %entry ], [ %next, %loop ]
//     %next = call <16 x float> @llvm.maximum.v16f32(%m, %x)
//   exit:
//     %max = phi <16 x float> [ %next, %loop ]
//     store <16 x float> %max, ptr %y
//
// becomes
//
//   loop:
//     %m = phi <16 x float> [ splat (-inf), %entry ], [ %next, %loop ]
//     %o = phi <16 x i1> [ splat (true), %entry ], [ %still, %loop ]
//     %next = <maximum of numbers>(%m, %x)
//     %c = fcmp ord %x, %x
//     %still = and %o, %c
//   exit:
//     %max = phi <16 x float> [ %next, %loop ]
//     %isOrdered = phi <16 x i1> [ %still, %loop ]
//     %exact = select %isOrdered, %max, splat (NaN)
//     store <16 x float> %exact, ptr %y
//
//===----------------------------------------------------------------------===//

#include "codegen/running-extremes.h"
#include "codegen/extreme-pieces.h"
#include "codegen/extreme-webs.h"
#include "codegen/phi.h"
#include "support/arena.h"
#include <stdlib.h>

typedef struct Rewriter {
  AsExtremeWebs webs;
  LLVMBuilderRef builder;
  LLVMModuleRef module;
  AsExtremes how;
  unsigned registerBits;
} Rewriter;

//===----------------------------------------------------------------------===//
// Vectors and pieces
//===----------------------------------------------------------------------===//

/// How a vector is divided into pieces.
typedef struct Cut {
  unsigned lanes;    ///< Of the vector.
  unsigned full;     ///< Lanes of all pieces but the last one.
  unsigned count;    ///< Of pieces.
  unsigned lastUsed; ///< Lanes of the last one that belong to the vector.
  unsigned last;     ///< All lanes of the last one.
} Cut;

static Cut cutOf(const Rewriter *rewriter, LLVMTypeRef type) {
  LLVMTypeRef element = asExtremeElement(type);
  unsigned bits = LLVMGetTypeKind(element) == LLVMDoubleTypeKind ? 64 : 32;
  Cut cut = {.lanes = LLVMGetVectorSize(type),
             .full = rewriter->registerBits / bits};
  cut.count = (cut.lanes + cut.full - 1) / cut.full;
  cut.lastUsed = cut.lanes - (cut.count - 1) * cut.full;
  cut.last = asPieceLanes(element, cut.lastUsed);
  return cut;
}

static unsigned lanesOfPiece(const Cut *cut, unsigned piece) {
  return piece + 1 < cut->count ? cut->full : cut->last;
}

/// Those that belong to the vector.
static unsigned lanesUsed(const Cut *cut, unsigned piece) {
  return piece + 1 < cut->count ? cut->full : cut->lastUsed;
}

/// Whether there are mask registers for the checks of a web; NULL is one
/// without phis.
static bool hasMasks(const Rewriter *rewriter, AsWebMember *member,
                     const Cut *cut) {
  enum { MASKS = 6 }; // Of 8; some are for intermediate results.
  return rewriter->how == AS_EXTREMES_BY_RANGE &&
         (!member ||
          asWebsFirst(&rewriter->webs, member)->phis * cut->count <= MASKS);
}

static AsExtreme extremeOf(const Rewriter *rewriter, AsExtremeKind kind,
                           AsWebMember *member, LLVMTypeRef type,
                           const Cut *cut) {
  return (AsExtreme){.builder = rewriter->builder,
                     .module = rewriter->module,
                     .how = rewriter->how,
                     .hasMasks = hasMasks(rewriter, member, cut),
                     .isMinimum = kind == AS_MINIMUM,
                     .element = asExtremeElement(type)};
}

/// Puts the pieces of a vector together.
static LLVMValueRef putTogether(const Rewriter *rewriter, const Cut *cut,
                                const LLVMValueRef *pieces) {
  LLVMBuilderRef builder = rewriter->builder;
  LLVMValueRef whole =
      asPieceShuffle(builder, pieces[0], 0, lanesUsed(cut, 0), cut->lanes);
  for (unsigned p = 1; p < cut->count; p++)
    whole = asPieceInsert(builder, whole, pieces[p], p * cut->full,
                          lanesUsed(cut, p));
  return whole;
}

//===----------------------------------------------------------------------===//
// Members
//===----------------------------------------------------------------------===//

/// Whether a web gets faster. Making up for NaNs and zeros takes one
/// instruction by ranges, else four, and LLVM takes five for each extreme.
static bool isWorth(const Rewriter *rewriter, AsWebMember *member) {
  const AsWebMember *web = asWebsFirst(&rewriter->webs, member);
  unsigned callsForEnd = rewriter->how == AS_EXTREMES_BY_RANGE ? 1 : 2;
  return (web->phis || web->calls > 1) && web->calls >= callsForEnd * web->ends;
}

/// The member that `value` is if it is of this kind and is to be replaced.
static AsWebMember *replacedMember(const Rewriter *rewriter, LLVMValueRef value,
                                   AsExtremeKind kind) {
  AsWebMember *member = asWebsMember(&rewriter->webs, value, kind);
  return member && isWorth(rewriter, member) ? member : NULL;
}

/// Cuts a vector that comes from outside a web.
static AsPiece cutPiece(const Rewriter *rewriter, const AsExtreme *extreme,
                        LLVMValueRef value, const Cut *cut, unsigned p) {
  return asPieceOf(extreme,
                   asPieceShuffle(rewriter->builder, value, p * cut->full,
                                  lanesUsed(cut, p), lanesOfPiece(cut, p)));
}

/// Piece `p` of `value`, which has been built if it is a member.
static AsPiece pieceOf(const Rewriter *rewriter, const AsExtreme *extreme,
                       LLVMValueRef value, const Cut *cut, unsigned p) {
  AsWebMember *member = replacedMember(
      rewriter, value, extreme->isMinimum ? AS_MINIMUM : AS_MAXIMUM);
  return member ? member->pieces[p]
                : cutPiece(rewriter, extreme, value, cut, p);
}

static void build(Rewriter *rewriter, AsWebMember *member);

static void buildInput(Rewriter *rewriter, LLVMValueRef value,
                       AsExtremeKind kind) {
  AsWebMember *member = replacedMember(rewriter, value, kind);
  if (member)
    build(rewriter, member);
}

static void buildCall(Rewriter *rewriter, AsWebMember *member,
                      const AsExtreme *extreme, const Cut *cut) {
  LLVMValueRef x = LLVMGetOperand(member->value, 0);
  LLVMValueRef y = LLVMGetOperand(member->value, 1);
  buildInput(rewriter, x, member->kind);
  buildInput(rewriter, y, member->kind);
  LLVMPositionBuilderBefore(rewriter->builder, member->value);
  for (unsigned p = 0; p < cut->count; p++)
    member->pieces[p] =
        asPieceMerge(extreme, pieceOf(rewriter, extreme, x, cut, p),
                     pieceOf(rewriter, extreme, y, cut, p));
}

/// Builds phis without what goes into them, which may depend on them.
static void buildPhi(Rewriter *rewriter, AsWebMember *member,
                     const AsExtreme *extreme, const Cut *cut) {
  LLVMBuilderRef builder = rewriter->builder;
  LLVMPositionBuilderBefore(builder, member->value);
  for (unsigned p = 0; p < cut->count; p++)
    member->pieces[p] = asPieceOfPhi(extreme, lanesOfPiece(cut, p));
}

static void build(Rewriter *rewriter, AsWebMember *member) {
  if (member->pieces)
    return;
  LLVMTypeRef type = LLVMTypeOf(member->value);
  Cut cut = cutOf(rewriter, type);
  AsExtreme extreme = extremeOf(rewriter, member->kind, member, type, &cut);
  member->pieces = asAlloc(sizeof(AsPiece) * cut.count);
  if (LLVMIsAPHINode(member->value))
    buildPhi(rewriter, member, &extreme, &cut);
  else
    buildCall(rewriter, member, &extreme, &cut);
}

/// Gives phis what goes into them.
static void completePhi(Rewriter *rewriter, AsWebMember *member) {
  LLVMTypeRef type = LLVMTypeOf(member->value);
  Cut cut = cutOf(rewriter, type);
  AsExtreme extreme = extremeOf(rewriter, member->kind, member, type, &cut);
  for (unsigned p = 0; p < cut.count; p++)
    for (unsigned i = 0; i < LLVMCountIncoming(member->value); i++) {
      LLVMBasicBlockRef from = LLVMGetIncomingBlock(member->value, i);
      LLVMPositionBuilderBefore(rewriter->builder,
                                LLVMGetBasicBlockTerminator(from));
      asPieceAddIncoming(&extreme, member->pieces[p],
                         pieceOf(rewriter, &extreme,
                                 LLVMGetIncomingValue(member->value, i), &cut,
                                 p),
                         from);
    }
}

/// Computes the exact extreme for those outside the web.
static void finish(Rewriter *rewriter, AsWebMember *member) {
  LLVMTypeRef type = LLVMTypeOf(member->value);
  Cut cut = cutOf(rewriter, type);
  AsExtreme extreme = extremeOf(rewriter, member->kind, member, type, &cut);
  LLVMPositionBuilderBefore(
      rewriter->builder, LLVMIsAPHINode(member->value)
                             ? asPhiEnd(LLVMGetInstructionParent(member->value))
                             : member->value);
  LLVMValueRef *exact = asAlloc(sizeof *exact * cut.count);
  for (unsigned p = 0; p < cut.count; p++)
    exact[p] = asPieceFinish(&extreme, member->pieces[p]);
  LLVMReplaceAllUsesWith(member->value, putTogether(rewriter, &cut, exact));
  free(exact);
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// Vectors that are put together: all of their lanes are.
typedef struct Parts {
  LLVMValueRef *values;
  size_t count;
} Parts;

static void addPart(Parts *parts, LLVMValueRef value) {
  parts->values =
      asRealloc(parts->values, sizeof *parts->values * (parts->count + 1));
  parts->values[parts->count++] = value;
}

static bool takeApart(Parts *parts, LLVMValueRef vector, const bool *isUsed);

/// Takes apart operand `operand` of a shuffle, some of whose lanes are used.
static bool takeOperandApart(Parts *parts, LLVMValueRef shuffle,
                             const bool *isUsed, unsigned operand) {
  LLVMValueRef vector = LLVMGetOperand(shuffle, operand);
  unsigned lanes = LLVMGetVectorSize(LLVMTypeOf(vector));
  bool *used = asAlloc(sizeof *used * lanes), any = false;
  for (unsigned i = 0; i < LLVMGetNumMaskElements(shuffle); i++) {
    int lane = LLVMGetMaskValue(shuffle, i) - (int)(operand * lanes);
    if (!isUsed[i] || lane < 0 || lane >= (int)lanes)
      continue;
    used[lane] = any = true;
  }
  bool did = !any || takeApart(parts, vector, used);
  free(used);
  return did;
}

/// False if a vector is only used in part.
static bool takeApart(Parts *parts, LLVMValueRef vector, const bool *isUsed) {
  if (LLVMIsAShuffleVectorInst(vector))
    return takeOperandApart(parts, vector, isUsed, 0) &&
           takeOperandApart(parts, vector, isUsed, 1);
  for (unsigned i = 0; i < LLVMGetVectorSize(LLVMTypeOf(vector)); i++)
    if (!isUsed[i])
      return false;
  addPart(parts, vector);
  return true;
}

/// The vectors that `vector` is put together from, or itself.
static Parts partsOf(LLVMValueRef vector) {
  Parts parts = {0};
  unsigned lanes = LLVMGetVectorSize(LLVMTypeOf(vector));
  bool *isUsed = asAlloc(sizeof *isUsed * lanes);
  for (unsigned i = 0; i < lanes; i++)
    isUsed[i] = true;
  if (!takeApart(&parts, vector, isUsed)) {
    parts.count = 0;
    addPart(&parts, vector);
  }
  free(isUsed);
  return parts;
}

/// Lanes of the widest piece.
static unsigned widestPiece(const Rewriter *rewriter, const Parts *parts) {
  unsigned widest = 0;
  for (size_t i = 0; i < parts->count; i++) {
    Cut cut = cutOf(rewriter, LLVMTypeOf(parts->values[i]));
    unsigned lanes = lanesOfPiece(&cut, 0);
    widest = lanes > widest ? lanes : widest;
  }
  return widest;
}

static void reduce(Rewriter *rewriter, LLVMValueRef reduction) {
  AsExtremeKind kind = asReductionKind(reduction);
  LLVMValueRef vector = LLVMGetOperand(reduction, 0);
  Parts parts = partsOf(vector);
  unsigned lanes = widestPiece(rewriter, &parts);
  AsExtreme extreme = extremeOf(rewriter, kind, NULL, LLVMTypeOf(vector), NULL);
  LLVMPositionBuilderBefore(rewriter->builder, reduction);
  AsPiece all = {0};
  for (size_t i = 0; i < parts.count; i++) {
    Cut cut = cutOf(rewriter, LLVMTypeOf(parts.values[i]));
    for (unsigned p = 0; p < cut.count; p++) {
      AsPiece piece = asPieceWiden(
          &extreme, pieceOf(rewriter, &extreme, parts.values[i], &cut, p),
          lanesUsed(&cut, p), lanes);
      all = all.value ? asPieceMerge(&extreme, all, piece) : piece;
    }
  }
  free(parts.values);
  LLVMReplaceAllUsesWith(reduction, asPieceReduce(&extreme, all));
  LLVMInstructionEraseFromParent(reduction);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

typedef void VisitMember(Rewriter *rewriter, AsWebMember *member);

static void visitReplaced(Rewriter *rewriter, VisitMember *visit) {
  for (size_t m = 0; m < rewriter->webs.numMembers; m++)
    if (isWorth(rewriter, &rewriter->webs.members[m]))
      visit(rewriter, &rewriter->webs.members[m]);
}

static void completeIfPhi(Rewriter *rewriter, AsWebMember *member) {
  if (LLVMIsAPHINode(member->value))
    completePhi(rewriter, member);
}

static void finishIfEnd(Rewriter *rewriter, AsWebMember *member) {
  if (asWebsEndsAt(&rewriter->webs, member))
    finish(rewriter, member);
}

static void forget(Rewriter *rewriter, AsWebMember *member) {
  (void)rewriter;
  LLVMReplaceAllUsesWith(member->value,
                         LLVMGetPoison(LLVMTypeOf(member->value)));
}

static void erase(Rewriter *rewriter, AsWebMember *member) {
  (void)rewriter;
  LLVMInstructionEraseFromParent(member->value);
}

static bool isOfVectors(LLVMTypeRef leaf, unsigned parameter) {
  (void)parameter;
  return asExtremeElement(leaf);
}

bool asPrepareExtremes(LLVMValueRef function) {
  AsExtremeWebs webs = asWebsFind(function);
  bool has = webs.numMembers || webs.numReductions;
  asWebsFree(&webs);
  // MLIR carries the rows of a tile through loops as an array of vectors.
  if (has)
    asPhiSplitArrays(function, isOfVectors, 0);
  return has;
}

void asRunExtremes(LLVMValueRef function, AsExtremes how,
                   unsigned registerBits) {
  LLVMModuleRef module = LLVMGetGlobalParent(function);
  Rewriter rewriter = {
      .webs = asWebsFind(function),
      .builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module)),
      .module = module,
      .how = how,
      .registerBits = registerBits};
  visitReplaced(&rewriter, build);
  visitReplaced(&rewriter, completeIfPhi);
  for (size_t r = 0; r < rewriter.webs.numReductions; r++)
    reduce(&rewriter, rewriter.webs.reductions[r]);
  visitReplaced(&rewriter, finishIfEnd);
  visitReplaced(&rewriter, forget);
  visitReplaced(&rewriter, erase);
  LLVMDisposeBuilder(rewriter.builder);
  asWebsFree(&rewriter.webs);
}
