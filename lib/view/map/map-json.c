//===- map-json.c - A map as JSON
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "view/map/map-json.h"
#include "view/json-writer.h"
#include <math.h>

static void appendCell(AsText *text, const AsViewMap *map,
                       const AsViewTask *task, int number) {
  const AsCell *cell = &map->honeycomb.cells[number];
  const AsViewCell *summary = &map->cells[number];
  asTextAppendString(text, "{");
  asJsonInt(text, "q", cell->q);
  asJsonInt(text, "r", cell->r);
  asJsonInt(text, "cluster", cell->cluster);
  asJsonInt(text, "sketch", summary->sketch);
  asJsonInt(text, "outcome", summary->outcome);
  asJsonInt(text, "ok", summary->numOk);
  asJsonReal(text, "seconds", summary->seconds);
  asJsonKey(text, "gains");
  for (int g = 0; g < AS_NUM_GAINS; g++) {
    asTextAppendString(text, g ? "," : "[");
    asJsonRounded(text, exp2(summary->gains[g]), 4);
  }
  asTextAppendString(text, "]");
  asJsonKey(text, "trials");
  asTextAppendString(text, "[");
  for (int p = 0; p < cell->count; p++)
    asTextFormat(text, "%s%d", p ? "," : "",
                 map->trials[map->honeycomb.points[cell->begin + p]] -
                     task->begin);
  asTextAppendString(text, "]}");
}

static bool isSameLine(const AsViewLine *one, const AsViewLine *other) {
  return one->level == other->level && one->gain == other->gain;
}

/// Lines by level and gain: their pieces, four numbers each.
static void appendLines(AsText *text, const AsViewMap *map) {
  bool isFirst = true;
  for (int l = 0; l < map->numLines; l++) {
    int earlier = 0;
    while (!isSameLine(&map->lines[earlier], &map->lines[l]))
      earlier++;
    if (earlier < l)
      continue; // Was written with that one.
    asTextAppendString(text, isFirst ? "{" : ",{");
    isFirst = false;
    asJsonReal(text, "level", exp2(map->lines[l].level));
    asJsonInt(text, "gain", map->lines[l].gain);
    asJsonKey(text, "pieces");
    for (int m = l; m < map->numLines; m++) {
      const AsContour *piece = &map->lines[m].contour;
      if (!isSameLine(&map->lines[m], &map->lines[l]))
        continue;
      double ends[] = {piece->from.x, piece->from.y, piece->to.x, piece->to.y};
      for (int e = 0; e < 4; e++) {
        asTextAppendString(text, m > l || e ? "," : "[");
        asJsonRounded(text, ends[e], 4);
      }
    }
    asTextAppendString(text, "]}");
  }
}

void asViewMapAppendJson(const AsViewMap *map, const AsViewTask *task,
                         AsText *text) {
  if (!map) {
    asTextAppendString(text, "null");
    return;
  }
  asTextAppendString(text, "{");
  asJsonInt(text, "capacity", map->honeycomb.capacity);
  asJsonInt(text, "clusters", map->clusters.count);
  asJsonReal(text, "least", map->least);
  asJsonReal(text, "most", map->most);
  asJsonKey(text, "cells");
  asTextAppendString(text, "[");
  for (int c = 0; c < map->honeycomb.numCells; c++) {
    asTextAppendString(text, c ? "," : "");
    appendCell(text, map, task, c);
  }
  asTextAppendString(text, "]");
  asJsonKey(text, "lines");
  asTextAppendString(text, "[");
  appendLines(text, map);
  asTextAppendString(text, "]}");
}
