//===- operand-widening.c - Weights that a product widens
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See operand-widening.h.
//
//===----------------------------------------------------------------------===//

#include "costmodel/operand-widening.h"
#include "target/widening-limits.h"

//===----------------------------------------------------------------------===//
// What is widened
//===----------------------------------------------------------------------===//

/// The operand with lanes whose numbers are narrower than the sums, which are
/// floats; the one with the most loops, as zero points may be narrow, too. -1
/// if there is none.
static int narrowOperand(const AsNestView *view, const AsStageView *stage) {
  const AsTensor *tensors = view->nest->sketch->program->tensors;
  const AsAccess *result = asStageResult(stage->stage);
  int found = -1;
  if (!result || !asElementIsFloat(tensors[result->tensor].element))
    return -1;
  for (int a = 0; a < stage->stage->numAccesses; a++) {
    const AsAccess *access = &stage->stage->access[a];
    bool isNarrow = asElementBytes(tensors[access->tensor].element) <
                    asElementBytes(tensors[result->tensor].element);
    if (!access->isWrite && isNarrow && stage->moves[a] >> stage->lane & 1 &&
        (found < 0 || __builtin_popcount(stage->moves[a]) >
                          __builtin_popcount(stage->moves[found])))
      found = a;
  }
  return found;
}

/// Takes the product itself from the operations of the stage. False if they are
/// more than products and what widens a factor.
static bool findArithmetic(const AsStageView *stage, bool isInteger,
                           int rest[AS_NUM_ARITHMETIC]) {
  static const AsArithmetic others[] = {
      AS_ARITHMETIC_DIV, AS_ARITHMETIC_COMPARE, AS_ARITHMETIC_MATH};
  const int *all = stage->stage->arithmetic;
  for (size_t k = 0; k < sizeof others / sizeof *others; k++)
    if (all[others[k]])
      return false;
  if (!all[AS_ARITHMETIC_ADD] || !all[AS_ARITHMETIC_MUL])
    return false;
  for (int k = 0; k < AS_NUM_ARITHMETIC; k++)
    rest[k] = all[k];
  rest[AS_ARITHMETIC_ADD]--;
  rest[AS_ARITHMETIC_MUL]--;
  if (!isInteger) // They are extended as they are loaded.
    rest[AS_ARITHMETIC_CAST] = 0;
  return true;
}

/// The loops, as bits, of which the widened numbers are the same for all
/// iterations: of the result, but not of the operand.
static uint16_t loopsOfRows(const AsStageView *stage, int operand) {
  uint16_t loops = 0;
  for (int a = 0; a < stage->stage->numAccesses; a++)
    if (stage->stage->access[a].isWrite)
      loops |= stage->moves[a];
  return loops & (uint16_t)~stage->moves[operand];
}

//===----------------------------------------------------------------------===//
// How often
//===----------------------------------------------------------------------===//

static bool isMoved(const AsStageView *stage, uint16_t loops, int l) {
  return stage->dim[l] < 0 || loops >> stage->dim[l] & 1;
}

/// The iterations of a body along the loops.
static double sizeOfBody(const AsStageView *stage, uint16_t loops) {
  double size = 1;
  for (int d = 0; d < stage->stage->numDims; d++)
    size *= loops >> d & 1 ? stage->body[d] : 1;
  return size;
}

/// How many numbers there are in an array that is filled before loop `l`, which
/// uses the same ones in each iteration; 0 where there is none.
static double sizeOfArray(const AsStageView *stage, uint16_t loops, int l,
                          double most) {
  double times = stage->trip[l], size = sizeOfBody(stage, loops);
  bool isArray = false;
  if (isMoved(stage, loops, l) || asNestIsParallel(&stage->own->loop[l]))
    return 0;
  for (int i = l + 1; i < stage->numLoops; i++) {
    bool moves = isMoved(stage, loops, i);
    if (stage->dim[i] < 0 || asNestIsParallel(&stage->own->loop[i]))
      return 0;
    *(moves ? &size : &times) *= stage->trip[i];
    isArray |= moves && stage->trip[i] > 1;
  }
  return isArray && times >= AS_WIDEN_FEWEST_TIMES && size <= most ? size : 0;
}

/// Counts the vectors that are widened in a run, moved by `loops`: before a
/// loop from `first` on whose array has at most so many numbers, or for each
/// use.
static void countVectors(const AsStageView *stage, uint16_t loops, int first,
                         double most, AsWidening *widening) {
  for (int l = first; l < stage->numLoops; l++) {
    double size = sizeOfArray(stage, loops, l, most);
    if (size > 0) {
      widening->loop = l;
      widening->vectors = stage->entries[l] * size * stage->vectorsPerLane;
      return;
    }
  }
  int depth = stage->numLoops;
  while (depth > 0 && !isMoved(stage, loops, depth - 1))
    depth--;
  widening->vectors =
      stage->entries[depth] * sizeOfBody(stage, loops) * stage->vectorsPerLane;
}

AsWidening asViewWidening(const AsNestView *view, int s) {
  const AsStageView *stage = &view->stage[s];
  AsWidening widening = {.operand = -1, .loop = -1, .ratio = 1};
  int operand =
      stage->accumulates && stage->lane >= 0 ? narrowOperand(view, stage) : -1;
  if (operand < 0)
    return widening;
  const AsTensor *tensors = view->nest->sketch->program->tensors;
  AsElement narrow = tensors[stage->stage->access[operand].tensor].element,
            wide = tensors[asStageResult(stage->stage)->tensor].element;
  bool isInteger = !asElementIsFloat(narrow);
  if (!findArithmetic(stage, isInteger, widening.arithmetic))
    return widening;
  widening.operand = operand;
  widening.ratio = (double)asElementBytes(wide) / asElementBytes(narrow);
  uint16_t rows = loopsOfRows(stage, operand), loops = 0;
  for (int a = 0; a < stage->stage->numAccesses; a++)
    if (!stage->stage->access[a].isWrite && !(stage->moves[a] & rows)) {
      widening.inputs |= (uint16_t)(1 << a);
      loops |= stage->moves[a];
    }
  // Lowering looks for integers only. A copy that is made inside of a loop is
  // another one each time.
  int first = !isInteger                 ? stage->numLoops
              : stage->isCopied[operand] ? stage->packDepth[operand]
                                         : 0;
  countVectors(stage, loops, first,
               (double)AS_WIDEN_MOST_BYTES / asElementBytes(wide), &widening);
  return widening;
}

void asReadWidened(AsStageView *stage, const AsWidening *widening,
                   double lineBytes) {
  for (int l = widening->loop + 1; widening->loop >= 0 && l <= stage->numLoops;
       l++) {
    AsReach *reach = &stage->reach[widening->operand][l];
    double bytes = reach->bytes * widening->ratio;
    stage->working[l] += bytes - reach->bytes;
    *reach = (AsReach){bytes, asMost(1, bytes / lineBytes), 1, 0};
  }
}

bool asIsReadWide(const AsWidening *widening, int a) {
  return widening->loop >= 0 && a == widening->operand;
}
