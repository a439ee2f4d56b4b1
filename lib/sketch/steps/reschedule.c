//===- reschedule.c - The step of loop nests as a script
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Upstream has no transform for it: the pass is ours
// (affine/schedule/reschedule-pass.h), so that such a script takes as-opt or
// its plugin to replay. Each schedule of the nest is the pass with options of
// its own.
//
//===----------------------------------------------------------------------===//

#include "sketch/steps/steps.h"

/// Sizes of tiles for all members that may have some.
static void writeSizes(AsWriter *writer, const AsStep *step, AsText *sizes,
                       AsText *types) {
  int last = AS_MAX_DIMS - 1;
  while (last >= 0 && step->size[last].knob < 0)
    last--;
  asTextAppendString(sizes, last < 0 ? "" : ", \"tile\" = [");
  for (int m = 0; m <= last; m++) {
    const AsSize *size = &step->size[m];
    if (size->knob >= 0) {
      asTextFormat(sizes, "%s%%k%d", m ? ", " : "", size->knob);
      asTextFormat(types, ", " PARAM);
    } else {
      asTextFormat(sizes, "%s%lld", m ? ", " : "", (long long)size->constant);
    }
  }
  asTextAppendString(sizes, last < 0 ? "" : "]");
}

static void writePass(AsWriter *writer, const AsNestSchedule *schedule,
                      const char *sizes, const char *parallel,
                      const char *types) {
  asWriteLine(
      writer,
      "  %%other = transform.apply_registered_pass \"as-reschedule\" with "
      "options = {\"fuse\" = %d, \"keep\" = %d, \"distribute\" = %d, "
      "\"innermost\" = %d, \"wave\" = %d%s%s} to %%f%d : (" ANY "%s) -> " ANY,
      schedule->fuse, schedule->keep, schedule->distribute, schedule->innermost,
      schedule->wave, sizes, parallel, writer->function, types);
  asWriteLine(writer, "  transform.yield %%other : " ANY);
}

void asWriteReschedule(AsWriter *writer, const AsStep *step) {
  AsText sizes = {0}, types = {0}, parallel = {0}, handle = {0};
  writeSizes(writer, step, &sizes, &types);
  if (step->operand >= 0) {
    asTextFormat(&parallel, ", \"parallel\" = %%k%d", step->operand);
    asTextFormat(&types, ", " PARAM);
  }
  asTextFormat(&handle, "%%f%d = ", writer->function + 1);
  asWriteOpenAlternatives(writer, step->knob, handle.data, " -> " ANY);
  for (int o = 0; asWriteRegion(writer, step->knob, o); o++)
    writePass(writer, &writer->sketch->program->schedules[o],
              asTextString(&sizes), asTextString(&parallel),
              asTextString(&types));
  writer->function++;
  asTextFree(&sizes);
  asTextFree(&types);
  asTextFree(&parallel);
  asTextFree(&handle);
  asWritePass(writer, "canonicalize", "");
  asWritePass(writer, "cse", "");
}
