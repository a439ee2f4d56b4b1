//===- packed-transpose.c - Operands that are transposed as they are packed
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See packed-transpose.h.
//
//===----------------------------------------------------------------------===//

#include "sketch/steps/packed-transpose.h"
#include "sketch/script-peel.h"
#include <stdio.h>

int64_t asTurnedSquare(int vectorBytes, AsElement element) {
  int64_t lanes = vectorBytes / asElementBytes(element);
  return lanes <= 16 ? lanes : 0;
}

int asTurnedDim(const AsProgram *program, const AsStage *stage,
                const AsAccess *access) {
  int rank = program->tensors[access->tensor].rank;
  int lane = asStageLaneLoop(program, stage);
  for (int r = 0; r < rank - 1; r++)
    if (asAccessLoop(access, stage, r) == lane)
      return r;
  return -1;
}

void asWriteTurnInside(AsWriter *writer, int loops, int count) {
  char loop[32];
  snprintf(loop, sizeof loop, "%%l%d#%d", loops, count - 1);
  int stage = writer->turned.stage;
  // The remainders read the operand as it is, unless they came after the copy.
  if (writer->copies[stage] && !writer->alike[stage])
    snprintf(loop, sizeof loop, "%%h%d",
             asWriteSplitCopies(writer, stage, loop));
  int h = writer->next++;
  asWriteLine(writer, "%%h%d = transform.foreach %s : " ANY " -> " ANY " {", h,
              loop);
  asWriteLine(writer, "^bb0(%%loop: " ANY "):");
  // Loops may share what turns their operand: each takes its own handle of it.
  asWriteLine(writer,
              "  %%reader = transform.structured.match attributes {as.op%d} in "
              "%%loop : (" ANY ") -> " ANY,
              stage);
  asWriteLine(writer,
              "  %%slice = transform.get_producer_of_operand %%reader[%d] : "
              "(" ANY ") -> " ANY,
              writer->turned.operand);
  asWriteLine(writer,
              "  %%turn = transform.get_producer_of_operand %%slice[0] : (" ANY
              ") -> " ANY);
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
  const AsAccess *packed = &stage->access[writer->turned.operand];
  int64_t square = asTurnedSquare(writer->sketch->vectorBytes,
                                  program->tensors[packed->tensor].element);
  int turned = asTurnedDim(program, stage, packed);
  AsText tiles = {0}, order = {0}, out = {0};
  // The inner loop goes along the rows of what is read, whose lines follow each
  // other and are fetched ahead. Where rows are a power of two apart, lines of
  // many at a time would not stay in a cache.
  for (int r = 0; r < rank; r++) {
    bool isTurned = r == turned || r == rank - 1;
    int loop = r == turned ? rank - 1 : r == rank - 1 ? turned : r;
    asTextFormat(&tiles, "%s%lld", r ? ", " : "",
                 isTurned ? (long long)square : 1);
    asTextFormat(&order, "%s%d", r ? ", " : "", loop);
  }
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
      "[%s] interchange = [%s] : (" ANY ") -> (%s)",
      h + 1, h + 1, rank, h, tiles.data, order.data, out.data);
  asWriteLine(writer, "transform.structured.vectorize %%h%d : " ANY, h + 1);
  asTextFree(&tiles);
  asTextFree(&order);
  asTextFree(&out);
}
