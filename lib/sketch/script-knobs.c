//===- script-knobs.c - Knobs in a script
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A knob is a parameter, where the transform op takes one, or a choice between
// pieces of script, where it takes an attribute.
//
//===----------------------------------------------------------------------===//

#include "sketch/script-writer.h"

void asWriteOpenAlternatives(AsWriter *writer, int k, const char *handles,
                             const char *types) {
  const AsKnob *knob = &writer->sketch->knobs[k];
  asTextFormat(writer->text, "    %stransform.tune.alternatives<\"%s\">",
               handles, knob->name);
  if (writer->point)
    asTextFormat(writer->text, " selected_region = %d",
                 writer->point->choice[k]);
  asTextFormat(writer->text, "%s ", types);
}

bool asWriteRegion(AsWriter *writer, int k, int option) {
  bool isOption = option < writer->sketch->knobs[k].numOptions;
  asTextAppendString(writer->text, !isOption ? "    }\n"
                                   : option  ? "    }, {\n"
                                             : "{\n");
  return isOption;
}

/// A tile size that is an attribute somewhere, and a parameter elsewhere.
static void defineAlternativeTile(AsWriter *writer, int k) {
  const AsKnob *knob = &writer->sketch->knobs[k];
  AsText handle = {0};
  asTextFormat(&handle, "%%k%d = ", k);
  asWriteOpenAlternatives(writer, k, handle.data, " -> " PARAM);
  asTextFree(&handle);
  for (int o = 0; asWriteRegion(writer, k, o); o++) {
    asWriteLine(writer,
                "  %%size = transform.param.constant %lld : i64 -> " PARAM,
                (long long)knob->options[o]);
    asWriteLine(writer, "  transform.yield %%size : " PARAM);
  }
}

void asWriteKnob(AsWriter *writer, int k) {
  const AsKnob *knob = &writer->sketch->knobs[k];
  if (knob->isAlternative && knob->kind == AS_KNOB_TILE)
    defineAlternativeTile(writer, k);
  if (knob->isAlternative)
    return; // Written where it is used.
  AsText options = {0};
  for (int o = 0; o < knob->numOptions; o++)
    asTextFormat(&options, "%s%lld : i64", o ? ", " : "",
                 (long long)knob->options[o]);
  AsText chosen = {0};
  if (writer->point)
    asTextFormat(&chosen, " = %lld : i64 from",
                 (long long)asPointValue(writer->sketch, writer->point, k));
  asWriteLine(writer,
              "%%k%d = transform.tune.knob<\"%s\">%s options = [%s] -> " PARAM,
              k, knob->name, asTextString(&chosen), options.data);
  asTextFree(&options);
  asTextFree(&chosen);
}
