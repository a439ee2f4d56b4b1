//===- mapping.c - What runs loops on a GPU, in a script
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See mapping.h.
//
//===----------------------------------------------------------------------===//

#include "sketch/steps/gpu/mapping.h"

void asAppendMapping(const AsMapping *mapping, int count, AsText *text) {
  static const char names[] = "xyz";
  for (int i = 0; i < count; i++) {
    int place = mapping->isFirstFastest ? i : count - 1 - i;
    asTextFormat(text, "%s#gpu.%s<", i ? ", " : "", mapping->level);
    if (count > mapping->mostDims)
      asTextFormat(text, "linear_dim_%d>", place);
    else
      asTextFormat(text, "%c>", names[place]);
  }
}

void asWriteMapping(AsWriter *writer, const AsMapping *mapping, int count,
                    int loops) {
  AsText text = {0};
  asAppendMapping(mapping, count, &text);
  int h = writer->next++;
  asWriteLine(writer,
              "%%h%d = transform.param.constant [%s] -> !transform.any_param",
              h, asTextString(&text));
  asWriteLine(writer,
              "transform.annotate %%l%d \"mapping\" = %%h%d : " ANY
              ", !transform.any_param",
              loops, h);
  asTextFree(&text);
}

void asWriteLoopKnob(AsWriter *writer, int loops, const char *name, int knob) {
  if (knob >= 0)
    asWriteLine(writer,
                "transform.annotate %%l%d \"%s\" = %%k%d : " ANY ", " PARAM,
                loops, name, knob);
}
