//===- principal.h - The two directions in which points differ most
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A candidate has some hundred features. For a map they become two: the first
// principal components of their z-scores, by power iteration, which starts from
// the same vector each time, so that equal stores give equal maps.
//
//===----------------------------------------------------------------------===//

#ifndef AS_VIEW_PRINCIPAL_H
#define AS_VIEW_PRINCIPAL_H

typedef struct AsPlace {
  double x, y;
} AsPlace;

/// Writes the places of `count` points of `width` features each, which become
/// their z-scores. Features that are the same for all count nothing.
void asPrincipalPlaces(double *features, int count, int width, AsPlace *places);

#endif // AS_VIEW_PRINCIPAL_H
