//===- pack.c - Packing an operand into tiles, in a script
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pads that fold to nothing but must not be folded are copies; hoisted out of
// the register loops they fill a buffer that is laid out tile by tile.
//
//===----------------------------------------------------------------------===//

#include "sketch/steps/steps.h"
#include <stdio.h>

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

/// The dimension of the operand that the lanes index, where that is not the
/// last one: then the copies have it there. -1 where nothing is to be turned.
static int turnedDim(const AsProgram *program, const AsStage *stage,
                     const AsAccess *access) {
  int rank = program->tensors[access->tensor].rank;
  int lane = asStageLaneLoop(program, stage);
  for (int r = 0; r < rank - 1; r++)
    if (asAccessLoop(access, stage, r) == lane)
      return r;
  return -1;
}

/// Whether the loop goes over products that have nothing in common: all
/// operands are indexed by it, and a tile is of one of them.
static bool isBatch(const AsProgram *program, const AsStage *stage, int loop) {
  if (loop < 0)
    return false;
  for (int a = 0; a < stage->numAccesses; a++) {
    bool isIndexed = false;
    for (int r = 0; r < program->tensors[stage->access[a].tensor].rank; r++)
      isIndexed |= asAccessLoop(&stage->access[a], stage, r) == loop;
    if (!isIndexed)
      return false;
  }
  return true;
}

/// ", transpose by [...]" that makes `dim` the last one.
static void writeTurn(int rank, int dim, AsText *text) {
  asTextAppendString(text, ", transpose by [");
  for (int r = 0; r < rank; r++)
    if (r != dim)
      asTextFormat(text, "%d, ", r);
  asTextFormat(text, "%d]", dim);
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
  int last = sketch->program->numStages - 1;
  bool isWhole = stage->extent[loop] % rows == 0;
  for (const AsStep *step = sketch->steps; step < packing; step++)
    for (int d = 0; d < AS_MAX_DIMS; d++) {
      int own = step->stage == packing->stage ? d
                : step->stage == last ? sketch->loopMap[packing->stage][d]
                                      : -1;
      if (own == loop && step->size[d].knob >= 0)
        isWhole &= dividesAll(&sketch->knobs[step->size[d].knob], rows);
      else if (own == loop)
        isWhole &= step->size[d].constant % rows == 0;
    }
  return isWhole;
}

int asWriteCopyPad(AsWriter *writer, const AsStep *step, int target) {
  const AsProgram *program = writer->sketch->program;
  const AsStage *stage = &program->stages[step->stage];
  AsText values = {0}, dims = {0}, nofold = {0};
  for (int a = 0; a < stage->numAccesses; a++) {
    AsElement element = program->tensors[stage->access[a].tensor].element;
    asTextFormat(&values, "%s%s : %s", a ? ", " : "",
                 asElementIsFloat(element)
                     ? stage->access[a].isWrite ? "1.0" : "0.0"
                 : stage->access[a].isWrite ? "1"
                                            : "0",
                 asElementName(element));
    asTextFormat(&nofold, "%s%d", a ? "," : "", a == step->operand);
  }
  // Its own loops only: those that will be peeled have no static size yet.
  for (int d = 0; d < stage->numDims; d++)
    if (asAccessUses(&stage->access[step->operand], d))
      asTextFormat(&dims, "%s%d", dims.length ? "," : "", d);
  int h = writer->next;
  writer->next += 2;
  asWriteLine(
      writer,
      "%%h%d, %%p%d, %%q%d = transform.structured.pad %%h%d "
      "{padding_values = [%s], padding_dimensions = [%s], nofold_flags = "
      "[%s], copy_back_op = \"%s\"} : (" ANY ") -> (" ANY ", " ANY ", " ANY ")",
      h, h, h, target, values.data, dims.data, nofold.data,
      stage->access[step->operand].isWrite ? "linalg.copy" : "none");
  asWriteLine(writer, "transform.annotate %%h%d \"as.op%d\" : " ANY, h,
              asWriterMark(writer, step->stage));
  asWriteLine(writer,
              "%%h%d = transform.get_producer_of_operand %%h%d[%d] : (" ANY
              ") -> " ANY,
              h + 1, h, step->operand);
  asTextFree(&values);
  asTextFree(&dims);
  asTextFree(&nofold);
  return h;
}

/// Tiles the operation with that mark, a thread of the grid an element.
static void writeByElements(AsWriter *writer, int mark, int rank) {
  int h = writer->next;
  writer->next += 2;
  AsText sizes = {0}, mapping = {0};
  for (int r = 0; r < rank; r++) {
    asTextFormat(&sizes, "%s1", r ? ", " : "");
    asTextFormat(&mapping, "%s#gpu.thread<linear_dim_%d>", r ? ", " : "",
                 rank - 1 - r);
  }
  asWriteLine(writer,
              "%%h%d = transform.structured.match attributes {as.op%d} in "
              "%%f%d : (" ANY ") -> " ANY,
              h, mark, writer->function);
  asWriteLine(writer,
              "%%h%d, %%l%d = transform.structured.tile_using_forall %%h%d "
              "tile_sizes [%s] (mapping = [%s]) : (" ANY ") -> (" ANY ", " ANY
              ")",
              h + 1, h + 1, h, sizes.data, mapping.data);
  asWriteLine(writer, "transform.structured.vectorize %%h%d : " ANY, h + 1);
  asTextFree(&sizes);
  asTextFree(&mapping);
}

/// The fill takes the shape of the padded product's by canonicalisation, and is
/// another operation then.
void asWriteRound(AsWriter *writer, const AsStep *step) {
  const AsProgram *program = writer->sketch->program;
  const AsStage *product = &program->stages[step->stage];
  AsText values = {0}, dims = {0}, units = {0}, nofold = {0};
  for (int a = 0; a < product->numAccesses; a++) {
    AsElement element = program->tensors[product->access[a].tensor].element;
    asTextFormat(&values, "%s%s : %s", a ? ", " : "",
                 asElementIsFloat(element) ? "0.0" : "0",
                 asElementName(element));
    asTextFormat(&nofold, "%s0", a ? "," : "");
  }
  for (int d = 0; d < product->numDims; d++) {
    int64_t unit = step->size[d].constant;
    asTextFormat(&dims, "%s%d", d ? "," : "", d);
    asTextFormat(&units, "%s%lld", d ? ", " : "", (long long)(unit ? unit : 1));
  }
  int target = asWriteMatch(writer, step->stage), h = writer->next;
  writer->next += 2;
  asWriteLine(
      writer,
      "%%h%d, %%p%d, %%q%d = transform.structured.pad %%h%d pad_to_multiple_of "
      "[%s] {padding_values = [%s], padding_dimensions = [%s], nofold_flags = "
      "[%s], copy_back_op = \"none\"} : (" ANY ") -> (" ANY ", " ANY ", " ANY
      ")",
      h, h, h, target, units.data, values.data, dims.data, nofold.data);
  asWriteLine(writer, "transform.annotate %%h%d \"as.op%d\" : " ANY, h,
              asWriterMark(writer, step->stage));
  asTextFree(&values);
  asTextFree(&dims);
  asTextFree(&units);
  asTextFree(&nofold);
  asWriteClean(writer);
  asWriteMarkInitial(writer, step->stage);
  for (int i = 0; i < program->numAfter; i++)
    writeByElements(writer, asWriterMark(writer, step->stage) + 1 + i,
                    program->tensors[asStageResult(product)->tensor].rank);
}

/// The tile as far as it is cut is copied into an array, and from it when all
/// that is summed is in it, by whole vectors.
void asWriteKeep(AsWriter *writer, const AsStep *step) {
  const AsProgram *program = writer->sketch->program;
  const AsStage *stage = &program->stages[step->stage];
  const AsTensor *result =
      &program->tensors[stage->access[step->operand].tensor];
  int h = asWriteCopyPad(writer, step, asWriteMatch(writer, step->stage));
  int first = writer->next, copies = first + 1, tiled = first + 2;
  writer->next += 3;
  asWriteLine(
      writer,
      "%%h%d = transform.structured.rewrite_in_destination_passing_style "
      "%%h%d : (" ANY ") -> " ANY,
      first, h + 1);
  asWriteLine(
      writer,
      "%%h%d = transform.structured.match ops{[\"linalg.copy\"]} in %%f%d : "
      "(" ANY ") -> " ANY,
      copies, writer->function);
  AsText sizes = {0}, loops = {0};
  for (int r = 0; r < result->rank; r++)
    asTextFormat(&sizes, "%s%d", r ? ", " : "",
                 r + 1 < result->rank ? 1
                                      : writer->sketch->vectorBytes /
                                            asElementBytes(result->element));
  asWriteTypes(&loops, result->rank);
  asWriteLine(
      writer,
      "%%h%d, %%p%d:%d = transform.structured.tile_using_for %%h%d tile_sizes "
      "[%s] : (" ANY ") -> (%s)",
      tiled, tiled, result->rank, copies, sizes.data, loops.data);
  asWriteLine(writer, "transform.structured.vectorize %%h%d : " ANY, tiled);
  asTextFree(&sizes);
  asTextFree(&loops);
}

/// Pads that fold to nothing but must not be folded are copies; hoisted out of
/// the register loops they fill a buffer that is laid out tile by tile. Where
/// the tiles leave lanes over, the last of them is made whole, and so is the
/// result's, which is of no use beyond its own: it is not padded with what
/// fills it, or one would fold into the other, and nothing would tell any more
/// how much of it is to be stored.
void asWritePack(AsWriter *writer, const AsStep *step) {
  const AsStage *stage = &writer->sketch->program->stages[step->stage];
  const AsProgram *program = writer->sketch->program;
  const AsAccess *packed = &stage->access[step->operand];
  AsText tiles = {0};
  int rank = program->tensors[packed->tensor].rank;
  int turned = turnedDim(program, stage, packed);
  int64_t run = asPackedRun(program, stage, step->operand);
  int copyLoops = turned < 0 && run == 0 ? rank - 1 : rank;
  // Copies go by a few rows of the operand at a time, of one batch.
  int rowDim = rank - 2;
  while (rowDim > 0 &&
         isBatch(program, stage, asAccessLoop(packed, stage, rowDim)))
    rowDim--;
  for (int r = 0; r < rank; r++) {
    int loop = asAccessLoop(packed, stage, r);
    int64_t rows = r < rank - 1 || turned >= 0 ? 1 : run;
    int64_t most = r == rank - 1 ? 64 : 8;
    if ((r == rowDim || r == rank - 1) && rows && loop >= 0 && run == 0 &&
        !isBatch(program, stage, loop))
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
  int h = asWriteCopyPad(writer, step, target);
  writer->next += 4;
  AsText turn = {0};
  if (turned >= 0)
    writeTurn(rank, turned, &turn);
  hoistPad(writer, step->knob, h + 1, h + 2, asTextString(&turn));
  asTextFree(&turn);
  if (asWritePeelLate(writer))
    writer->alike[step->stage] = true;
  asWriteLine(writer,
              "%%h%d = transform.structured.match ops{[\"tensor.pad\"]} "
              "attributes {nofold} in %%f%d : (" ANY ") -> " ANY,
              h + 3, writer->function);
  asWriteLine(
      writer,
      "transform.structured.rewrite_in_destination_passing_style %%h%d : "
      "(" ANY ") -> " ANY,
      h + 3);
  if (turned >= 0) {
    writer->turned.stage = step->stage;
    writer->turned.operand = step->operand;
    writer->turned.rank = rank;
    int consumers =
        writer->alike[step->stage] ? asWriteMatch(writer, step->stage) : h;
    writer->turned.handle = writer->next++;
    asWriteLine(writer,
                "%%h%d = transform.get_producer_of_operand %%h%d[%d] : (" ANY
                ") -> " ANY,
                writer->turned.handle, consumers, step->operand);
  }
  asWriteLine(
      writer,
      "%%h%d = transform.structured.match ops{[\"linalg.copy\"]} in %%f%d : "
      "(" ANY ") -> " ANY,
      h + 4, writer->function);
  asWriteLine(
      writer,
      "%%h%d, %%p%d:%d = transform.structured.tile_using_for %%h%d tile_sizes "
      "[%s] : (" ANY ") -> (%s)",
      h + 5, h + 5, copyLoops, h + 4, tiles.data, copies.data);
  asWriteLine(writer, "transform.structured.vectorize %%h%d : " ANY, h + 5);
  asTextFree(&tiles);
  asTextFree(&copies);
}

void asWriteTurnInside(AsWriter *writer, int loops, int count) {
  char loop[32];
  snprintf(loop, sizeof loop, "%%l%d#%d", loops, count - 1);
  int stage = writer->turned.stage, turn = writer->turned.handle;
  // The remainders read the operand as it is, unless they came after the copy.
  if (writer->copies[stage] && !writer->alike[stage])
    snprintf(loop, sizeof loop, "%%h%d",
             asWriteSplitCopies(writer, stage, loop));
  int h = writer->next++;
  asWriteLine(writer,
              "%%h%d = transform.foreach %%h%d, %s : " ANY ", " ANY " -> " ANY
              " {",
              h, turn, loop);
  asWriteLine(writer, "^bb0(%%turn: " ANY ", %%loop: " ANY "):");
  asWriteLine(writer,
              "  %%in, %%new = transform.structured.fuse_into_containing_op "
              "%%turn into "
              "%%loop : (" ANY ", " ANY ") -> (" ANY ", " ANY ")");
  asWriteLine(writer, "  transform.yield %%in : " ANY);
  asWriteLine(writer, "}");
  writer->turned.handle = h;
}

void asWriteTurns(AsWriter *writer) {
  int rank = writer->turned.rank;
  asWriteLine(writer, "transform.structured.vectorize %%h%d : " ANY,
              writer->turned.handle);
  int h = writer->next;
  writer->next += 2;
  const AsProgram *program = writer->sketch->program;
  const AsStage *stage = &program->stages[writer->turned.stage];
  int64_t square = asTurnedSquare(
      writer->sketch->vectorBytes,
      program->tensors[stage->access[writer->turned.operand].tensor].element);
  AsText tiles = {0}, out = {0};
  for (int r = 0; r < rank; r++)
    asTextFormat(&tiles, "%s%lld", r ? ", " : "",
                 r < rank - 2 ? 1 : (long long)square);
  asWriteTypes(&out, rank);
  asWriteLine(
      writer,
      "%%h%d = transform.structured.match ops{[\"linalg.transpose\"]} in "
      "%%f%d : "
      "(" ANY ") -> " ANY,
      h, writer->function);
  asWriteLine(
      writer,
      "%%h%d, %%p%d:%d = transform.structured.tile_using_for %%h%d tile_sizes "
      "[%s] : (" ANY ") -> (%s)",
      h + 1, h + 1, rank, h, tiles.data, out.data);
  asWriteLine(writer, "transform.structured.vectorize %%h%d : " ANY, h + 1);
  asTextFree(&tiles);
  asTextFree(&out);
}
