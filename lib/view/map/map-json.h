//===- map-json.h - A map as JSON
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AS_VIEW_MAP_JSON_H
#define AS_VIEW_MAP_JSON_H

#include "view/map/map.h"

/// Appends the map of `task` (docs/view.md), null where that is NULL.
void asViewMapAppendJson(const AsViewMap *map, const AsViewTask *task,
                         AsText *text);

#endif // AS_VIEW_MAP_JSON_H
