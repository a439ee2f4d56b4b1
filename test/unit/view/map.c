//===- map.c - Tests of the map of what was tried
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Places, clusters, cells and lines, against values worked out by hand or by a
// second, slower way.
//
//===----------------------------------------------------------------------===//

#include "view/map/map.h"
#include "costmodel/nest-features.h"
#include "record.h"
#include "search/scorer.h"
#include "support/random.h"
#include "view/map/gains.h"
#include "view/map/map-json.h"

#define NEAR 1e-9

//===----------------------------------------------------------------------===//
// Places and clusters
//===----------------------------------------------------------------------===//

/// Two features that go together are one direction; one that is the same for
/// all is none.
static void principalPlaces(void **state) {
  double features[] = {1, 10, 7, 2, 20, 7, 3, 30, 7, 6, 60, 7};
  AsPlace places[4];
  asPrincipalPlaces(features, 4, 3, places);
  // 1, 2, 3, 6 have the mean 3 and the deviation sqrt(3.5).
  double scale = sqrt(2) / sqrt(3.5);
  static const double off[] = {-2, -1, 0, 3};
  for (int i = 0; i < 4; i++) {
    assert_float_equal(places[i].x, off[i] * scale, 1e-6);
    assert_float_equal(places[i].y, 0, 1e-6);
  }
}

/// The second direction is at right angles to the first, and has less of the
/// variance; distances are those of the z-scores.
static void secondDirection(void **state) {
  enum { count = 200 };
  static double features[count * 3];
  AsRandom random = {5};
  for (int i = 0; i < count; i++) {
    double a = asRandomUnit(&random), b = asRandomUnit(&random);
    features[3 * i] = a;
    features[3 * i + 1] = a + 0.2 * b;
    features[3 * i + 2] = b;
  }
  AsPlace places[count];
  asPrincipalPlaces(features, count, 3, places);
  double xx = 0, yy = 0, xy = 0;
  for (int i = 0; i < count; i++) {
    xx += places[i].x * places[i].x / count;
    yy += places[i].y * places[i].y / count;
    xy += places[i].x * places[i].y / count;
  }
  assert_true(xx > yy);
  assert_float_equal(xy, 0, 1e-6);
  assert_float_equal(xx + yy, 3, 1e-2); // Nearly all: there are two sources.
}

static void samePlaces(void **state) {
  double features[] = {1, 2, 1, 2, 1, 2};
  AsPlace places[3];
  asPrincipalPlaces(features, 3, 2, places);
  for (int i = 0; i < 3; i++)
    assert_true(places[i].x == 0 && places[i].y == 0);
  int cluster[3];
  AsClusters clusters = asClustersFind(places, 3, 1, cluster);
  assert_int_equal(clusters.count, 1);
  assert_int_equal(clusters.sizes[0], 3);
}

/// Four heaps far from each other are four clusters.
static void clustersAreFound(void **state) {
  static const AsPlace middles[] = {{0, 0}, {10, 0}, {0, 10}, {10, 10}};
  enum { each = 25, count = 4 * each };
  AsPlace places[count];
  AsRandom random = {3};
  for (int i = 0; i < count; i++)
    places[i] = (AsPlace){middles[i % 4].x + asRandomUnit(&random),
                          middles[i % 4].y + asRandomUnit(&random)};
  int cluster[count], again[count];
  AsClusters clusters = asClustersFind(places, count, 1, cluster);
  assert_int_equal(clusters.count, 4);
  for (int i = 0; i < count; i++)
    assert_int_equal(cluster[i], cluster[i % 4]);
  for (int c = 0; c < 4; c++)
    assert_int_equal(clusters.sizes[c], each);
  asClustersFind(places, count, 1, again);
  assert_memory_equal(cluster, again, sizeof cluster);
}

/// 0 and 1 in one cluster, 4 in the other: (4-1)/4, (3-1)/3, and 0 of the one
/// that is alone.
static void silhouette(void **state) {
  static const AsPlace places[] = {{0, 0}, {1, 0}, {4, 0}};
  static const int cluster[] = {0, 0, 1};
  assert_float_equal(asClustersSilhouette(places, 3, cluster, 2),
                     (0.75 + 2.0 / 3) / 3, NEAR);
}

//===----------------------------------------------------------------------===//
// Cells
//===----------------------------------------------------------------------===//

static int hexDistance(const AsCell *one, const AsCell *other) {
  int q = one->q - other->q, r = one->r - other->r;
  return (abs(q) + abs(r) + abs(q + r)) / 2;
}

static void checkHoneycomb(int count, uint64_t seed) {
  AsPlace *places = calloc((size_t)count, sizeof *places);
  int *cluster = calloc((size_t)count, sizeof *cluster);
  int *seen = calloc((size_t)count, sizeof *seen);
  AsRandom random = {seed};
  for (int i = 0; i < count; i++)
    places[i] = (AsPlace){asRandomUnit(&random), asRandomUnit(&random)};
  AsClusters clusters = asClustersFind(places, count, seed, cluster);
  AsHoneycomb honeycomb = asHoneycombFill(places, cluster, count, &clusters);
  assert_int_equal(honeycomb.capacity, (count + 399) / 400);
  const AsCell *first[AS_MOST_CLUSTERS] = {NULL};
  for (int c = 0; c < honeycomb.numCells; c++) {
    const AsCell *cell = &honeycomb.cells[c];
    assert_in_range(cell->count, 1, honeycomb.capacity);
    assert_int_equal(asHoneycombFind(&honeycomb, cell->q, cell->r), c);
    const AsCell *next = cell + 1;
    bool isLast = c + 1 == honeycomb.numCells || next->cluster != cell->cluster;
    if (!isLast) // Cells are full but for the last of a cluster.
      assert_int_equal(cell->count, honeycomb.capacity);
    if (!first[cell->cluster])
      first[cell->cluster] = cell;
    if (!isLast) // Ring by ring around the first.
      assert_true(hexDistance(first[cell->cluster], cell) <=
                  hexDistance(first[cell->cluster], next));
    for (int p = 0; p < cell->count; p++) {
      int point = honeycomb.points[cell->begin + p];
      assert_int_equal(cluster[point], cell->cluster);
      seen[point]++;
    }
  }
  for (int i = 0; i < count; i++)
    assert_int_equal(seen[i], 1);
  asHoneycombFree(&honeycomb);
  free(places);
  free(cluster);
  free(seen);
}

static void eachPointIsInOneCell(void **state) {
  static const int counts[] = {1, 2, 7, 100, 400, 401, 1999};
  for (size_t i = 0; i < COUNT(counts); i++)
    checkHoneycomb(counts[i], i + 1);
}

/// All around the core is taken before anything beyond.
static void ringsAreWhole(void **state) {
  AsPlace places[19] = {{0, 0}};
  int cluster[19] = {0};
  AsClusters clusters = {.count = 1, .sizes = {19}};
  AsHoneycomb honeycomb = asHoneycombFill(places, cluster, 19, &clusters);
  assert_int_equal(honeycomb.numCells, 19);
  static const int ends[] = {1, 7, 19};
  for (int c = 0, ring = 0; c < 19; c++) {
    ring += c == ends[ring];
    assert_int_equal(hexDistance(&honeycomb.cells[0], &honeycomb.cells[c]),
                     ring);
  }
  asHoneycombFree(&honeycomb);
}

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

/// A cell and its six neighbours.
static AsHoneycomb flower(AsCell cells[7]) {
  static const int at[7][2] = {{0, 0},  {1, 0},  {0, 1}, {-1, 1},
                               {-1, 0}, {0, -1}, {1, -1}};
  for (int c = 0; c < 7; c++)
    cells[c] = (AsCell){.q = at[c][0], .r = at[c][1]};
  return (AsHoneycomb){.cells = cells, .numCells = 7};
}

/// Twice the area that a line goes around; positive clockwise on a screen.
static double around(const AsContour *contours, int count) {
  double sum = 0;
  for (int i = 0; i < count; i++)
    sum += contours[i].from.x * contours[i].to.y -
           contours[i].to.x * contours[i].from.y;
  return sum;
}

static void peakAndHollow(void **state) {
  AsCell cells[7];
  AsHoneycomb honeycomb = flower(cells);
  double heights[7] = {4};
  int count;
  AsContour *contours = asContoursFind(&honeycomb, heights, 1, &count);
  assert_int_equal(count, 6);
  // A quarter of the height is three quarters of the way to a neighbour, which
  // is at a distance of sqrt(3).
  for (int i = 0; i < count; i++) {
    assert_float_equal(hypot(contours[i].from.x, contours[i].from.y),
                       0.75 * sqrt(3), NEAR);
    assert_int_equal(contours[i].highest, 0);
  }
  // A hexagon of that radius, counter-clockwise around the peak.
  double area = 3 * sqrt(3) * (0.75 * sqrt(3)) * (0.75 * sqrt(3));
  assert_float_equal(around(contours, count), -area, NEAR);
  free(contours);

  for (int c = 0; c < 7; c++)
    heights[c] = c ? 4 : 0;
  contours = asContoursFind(&honeycomb, heights, 3, &count);
  assert_int_equal(count, 6);
  assert_float_equal(around(contours, count), area, NEAR);
  free(contours);
}

/// Where one side is higher a line goes straight through, with that side on
/// its left.
static void slope(void **state) {
  AsCell cells[7];
  AsHoneycomb honeycomb = flower(cells);
  double heights[7];
  for (int c = 0; c < 7; c++)
    heights[c] = asCellCentre(cells[c].q, cells[c].r).x;
  int count;
  AsContour *contours = asContoursFind(&honeycomb, heights, 0.1, &count);
  assert_int_equal(count, 4);
  for (int i = 0; i < count; i++) {
    assert_float_equal(contours[i].from.x, 0.1, NEAR);
    assert_float_equal(contours[i].to.x, 0.1, NEAR);
    assert_true(contours[i].to.y > contours[i].from.y); // Down the screen.
  }
  free(contours);
  heights[0] = NAN; // All triangles have it as a corner.
  contours = asContoursFind(&honeycomb, heights, 0.1, &count);
  assert_int_equal(count, 0);
  free(contours);
}

/// Nothing to interpolate between.
static void flatLand(void **state) {
  AsCell cells[7];
  AsHoneycomb honeycomb = flower(cells);
  double heights[7] = {1, 1, 1, 1, 1, 1, 1};
  static const double levels[] = {0.5, 1, 2};
  for (size_t l = 0; l < COUNT(levels); l++) {
    int count;
    free(asContoursFind(&honeycomb, heights, levels[l], &count));
    assert_int_equal(count, 0);
  }
}

//===----------------------------------------------------------------------===//
// The map
//===----------------------------------------------------------------------===//

static size_t feature(const char *name) {
  size_t f = 0;
  while (strcmp(asFeatureName((int)f), name) != 0)
    f++;
  return f;
}

/// A view with `count` trials of one task, a row of features each.
static AsView viewOf(int count) {
  AsView view = {.trials = calloc((size_t)count, sizeof(AsViewTrial)),
                 .numTrials = count,
                 .features = calloc((size_t)count * (size_t)asCostScorerWidth(),
                                    sizeof(float))};
  for (int s = 0; s < 3; s++) {
    char name[8];
    snprintf(name, sizeof name, "%d", s);
    asNamesAdd(&view.sketches, name);
  }
  return view;
}

static float *rowOf(AsView *view, int trial) {
  return view->features + (size_t)trial * (size_t)asCostScorerWidth();
}

static AsView randomView(int count) {
  AsView view = viewOf(count);
  AsRandom random = {7};
  for (int i = 0; i < count; i++) {
    for (int f = 0; f < 10; f++)
      rowOf(&view, i)[f] = (float)asRandomBelow(&random, 4);
    bool isOk = asRandomBelow(&random, 4) > 0;
    view.trials[i] =
        (AsViewTrial){.firstRow = i,
                      .numRows = i % 50 != 49, // Some have no features.
                      .sketch = (int)asRandomBelow(&random, 3),
                      .outcome = isOk ? AS_OUTCOME_OK : AS_OUTCOME_BUILD_FAILED,
                      .seconds = isOk ? 1 + asRandomUnit(&random) : NAN};
  }
  return view;
}

/// Counted again, one cell and one kind at a time.
static void assertSummary(const AsView *view, const AsViewMap *map, int c) {
  const AsCell *cell = &map->honeycomb.cells[c];
  const AsViewCell *summary = &map->cells[c];
  int sketches[3] = {0}, outcomes[AS_NUM_OUTCOMES] = {0}, numOk = 0;
  double sum = 0;
  for (int p = 0; p < cell->count; p++) {
    int trial = map->trials[map->honeycomb.points[cell->begin + p]];
    sketches[view->trials[trial].sketch]++;
    outcomes[view->trials[trial].outcome]++;
    if (view->trials[trial].outcome == AS_OUTCOME_OK) {
      sum += view->trials[trial].seconds;
      numOk++;
    }
  }
  for (int s = 0; s < 3; s++)
    assert_true(
        sketches[s] < sketches[summary->sketch] ||
        (sketches[s] == sketches[summary->sketch] && s >= summary->sketch));
  for (int o = 0; o < AS_NUM_OUTCOMES; o++)
    assert_true(outcomes[o] <= outcomes[summary->outcome]);
  assert_int_equal(summary->numOk, numOk);
  if (numOk)
    assert_float_equal(summary->seconds, sum / numOk, NEAR);
  else
    assert_true(isnan(summary->seconds));
}

static void freeView(AsView *view) {
  view->numTasks = 0;
  asViewFree(view);
}

static void majoritiesAndMeans(void **state) {
  AsView view = randomView(1500);
  AsViewTask task = {.end = 1500};
  AsViewMap *map = asViewMapMake(&view, &task);
  assert_int_equal(map->numTrials, 1470);
  assert_int_equal(map->honeycomb.capacity, 4);
  for (int c = 0; c < map->honeycomb.numCells; c++)
    assertSummary(&view, map, c);
  // Equal views give equal documents.
  AsViewMap *again = asViewMapMake(&view, &task);
  AsText one = {0}, other = {0};
  asViewMapAppendJson(map, &task, &one);
  asViewMapAppendJson(again, &task, &other);
  assert_string_equal(one.data, other.data);
  const char *why;
  cJSON *json = asJsonParse(one.data, &why);
  assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(json, "cells")),
                   map->honeycomb.numCells);
  cJSON_Delete(json);
  asTextFree(&one);
  asTextFree(&other);
  asViewMapFree(map);
  asViewMapFree(again);
  freeView(&view);
}

/// One in twenty is clipped at each end; what is not known counts nothing.
static void outliersAreClipped(void **state) {
  double values[42], least, most;
  for (int i = 0; i < 40; i++)
    values[i] = 1 + (i * 7) % 40; // 1 to 40, shuffled.
  values[7] *= 1000;
  values[40] = values[41] = NAN;
  asClippedRange(values, 42, &least, &most);
  assert_true(least == 3 && most == 39);
  asClippedRange(values, 3, &least, &most); // 1, 8, 15: too few to clip.
  assert_true(least == 1 && most == 15);
  asClippedRange(values + 40, 2, &least, &most);
  assert_true(isnan(least) && isnan(most));
}

static void tooFewForAMap(void **state) {
  AsView view = randomView(2);
  AsViewTask task = {.end = 2};
  assert_null(asViewMapMake(&view, &task));
  AsText json = {0};
  asViewMapAppendJson(NULL, &task, &json);
  assert_string_equal(json.data, "null");
  asTextFree(&json);
  freeView(&view);
}

/// Against the median: a fourth of the lines of one cache, half of its time.
static void gains(void **state) {
  static const double lines[] = {100, 100, 25}, seconds[] = {2, 4, NAN};
  static const double lanes[] = {8, 8, 16};
  AsView view = viewOf(3);
  for (int i = 0; i < 3; i++) {
    float *row = rowOf(&view, i);
    row[feature("l1.lines")] = (float)log2(1 + lines[i]);
    row[feature("l2.lines")] = (float)log2(1 + 10.0);
    row[feature("lanes")] = (float)log2(1 + lanes[i]);
    row[feature("iterations")] = 10;
    row[feature("lane_waste")] = i == 1 ? 0.5F : 0;
    view.trials[i] = (AsViewTrial){
        .firstRow = i,
        .numRows = 1,
        .outcome = isnan(seconds[i]) ? AS_OUTCOME_RUN_CRASHED : AS_OUTCOME_OK,
        .seconds = seconds[i]};
  }
  static const int trials[] = {0, 1, 2};
  double found[3 * AS_NUM_GAINS];
  asGainsCompute(&view, trials, 3, found);
  static const double memory[] = {0, 0, 1}; // (2 + 0) / 2 caches with lines.
  static const double vector[] = {0, -1, 1};
  for (int i = 0; i < 3; i++) {
    assert_float_equal(found[i * AS_NUM_GAINS + AS_GAIN_MEMORY], memory[i],
                       1e-5);
    assert_float_equal(found[i * AS_NUM_GAINS + AS_GAIN_VECTOR], vector[i],
                       1e-5);
  }
  // The median of 2 and 4 is 3.
  assert_float_equal(found[AS_GAIN_TIME], log2(1.5), 1e-9);
  assert_float_equal(found[AS_NUM_GAINS + AS_GAIN_TIME], log2(0.75), 1e-9);
  assert_true(isnan(found[2 * AS_NUM_GAINS + AS_GAIN_TIME]));
  freeView(&view);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(principalPlaces),
      cmocka_unit_test(secondDirection),
      cmocka_unit_test(samePlaces),
      cmocka_unit_test(clustersAreFound),
      cmocka_unit_test(silhouette),
      cmocka_unit_test(eachPointIsInOneCell),
      cmocka_unit_test(ringsAreWhole),
      cmocka_unit_test(peakAndHollow),
      cmocka_unit_test(slope),
      cmocka_unit_test(flatLand),
      cmocka_unit_test(majoritiesAndMeans),
      cmocka_unit_test(outliersAreClipped),
      cmocka_unit_test(tooFewForAMap),
      cmocka_unit_test(gains),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
