//===- pack.c - Copy the tiles of an operand next to each other
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies the tiles of an operand into a buffer in which they lie one after
// another, and reads them from there. A pad that pads nothing but must not be
// folded is a copy; hoisted out of the register loops it fills a buffer that is
// laid out tile by tile. Where the lanes are not the last dimension of the
// operand, the copy has them last (packed-transpose.h).
//
// Knobs: `hoistKnob`, of kind hoist, says out of how many loops the copying is
// hoisted.
//
//   %h7, %p7, %q7 = transform.structured.pad %h6 {nofold_flags = [0,1,0], ...}
//   %h8 = transform.get_producer_of_operand %h7[1]
//   %h9 = transform.structured.hoist_pad %h8 by 2 loops
//
// Loop nest: the operand is read from a copy that the innermost loops use
// again. They must be there, and whole squares or vectors in the tile of the
// operand.
//
//===----------------------------------------------------------------------===//

#include "sketch/sanity.h"
#include "sketch/script-peel.h"
#include "sketch/steps/operand-copy.h"
#include "sketch/steps/packed-transpose.h"
#include "sketch/steps/step-ops.h"

static void clear(AsStep *step) { step->pack.hoistKnob = -1; }

static bool isSane(const AsSketch *sketch, const AsStep *step) {
  return asOperandIsSane(sketch, step->stage, step->pack.operand) &&
         asKnobOrNoneIsSane(sketch, step->pack.hoistKnob, AS_KNOB_HOIST);
}

/// How many elements are copied at a time where an operand is packed that the
/// lanes do not index and whose last dimension is reduced; 0 for others.
static int64_t packedRun(const AsProgram *program, const AsStage *stage,
                         int operand) {
  enum { most = 16 };
  const AsAccess *access = &stage->access[operand];
  int rank = program->tensors[access->tensor].rank;
  int last = rank > 0 ? asAccessLoop(access, stage, rank - 1) : -1;
  if (last < 0 || !stage->isReduction[last])
    return 0;
  int lane = asStageLaneLoop(program, stage);
  for (int r = 0; r < rank && lane >= 0; r++)
    if (access->factor[r][lane] != 0)
      return 0;
  int64_t run = 1;
  while (run < most && stage->extent[last] % (2 * run) == 0)
    run *= 2;
  return run;
}

//===----------------------------------------------------------------------===//
// The loop nest
//===----------------------------------------------------------------------===//

/// Whether the tile of an operand that is turned consists of whole squares.
static bool isWholeSquares(const AsNest *nest, const AsStep *step) {
  const AsProgram *program = nest->sketch->program;
  const AsStage *stage = &program->stages[step->stage];
  const AsAccess *access = &stage->access[step->pack.operand];
  const AsTensor *tensor = &program->tensors[access->tensor];
  int turned = asTurnedDim(program, stage, access);
  if (turned < 0)
    return true;
  int64_t square = asTurnedSquare(nest->sketch->vectorBytes, tensor->element);
  const int64_t *tile = nest->stage[step->stage].tile;
  return tile[asAccessLoop(access, stage, turned)] % square == 0 &&
         tile[asAccessLoop(access, stage, tensor->rank - 1)] % square == 0;
}

/// Whether the tile of an operand that is reduced along its last dimension is
/// copied by whole vectors.
static bool isWholeRuns(const AsNest *nest, const AsStep *step) {
  const AsProgram *program = nest->sketch->program;
  const AsStage *stage = &program->stages[step->stage];
  const AsAccess *access = &stage->access[step->pack.operand];
  int64_t run = packedRun(program, stage, step->pack.operand);
  int last = program->tensors[access->tensor].rank - 1;
  return run == 0 ||
         nest->stage[step->stage].tile[asAccessLoop(access, stage, last)] %
                 run ==
             0;
}

/// Whether tiles of threads may leave something over: then all is peeled before
/// it is packed.
static bool sharesUnevenly(const AsSketch *sketch) {
  for (int i = 0; i < sketch->numSteps; i++) {
    const AsStep *step = &sketch->steps[i];
    if (step->kind != AS_STEP_PARALLEL || step->parallel.isPadded)
      continue;
    const AsStage *stage = &sketch->program->stages[step->stage];
    for (int d = 0; d < stage->numDims; d++)
      if (asSizeLeavesRest(sketch, &step->parallel.size[d], stage->extent[d]))
        return true;
  }
  return false;
}

/// The loop that an operand of a product is padded along, where tiles leave
/// something over: the lanes, as rows do not index it.
static int paddedLoop(const AsNest *nest, const AsStep *step) {
  const AsStage *stage = &nest->sketch->program->stages[step->stage];
  const AsNestStage *own = &nest->stage[step->stage];
  int lane = asStageLaneLoop(nest->sketch->program, stage);
  bool isPadded = stage->kind == AS_STAGE_CONTRACTION && lane >= 0 &&
                  asAccessUses(&stage->access[step->pack.operand], lane) &&
                  stage->extent[lane] % own->tile[lane] &&
                  !sharesUnevenly(nest->sketch);
  return isPadded ? lane : own->padded;
}

/// Whether the `count` innermost loops have the order of the dimensions that
/// they index. If these loops carry no result, as those of scores, upstream
/// fills the packed copy in the order of dimensions, but reads it in the order
/// of loops, so that both must agree.
static bool isInOrder(const AsNest *nest, const AsStep *step, int count) {
  const AsProgram *program = nest->sketch->program;
  const AsStage *own = &program->stages[step->stage];
  const AsNestStage *stage = &nest->stage[step->stage];
  int before = -1;
  if (step->stage == asProgramAnchor(program))
    return true;
  for (int l = stage->numLoops - count; l < stage->numLoops; l++) {
    int dim = asAccessDim(program, own, &own->access[step->pack.operand],
                          stage->loop[l].dim);
    if (dim >= 0 && dim < before)
      return false;
    before = dim >= 0 ? dim : before;
  }
  return true;
}

/// The copy of the operand is hoisted out of the innermost loops, which must
/// therefore be there.
static bool applyToNest(AsNest *nest, const AsStep *step,
                        const AsPoint *point) {
  AsNestStage *stage = &nest->stage[step->stage];
  int loops =
      step->pack.hoistKnob < 0
          ? 1
          : (int)asPointValue(nest->sketch, point, step->pack.hoistKnob);
  // Fusing moves slices of the filter before the reshape that im2col makes of
  // it, out of which nothing is hoisted.
  const AsProgram *program = nest->sketch->program;
  int operand = program->stages[step->stage].access[step->pack.operand].tensor;
  bool isReshaped = nest->sketch->steps[0].kind == AS_STEP_IM2COL &&
                    program->tensors[operand].producer < 0;
  int outermost = isReshaped ? stage->shared : 0;
  int reused = 0;
  for (int l = stage->numLoops - 1;
       l >= outermost && !asNestIsParallel(&stage->loop[l]); l--)
    reused++;
  stage->packLoops[step->pack.operand] = (int8_t)loops;
  stage->padded = (int8_t)paddedLoop(nest, step);
  // What no loop cuts is no slice, and cannot be hoisted. Where none of the
  // loops that a copy leaves moves it, upstream turns it, reads what it was
  // made of, and turns that back.
  const AsStage *own = &program->stages[step->stage];
  const AsAccess *access = &own->access[step->pack.operand];
  const int inside =
      asTurnedDim(program, own, access) >= 0 ? stage->numLoops - loops : 0;
  bool isSlice = false;
  for (int l = inside < 0 ? 0 : inside; l < stage->numLoops; l++)
    isSlice |=
        stage->loop[l].dim >= 0 && asAccessUses(access, stage->loop[l].dim);
  return reused >= loops && isSlice && isInOrder(nest, step, loops) &&
         isWholeSquares(nest, step) && isWholeRuns(nest, step);
}

//===----------------------------------------------------------------------===//
// The script
//===----------------------------------------------------------------------===//

/// The number of loops is an attribute of the transform op, one without a knob.
/// `turn` is empty, or a permutation.
static void hoistPad(AsWriter *writer, int k, int pad, int hoisted,
                     const char *turn) {
  if (k < 0) {
    asWriteLine(writer,
                "%%h%d = transform.structured.hoist_pad %%h%d by 1 loops%s : "
                "(" ANY ") -> " ANY,
                hoisted, pad, turn);
    return;
  }
  const AsKnob *knob = &writer->sketch->knobs[k];
  AsText handle = {0};
  asTextFormat(&handle, "%%h%d = ", hoisted);
  asWriteOpenAlternatives(writer, k, handle.data, " -> " ANY);
  asTextFree(&handle);
  for (int o = 0; asWriteRegion(writer, k, o); o++) {
    asWriteLine(
        writer,
        "  %%out = transform.structured.hoist_pad %%h%d by %lld loops%s : "
        "(" ANY ") -> " ANY,
        pad, (long long)knob->options[o], turn);
    asWriteLine(writer, "  transform.yield %%out : " ANY);
  }
}

/// ", transpose by [...]" that exchanges `dim` and the last one. Upstream turns
/// tiles back by the same permutation, which must be its own inverse therefore.
static void writeTurn(int rank, int dim, AsText *text) {
  asTextAppendString(text, ", transpose by [");
  for (int r = 0; r < rank; r++)
    asTextFormat(text, "%s%d", r ? ", " : "",
                 r == dim        ? rank - 1
                 : r == rank - 1 ? dim
                                 : r);
  asTextAppendString(text, "]");
}

static bool dividesAll(const AsKnob *knob, int64_t size) {
  for (int o = 0; o < knob->numOptions; o++)
    if (knob->options[o] % size)
      return false;
  return true;
}

/// Whether whatever is packed of that loop consists of so many rows, and these
/// again: the pieces of a reduction need not have all divisors of the whole,
/// nor need register tiles along the lanes.
static bool isDivided(const AsSketch *sketch, const AsStep *packing, int loop,
                      int64_t rows) {
  const AsStage *stage = &sketch->program->stages[packing->stage];
  bool isWhole = stage->extent[loop] % rows == 0;
  for (const AsStep *step = sketch->steps; step < packing; step++)
    for (int d = 0; asStepSizes(step) && d < AS_MAX_DIMS; d++) {
      int own = asSketchLoopWith(sketch, packing->stage, step->stage, d);
      const AsSize *size = &asStepSizes(step)[d];
      if (own == loop && size->knob >= 0)
        isWhole &= dividesAll(&sketch->knobs[size->knob], rows);
      else if (own == loop)
        isWhole &= size->constant % rows == 0;
    }
  return isWhole;
}

/// Pads that fold to nothing but must not be folded are copies; hoisted out of
/// the register loops they fill a buffer that is laid out tile by tile. Where
/// the tiles leave lanes over, the last of them is made whole, and so is the
/// result's, which is of no use beyond its own: it is not padded with what
/// fills it, or one would fold into the other, and nothing would tell any more
/// how much of it is to be stored.
static void writeScript(AsWriter *writer, const AsStep *step) {
  const AsStage *stage = &writer->sketch->program->stages[step->stage];
  const AsProgram *program = writer->sketch->program;
  const AsAccess *packed = &stage->access[step->pack.operand];
  AsText tiles = {0};
  int rank = program->tensors[packed->tensor].rank;
  int turned = asTurnedDim(program, stage, packed);
  int64_t run = packedRun(program, stage, step->pack.operand);
  int copyLoops = turned < 0 && run == 0 ? rank - 1 : rank;
  // Copies go by a few rows of the operand at a time, of one batch.
  int rowDim = rank - 2;
  while (rowDim > 0 &&
         asIsBatchLoop(program, stage, asAccessLoop(packed, stage, rowDim)))
    rowDim--;
  for (int r = 0; r < rank; r++) {
    int loop = asAccessLoop(packed, stage, r);
    int64_t rows = r < rank - 1 || turned >= 0 ? 1 : run;
    int64_t most = r == rank - 1 ? 64 : 8;
    if ((r == rowDim || r == rank - 1) && rows && loop >= 0 && run == 0 &&
        !asIsBatchLoop(program, stage, loop))
      while (rows < most && isDivided(writer->sketch, step, loop, 2 * rows))
        rows *= 2;
    asTextFormat(&tiles, "%s%lld", r ? ", " : "", (long long)rows);
  }
  AsText copies = {0};
  asWriteTypes(&copies, copyLoops);
  // Their own tiles of an operand that they cut, where the loops are alike.
  // Around lanes that are left over there is no loop to move the copy out of.
  int target = writer->alike[step->stage] && !writer->isPadded
                   ? asWriteMatch(writer, step->stage)
                   : asWriteMatchCopies(writer, step->stage);
  int h = asWriteOperandCopy(writer, step->stage, step->pack.operand, target);
  writer->next += 2;
  AsText turn = {0};
  if (turned >= 0)
    writeTurn(rank, turned, &turn);
  hoistPad(writer, step->pack.hoistKnob, h + 1, h + 2, asTextString(&turn));
  asTextFree(&turn);
  if (asWritePeelLate(writer))
    writer->alike[step->stage] = true;
  asWriteLine(writer,
              "%%h%d = transform.structured.match ops{[\"tensor.pad\"]} "
              "attributes {nofold} in %%f%d : (" ANY ") -> " ANY,
              h + 3, writer->function);
  int rewritten = writer->next++;
  asWriteLine(
      writer,
      "%%h%d = transform.structured.rewrite_in_destination_passing_style %%h%d "
      ": (" ANY ") -> " ANY,
      rewritten, h + 3);
  if (turned >= 0) {
    writer->turned.stage = step->stage;
    writer->turned.operand = step->pack.operand;
    writer->turned.rank = rank;
    int consumers =
        writer->alike[step->stage] ? asWriteMatch(writer, step->stage) : h;
    int turns = writer->next++;
    asWriteLine(writer,
                "%%h%d = transform.get_producer_of_operand %%h%d[%d] : (" ANY
                ") -> " ANY,
                turns, consumers, step->pack.operand);
    // Tiles that read the same part share what turns it, after cse.
    writer->turned.handle = writer->next++;
    asWriteLine(writer,
                "%%h%d = transform.merge_handles deduplicate %%h%d : " ANY,
                writer->turned.handle, turns);
  }
  // Tiles that are made whole are filled and inserted into, without copies.
  if (!writer->isPadded || !asHasOwnCopies(program)) {
    int moved = asWriteMatchOperandCopies(writer, rewritten);
    int tiled = writer->next++;
    asWriteLine(writer,
                "%%h%d, %%p%d:%d = transform.structured.tile_using_for %%h%d "
                "tile_sizes [%s] : (" ANY ") -> (%s)",
                tiled, tiled, copyLoops, moved, tiles.data, copies.data);
    asWriteLine(writer, "transform.structured.vectorize %%h%d : " ANY, tiled);
  }
  asTextFree(&tiles);
  asTextFree(&copies);
}

const AsStepOps asPackStep = {.name = "pack",
                              .clear = clear,
                              .isSane = isSane,
                              .applyToNest = applyToNest,
                              .writeScript = writeScript};
