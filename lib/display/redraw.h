//===- redraw.h - Text that is redrawn in place
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A block of lines at the lower end of what a terminal shows, drawn over and
// over: the cursor goes up, each line is overwritten and cleared to its end.
// Nothing is hidden or switched, so that a process which is killed leaves the
// terminal as it should be, with the last drawing in it.
//
//===----------------------------------------------------------------------===//

#ifndef AS_DISPLAY_REDRAW_H
#define AS_DISPLAY_REDRAW_H

#include "support/text.h"
#include <stdbool.h>

/// Zero-initialise. Between two drawings, nothing else may be written to the
/// terminal; the cursor stands below the block.
typedef struct AsRedraw {
  int width, height; ///< Of the terminal; see asLiveMeasure.
  int numLines;      ///< As drawn last; less than the height.
} AsRedraw;

/// Whether the file is a terminal on which a cursor can move, and its user
/// has nothing against it (TERM=dumb, NO_COLOR).
bool asLiveIsPossible(int file);

/// Reads the terminal's size. When it changed, nobody knows where the lines
/// drawn before have gone: they stay, and the next block is drawn below them.
void asLiveMeasure(AsRedraw *live, int file);

/// Appends to `output` what makes the terminal show `block` in place of the
/// last one. Lines are cut to the terminal's width and height, and the first
/// one is bold.
void asLiveDraw(AsRedraw *live, const char *block, AsText *output);

/// Appends what makes the last block disappear.
void asLiveErase(AsRedraw *live, AsText *output);

#endif // AS_DISPLAY_REDRAW_H
