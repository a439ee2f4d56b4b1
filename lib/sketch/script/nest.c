//===- sketch/script/nest.c - The step of loop nests as a script
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Upstream has no transform for it: the pass is ours (affine/reschedule.h), so
// that such a script takes as-opt or its plugin to replay.
//
//===----------------------------------------------------------------------===//

#include "sketch/script/steps.h"

void asWriteReschedule(AsWriter *writer, const AsStep *step) {
  AsText sizes = {0}, types = {0};
  int members = writer->sketch->program->bandMembers;
  for (int m = 0; m < members; m++) {
    const AsSize *size = &step->size[m];
    if (size->knob >= 0) {
      asTextFormat(&sizes, "%s%%k%d", m ? ", " : "", size->knob);
      asTextAppendString(&types, ", " PARAM);
    } else {
      asTextFormat(&sizes, "%s%lld", m ? ", " : "", (long long)size->constant);
    }
  }
  AsText parallel = {0};
  if (step->operand >= 0) {
    asTextFormat(&parallel, ", \"parallel\" = %%k%d", step->operand);
    asTextFormat(&types, ", " PARAM);
  }
  int before = writer->function++;
  asWriteLine(
      writer,
      "%%f%d = transform.apply_registered_pass \"as-reschedule\" with "
      "options = {\"fuse\" = %%k%d, \"keep\" = %%k%d, \"distribute\" = %%k%d, "
      "\"innermost\" = %%k%d, \"tile\" = [%s]%s} to %%f%d : (" ANY ", " PARAM
      ", " PARAM ", " PARAM ", " PARAM "%s) -> " ANY,
      before + 1, step->knob, step->keep, step->order, step->last,
      asTextString(&sizes), asTextString(&parallel), before,
      asTextString(&types));
  asTextFree(&sizes);
  asTextFree(&types);
  asTextFree(&parallel);
  asWritePass(writer, "canonicalize", "");
  asWritePass(writer, "cse", "");
}
