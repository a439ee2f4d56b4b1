//===- principal.c - The two directions in which points differ most
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "view/map/principal.h"
#include "support/arena.h"
#include <math.h>
#include <stdlib.h>

enum { MOST_STEPS = 300 };

static void standardise(double *features, int count, int width) {
  for (int f = 0; f < width; f++) {
    double sum = 0, squares = 0;
    for (int i = 0; i < count; i++)
      sum += features[(size_t)i * (size_t)width + (size_t)f];
    double mean = sum / count;
    for (int i = 0; i < count; i++) {
      double *value = &features[(size_t)i * (size_t)width + (size_t)f];
      *value -= mean;
      squares += *value * *value;
    }
    double deviation = sqrt(squares / count);
    // What differs by rounding only is the same.
    double scale = deviation > 1e-9 * (fabs(mean) + 1) ? 1 / deviation : 0;
    for (int i = 0; i < count; i++)
      features[(size_t)i * (size_t)width + (size_t)f] *= scale;
  }
}

/// The matrix of covariances, `width` squared.
static double *covariances(const double *features, int count, int width) {
  size_t size = (size_t)width;
  double *matrix = asAlloc(sizeof(double) * size * size);
  for (size_t i = 0; i < size * size; i++)
    matrix[i] = 0;
  for (int i = 0; i < count; i++) {
    const double *row = features + (size_t)i * size;
    for (size_t f = 0; f < size; f++)
      for (size_t g = 0; row[f] != 0 && g < size; g++)
        matrix[f * size + g] += row[f] * row[g] / count;
  }
  return matrix;
}

/// Scales `vector` to length 1; returns the length that it had.
static double normalise(double *vector, int width) {
  double squares = 0;
  for (int f = 0; f < width; f++)
    squares += vector[f] * vector[f];
  double length = sqrt(squares);
  for (int f = 0; f < width && length > 0; f++)
    vector[f] /= length;
  return length;
}

/// The largest eigenvalue and its vector, whose largest entry is positive.
static double powerIteration(const double *matrix, int width, double *vector) {
  double *next = asAlloc(sizeof(double) * (size_t)width);
  for (int f = 0; f < width; f++)
    vector[f] = 1 + 0.01 * f; // Not at right angles to any one, in all
                              // likelihood.
  normalise(vector, width);
  double value = 0;
  for (int step = 0; step < MOST_STEPS; step++) {
    for (int f = 0; f < width; f++) {
      next[f] = 0;
      for (int g = 0; g < width; g++)
        next[f] += matrix[(size_t)f * (size_t)width + (size_t)g] * vector[g];
    }
    value = normalise(next, width);
    double change = 0;
    for (int f = 0; f < width; f++) {
      change += fabs(next[f] - vector[f]);
      vector[f] = next[f];
    }
    if (change < 1e-12 || value == 0)
      break;
  }
  int largest = 0;
  for (int f = 1; f < width; f++)
    if (fabs(vector[f]) > fabs(vector[largest]) + 1e-9)
      largest = f;
  double sign = vector[largest] < 0 ? -1 : 1;
  for (int f = 0; f < width; f++)
    vector[f] *= sign;
  free(next);
  return value;
}

void asPrincipalPlaces(double *features, int count, int width,
                       AsPlace *places) {
  standardise(features, count, width);
  double *matrix = covariances(features, count, width);
  double *vectors[2], first = 0;
  for (int v = 0; v < 2; v++) {
    vectors[v] = asAlloc(sizeof(double) * (size_t)width);
    double value = powerIteration(matrix, width, vectors[v]);
    first = v ? first : value;
    // What is left of points on a line is rounding, and no direction.
    for (int f = 0; f < width && value <= 1e-9 * first; f++)
      vectors[v][f] = 0;
    // Takes the direction out.
    for (int f = 0; f < width; f++)
      for (int g = 0; g < width; g++)
        matrix[(size_t)f * (size_t)width + (size_t)g] -=
            value * vectors[v][f] * vectors[v][g];
  }
  for (int i = 0; i < count; i++) {
    double at[2] = {0, 0};
    for (int v = 0; v < 2; v++)
      for (int f = 0; f < width; f++)
        at[v] +=
            features[(size_t)i * (size_t)width + (size_t)f] * vectors[v][f];
    places[i] = (AsPlace){at[0], at[1]};
  }
  free(vectors[0]);
  free(vectors[1]);
  free(matrix);
}
