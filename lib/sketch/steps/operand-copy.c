//===- operand-copy.c - A copy of the tile of an operand, in a script
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See operand-copy.h.
//
//===----------------------------------------------------------------------===//

#include "sketch/steps/operand-copy.h"
#include <string.h>

int asWriteOperandCopy(AsWriter *writer, int s, int operand, int target) {
  const AsProgram *program = writer->sketch->program;
  const AsStage *stage = &program->stages[s];
  AsText values = {0}, dims = {0}, nofold = {0};
  for (int a = 0; a < stage->numAccesses; a++) {
    AsElement element = program->tensors[stage->access[a].tensor].element;
    asTextFormat(&values, "%s%s : %s", a ? ", " : "",
                 asElementIsFloat(element)
                     ? stage->access[a].isWrite ? "1.0" : "0.0"
                 : stage->access[a].isWrite ? "1"
                                            : "0",
                 asElementName(element));
    asTextFormat(&nofold, "%s%d", a ? "," : "", a == operand);
  }
  // Its own loops only: those that will be peeled have no static size yet.
  for (int d = 0; d < stage->numDims; d++)
    if (asAccessUses(&stage->access[operand], d))
      asTextFormat(&dims, "%s%d", dims.length ? "," : "", d);
  int h = writer->next;
  writer->next += 2;
  asWriteLine(
      writer,
      "%%h%d, %%p%d, %%q%d = transform.structured.pad %%h%d "
      "{padding_values = [%s], padding_dimensions = [%s], nofold_flags = "
      "[%s], copy_back_op = \"%s\"} : (" ANY ") -> (" ANY ", " ANY ", " ANY ")",
      h, h, h, target, values.data, dims.data, nofold.data,
      stage->access[operand].isWrite ? "linalg.copy" : "none");
  asWriteLine(writer, "transform.annotate %%h%d \"as.op%d\" : " ANY, h,
              asWriterMark(writer, s));
  asWriteLine(writer,
              "%%h%d = transform.get_producer_of_operand %%h%d[%d] : (" ANY
              ") -> " ANY,
              h + 1, h, operand);
  asTextFree(&values);
  asTextFree(&dims);
  asTextFree(&nofold);
  return h;
}

bool asHasOwnCopies(const AsProgram *program) {
  for (int s = 0; s < program->numStages; s++)
    if (strcmp(program->stages[s].name, "linalg.copy") == 0)
      return true;
  return false;
}

int asWriteMatchOperandCopies(AsWriter *writer, int rewritten) {
  if (asHasOwnCopies(writer->sketch->program))
    return rewritten;
  int h = writer->next++;
  asWriteLine(writer,
              "%%h%d = transform.structured.match ops{[\"linalg.copy\"]} in "
              "%%f%d : (" ANY ") -> " ANY,
              h, writer->function);
  return h;
}
