//===- read-around-borders.c - Read images around their border
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A padded image of which vectors are read is not made: what lies in the image
// is read from there, the rest is the value of the border.
//
// Few vectors are in the border, and where they are mostly depends on a loop.
// So loops are changed in two ways before reads are replaced. The first and the
// last iterations of a loop over the tiles of a row of pixels are peeled off,
// and with them those of the loop over a row of the window: there it is known
// which pixels are in the border, and in what is left of the loop none is. And
// the body of a loop over the rows of a window gets a branch: rows are in the
// image, or they are not.
//
//   for %x = 0 to 14 step 7              for %dy = 0 to 3         // %x is 0
//     for %dy = 0 to 3                     if %y + %dy - 1 in the image
//       for %dx = 0 to 3           ->        pixels in the border, 0 to 5
//         read 7 pixels from %x + %dx        ...
//                                          else
//                                            pixels in the border
//                                        for %dy = 0 to 3         // %x is 7
//                                          ...
//
// Multiplications by the border are kept: by an infinite weight they give NaN.
//
// Requires:    functions on tensors, vectorised; canonical, or nearly so. Pads
//              are insertions into fills.
// Provides:    no such pad that vectors of static sizes are read from, if the
//              last dimension is not padded.
// Invalidates: loops over what is read.
//
//===----------------------------------------------------------------------===//

#include "ir/ir-mapping.h"
#include "ir/peel-iterations.h"
#include "lowering/lowering-steps.h"
#include "lowering/memory/border-reads.h"
#include "support/arena.h"
#include <stdlib.h>

enum {
  mostReads = 1024, ///< Of one image: it becomes much code.
  mostPeeled = 4,   ///< Iterations at each end of a loop.
};

/// The loop of a term of the index, the outermost or the innermost one; null if
/// there is none.
static MlirOperation loopOf(const AsIrLinear *index, bool isOutermost) {
  MlirOperation found = {NULL};
  for (int t = 0; t < index->numTerms; t++) {
    MlirValue counter = index->term[t].value;
    MlirOperation loop = asIrLoopOfCounter(counter);
    if (mlirOperationIsNull(loop))
      continue;
    bool isInner = !mlirOperationIsNull(found) && asIrIsInside(counter, found);
    if (mlirOperationIsNull(found) || isInner != isOutermost)
      found = loop;
  }
  return found;
}

static int64_t factorOf(const AsIrLinear *index, MlirOperation loop) {
  MlirValue counter = mlirBlockGetArgument(asIrBody(loop), 0);
  for (int t = 0; t < index->numTerms; t++)
    if (mlirValueEqual(index->term[t].value, counter))
      return index->term[t].factor;
  return 0;
}

//===----------------------------------------------------------------------===//
// Peeling
//===----------------------------------------------------------------------===//

/// Finds how many iterations at either end of the loop read something of the
/// border in dimension `r`. False if that is not known, or if there are many of
/// them.
static bool countIterations(const AsBordered *bordered,
                            const AsBorderRead *read, intptr_t r,
                            MlirOperation loop, int64_t *first, int64_t *last) {
  const AsIrLinear *index = &read->index[r];
  AsIrRange range;
  int64_t least, most, factor = factorOf(index, loop);
  if (factor <= 0 || !asIrConstantRange(loop, &range) ||
      !asIrLinearRange(index, &least, &most))
    return false;
  int64_t trip = asIrRangeTrip(&range), stride = factor * range.step;
  int64_t others = most - (trip - 1) * stride; // In the first iteration.
  int64_t below = bordered->low[r] - least,
          end = bordered->low[r] + bordered->size[r] - read->extent[r];
  *first = below > 0 ? (below + stride - 1) / stride : 0;
  int64_t above = others + (trip - 1) * stride - end;
  *last = above > 0 ? (above + stride - 1) / stride : 0;
  return *first <= mostPeeled && *last <= mostPeeled && *first + *last > 0;
}

/// Whether the border is found out best by a branch in the loop over the
/// window: one element is read of the dimension, by several loops.
static bool suitsBranch(const AsBorderRead *read, intptr_t r) {
  return read->extent[r] == 1 && read->index[r].numTerms > 1;
}

/// Peels a loop for a read that is in part in the border. False if there is
/// nothing to peel.
static bool peelFor(const AsBordered *bordered, const AsBorderRead *read) {
  for (intptr_t r = 0; r < bordered->rank; r++) {
    if (read->side[r] != AS_BORDER_UNKNOWN || suitsBranch(read, r))
      continue;
    MlirOperation loop = loopOf(&read->index[r], true);
    int64_t first, last;
    if (mlirOperationIsNull(loop) ||
        !countIterations(bordered, read, r, loop, &first, &last))
      continue;
    asIrPeelIterations(loop, first, last);
    return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

/// What a branch asks: whether each of these indices is in the image.
typedef struct Question {
  intptr_t dim;
  MlirOperation loop;
  int count;
  AsIrLinear index[mostPeeled];
  int64_t extent[mostPeeled];
} Question;

/// Whether the read has to do with the question.
static bool isAsked(const Question *question, const AsBorderRead *read) {
  intptr_t r = question->dim;
  return read->side[r] == AS_BORDER_UNKNOWN && read->index[r].numTerms &&
         mlirOperationEqual(loopOf(&read->index[r], false), question->loop);
}

/// Adds what the read needs; false if there is no room.
static bool ask(Question *question, const AsBorderRead *read) {
  const AsIrLinear *index = &read->index[question->dim];
  int64_t extent = read->extent[question->dim];
  for (int i = 0; i < question->count; i++)
    if (question->extent[i] == extent &&
        asIrLinearEqual(&question->index[i], index))
      return true;
  if (question->count == mostPeeled)
    return false;
  question->index[question->count] = *index;
  question->extent[question->count++] = extent;
  return true;
}

/// Makes two of the body of a loop: `condition` holds in the first.
static void branchInLoop(MlirOperation loop, MlirValue condition,
                         MlirOperation first) {
  MlirBlock body = asIrBody(loop);
  MlirOperation end = mlirBlockGetTerminator(body);
  intptr_t count = mlirOperationGetNumOperands(end);
  MlirValue *yielded = asAlloc(sizeof *yielded * (size_t)(count + 1));
  for (intptr_t i = 0; i < count; i++)
    yielded[i] = mlirOperationGetOperand(end, i);
  MlirOperation branch = asIrInsertIf(end, condition, count, yielded);
  MlirBlock then = asIrBody(branch),
            otherwise =
                mlirRegionGetFirstBlock(mlirOperationGetRegion(branch, 1));
  MlirOperation thenEnd = mlirBlockGetTerminator(then),
                otherwiseEnd = mlirBlockGetTerminator(otherwise);
  AsIrMap map = {0};
  for (MlirOperation op = first, next; !mlirOperationEqual(op, branch);
       op = next) {
    next = mlirOperationGetNextInBlock(op);
    mlirOperationMoveBefore(asIrMapClone(&map, op, otherwise), otherwiseEnd);
    mlirOperationMoveBefore(op, thenEnd);
  }
  for (intptr_t i = 0; i < count; i++) {
    int to = asIrMapFind(&map, yielded[i]);
    if (to >= 0)
      mlirOperationSetOperand(otherwiseEnd, i, map.to[to]);
    mlirOperationSetOperand(end, i, mlirOperationGetResult(branch, i));
  }
  asIrMapFree(&map);
  free(yielded);
}

static void note(AsBorderRead *reads, int count, const Question *question,
                 AsBorderSide side) {
  for (int i = 0; i < count; i++)
    if (isAsked(question, &reads[i]))
      asBorderNote(reads[i].op, question->dim, side);
}

/// Makes two of the body of the loop that the read's dimension `r` depends on:
/// one in which all such reads are in the image, one in which they are not.
static void branchFor(const AsBordered *bordered, AsBorderRead *reads,
                      int count, const AsBorderRead *read, intptr_t r) {
  Question question = {.dim = r, .loop = loopOf(&read->index[r], false)};
  bool fits = !mlirOperationIsNull(question.loop);
  for (int i = 0; i < count && fits; i++)
    fits = !isAsked(&question, &reads[i]) || ask(&question, &reads[i]);
  if (!fits) {
    for (int i = 0; i < count; i++)
      if (isAsked(&question, &reads[i]))
        asBorderNote(reads[i].op, r, AS_BORDER_EITHER);
    return;
  }
  // What a single pixel is not inside of it is outside of.
  bool isSingle = question.count == 1 && question.extent[0] == 1;
  note(reads, count, &question,
       isSingle ? AS_BORDER_OUTSIDE : AS_BORDER_EITHER);
  MlirOperation first = mlirBlockGetFirstOperation(asIrBody(question.loop));
  MlirValue condition = {NULL};
  for (int i = 0; i < question.count; i++) {
    MlirValue own = asBorderIsInside(first, bordered, r, &question.index[i],
                                     question.extent[i]);
    condition = i ? asIrInsertBinary(first, "arith.andi", condition, own) : own;
  }
  branchInLoop(question.loop, condition, first);
  note(reads, count, &question, AS_BORDER_INSIDE);
}

/// Branches for a read whose side is unknown, of the outermost loop that there
/// is. False if there is none.
static bool branchForAny(const AsBordered *bordered, AsBorderRead *reads,
                         int count) {
  const AsBorderRead *found = NULL;
  intptr_t dim = 0;
  MlirOperation outermost = {NULL};
  for (int i = 0; i < count; i++)
    for (intptr_t r = 0; r < bordered->rank; r++) {
      const AsIrLinear *index = &reads[i].index[r];
      if (reads[i].side[r] != AS_BORDER_UNKNOWN || !index->numTerms)
        continue;
      MlirOperation loop = loopOf(index, false);
      bool isOuter =
          found && !mlirOperationIsNull(loop) &&
          !mlirOperationIsNull(outermost) &&
          asIrIsInside(mlirBlockGetArgument(asIrBody(outermost), 0), loop) &&
          !mlirOperationEqual(loop, outermost);
      if (found && !isOuter)
        continue;
      found = &reads[i];
      dim = r;
      outermost = loop;
    }
  if (found)
    branchFor(bordered, reads, count, found, dim);
  return found;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

static void readAround(const AsBordered *bordered) {
  AsBorderRead *reads = asAlloc(sizeof *reads * mostReads);
  bool goesOn = true;
  while (goesOn && asBorderCountReads(bordered) < mostReads / 2) {
    int count = asBorderReads(bordered, reads, mostReads);
    goesOn = false;
    for (int i = 0; i < count && !goesOn; i++)
      goesOn = peelFor(bordered, &reads[i]);
  }
  goesOn = true;
  while (goesOn && asBorderCountReads(bordered) < mostReads / 2) {
    int count = asBorderReads(bordered, reads, mostReads);
    goesOn = branchForAny(bordered, reads, count);
  }
  for (int count; (count = asBorderReads(bordered, reads, mostReads)) > 0;)
    for (int i = 0; i < count; i++)
      asBorderReplace(bordered, &reads[i]);
  free(reads);
}

typedef struct Found {
  AsBordered bordered;
  bool is;
} Found;

static MlirWalkResult find(MlirOperation op, void *context) {
  Found *found = context;
  found->is = asBorderFind(op, &found->bordered) &&
              asBorderCountReads(&found->bordered) < mostReads / 4;
  return found->is ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

AsStatus asReadAroundBorders(MlirModule module, bool verify, AsError *error) {
  MlirOperation op = mlirModuleGetOperation(module);
  Found found = {0};
  bool any = false;
  for (;; any = true) {
    mlirOperationWalk(op, find, &found, MlirWalkPreOrder);
    if (!found.is)
      break;
    readAround(&found.bordered);
  }
  return any ? asIrRunPipeline(op, "builtin.module(canonicalize,cse)", verify,
                               error)
             : AS_OK;
}
