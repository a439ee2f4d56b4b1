//===- redraw.c - Text that is redrawn in place
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See redraw.h. Only sequences that every terminal of the last forty years
// knows.
//
//===----------------------------------------------------------------------===//

#include "display/redraw.h"
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define CLEAR_LINE "\033[K"
#define CLEAR_BELOW "\033[J"
#define BOLD "\033[1m"
#define NORMAL "\033[0m"

bool asLiveIsPossible(int file) {
  const char *terminal = getenv("TERM"), *noColor = getenv("NO_COLOR");
  return isatty(file) && terminal && *terminal &&
         strcmp(terminal, "dumb") != 0 && !(noColor && *noColor);
}

void asLiveMeasure(AsRedraw *live, int file) {
  struct winsize size = {0};
  ioctl(file, TIOCGWINSZ, &size);
  int width = size.ws_col ? size.ws_col : 80;
  int height = size.ws_row ? size.ws_row : 24;
  if (width != live->width || height != live->height)
    *live = (AsRedraw){width, height, 0};
}

static void moveToTop(const AsRedraw *live, AsText *output) {
  asTextAppendString(output, "\r");
  if (live->numLines)
    asTextFormat(output, "\033[%dA", live->numLines);
}

void asLiveDraw(AsRedraw *live, const char *block, AsText *output) {
  moveToTop(live, output);
  live->numLines = 0;
  // The last column stays free: terminals differ in what a full line does.
  int most = live->width - 1;
  while (*block && live->numLines < live->height - 1) {
    size_t length = strcspn(block, "\n");
    bool isTitle = live->numLines == 0;
    asTextFormat(output, "%s%.*s%s" CLEAR_LINE "\n", isTitle ? BOLD : "",
                 (int)length < most ? (int)length : most, block,
                 isTitle ? NORMAL : "");
    block += length + (block[length] == '\n');
    live->numLines++;
  }
  asTextAppendString(output, CLEAR_BELOW);
}

void asLiveErase(AsRedraw *live, AsText *output) {
  moveToTop(live, output);
  asTextAppendString(output, CLEAR_BELOW);
  live->numLines = 0;
}
