//===- roof.h - What the machine of a task can do
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// as-run --profile measures the roofline of a machine and puts it into the
// store. With it a view says what share of what is possible the best trial of a
// task reaches.
//
//===----------------------------------------------------------------------===//

#ifndef AS_VIEW_ROOF_H
#define AS_VIEW_ROOF_H

#include "measure/roofline.h"
#include "view/view.h"

/// Reads the data of a thing "roofline". Names are borrowed from it. False
/// where that is not one.
bool asViewReadRoof(const cJSON *data, AsRoofline *roof);

/// What share of the time of the task's best trial its operations, or the bytes
/// that it has to move at least, take where nothing else limits them. NaN where
/// that is not known.
double asViewShareOfRoof(const AsView *view, const AsViewTask *task);

/// Whether such a share is more than a machine can do: the roofline was
/// measured while others used it.
bool asViewRoofIsLow(double share);

/// Appends those that the store has, as an array of objects.
void asViewAppendRoofs(const AsView *view, AsText *text);

#endif // AS_VIEW_ROOF_H
