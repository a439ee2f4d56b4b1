//===- roof.c - What the machine of a task can do
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See roof.h. tools/as-run/keep-roofline.c writes what is read here:
//
//   {"peakGflops":90.0,"instructions":"AVX-512","date":1700000000,"levels":[
//    {"name":"L1","bytes":32768,"read":153.2,"triad":156.0},...,
//    {"name":"DRAM","bytes":null,"read":18.0,"triad":20.4}]}
//
//===----------------------------------------------------------------------===//

#include "view/roof.h"
#include "view/json-writer.h"
#include <math.h>

/// NaN where there is no number.
static double numberOf(const cJSON *object, const char *key) {
  return cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(object, key));
}

static bool isRate(double number) { return number > 0 && number < INFINITY; }

/// The last level holds everything, and only that.
static bool readLevel(const cJSON *data, bool isLast, AsRooflineLevel *level) {
  double bytes = numberOf(data, "bytes");
  *level = (AsRooflineLevel){
      .name =
          cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(data, "name")),
      .capacity = isLast ? INFINITY : bytes,
      .read = numberOf(data, "read") * 1e9,
      .triad = numberOf(data, "triad") * 1e9,
  };
  return level->name && isRate(level->read) && isRate(level->triad) &&
         (isLast ? isnan(bytes) : isRate(bytes));
}

bool asViewReadRoof(const cJSON *data, AsRoofline *roof) {
  const cJSON *levels = cJSON_GetObjectItemCaseSensitive(data, "levels");
  int count = cJSON_GetArraySize(levels);
  *roof =
      (AsRoofline){.peak = numberOf(data, "peakGflops") * 1e9,
                   .instructions = cJSON_GetStringValue(
                       cJSON_GetObjectItemCaseSensitive(data, "instructions")),
                   .numLevels = count};
  if (!isRate(roof->peak) || !roof->instructions || count < 1 ||
      count > AS_ROOFLINE_LEVELS)
    return false;
  for (int l = 0; l < count; l++)
    if (!readLevel(cJSON_GetArrayItem(levels, l), l == count - 1,
                   &roof->levels[l]))
      return false;
  return true;
}

double asViewShareOfRoof(const AsView *view, const AsViewTask *task) {
  const AsViewThing *thing = asViewFindThing(&view->roofThings, task->target);
  AsRoofline roof;
  double flops = numberOf(task->data, "flops");
  double bytes = numberOf(task->data, "minBytes");
  if (!thing || !asViewReadRoof(thing->data, &roof) || !(flops >= 0) ||
      !(bytes > 0))
    return NAN;
  return asRooflineBound(&roof, flops, bytes) / task->seconds;
}

bool asViewRoofIsLow(double share) {
  // Short tasks find their data in a nearer cache than their size tells.
  const double most = 1.1;
  return share > most;
}

static void appendRoof(const AsViewThing *thing, const AsRoofline *roof,
                       AsText *text) {
  asTextAppendString(text, "{");
  asJsonString(text, "target", thing->key);
  asJsonString(text, "instructions", roof->instructions);
  asJsonReal(text, "gflops", roof->peak / 1e9);
  double date = numberOf(thing->data, "date");
  if (date >= 0 && date < 0x1p53)
    asJsonInt(text, "date", (int64_t)date);
  asJsonKey(text, "levels");
  for (int l = 0; l < roof->numLevels; l++) {
    const AsRooflineLevel *level = &roof->levels[l];
    asTextAppendString(text, l ? ",{" : "[{");
    asJsonString(text, "name", level->name);
    asJsonReal(text, "bytes", isinf(level->capacity) ? NAN : level->capacity);
    asJsonReal(text, "gbps", level->read / 1e9);
    asTextAppendString(text, "}");
  }
  asTextAppendString(text, "]}");
}

void asViewAppendRoofs(const AsView *view, AsText *text) {
  bool isFirst = true;
  asTextAppendString(text, "[");
  for (int r = 0; r < view->roofThings.count; r++) {
    AsRoofline roof;
    if (!asViewReadRoof(view->roofThings.things[r].data, &roof))
      continue;
    asTextAppendString(text, isFirst ? "" : ",");
    appendRoof(&view->roofThings.things[r], &roof, text);
    isFirst = false;
  }
  asTextAppendString(text, "]");
}
