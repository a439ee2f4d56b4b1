//===- clusters.c - Groups of places
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "view/map/clusters.h"
#include "support/arena.h"
#include "support/random.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROUNDS = 60, MOST_SAMPLES = 300 };

static double squaredDistance(AsPlace one, AsPlace other) {
  double x = one.x - other.x, y = one.y - other.y;
  return x * x + y * y;
}

static int nearest(const AsClusters *clusters, AsPlace place) {
  int best = 0;
  for (int c = 1; c < clusters->count; c++)
    if (squaredDistance(place, clusters->cores[c]) <
        squaredDistance(place, clusters->cores[best]))
      best = c;
  return best;
}

/// k-means++: each further core is a place, drawn by how far it is from all
/// cores so far, squared. Stops where every place is a core.
static AsClusters begin(const AsPlace *places, int count, int wanted,
                        AsRandom *random) {
  AsClusters clusters = {.count = 1};
  clusters.cores[0] = places[asRandomBelow(random, (uint32_t)count)];
  while (clusters.count < wanted) {
    double sum = 0;
    for (int i = 0; i < count; i++)
      sum += squaredDistance(places[i],
                             clusters.cores[nearest(&clusters, places[i])]);
    if (sum <= 0)
      break;
    double left = asRandomUnit(random) * sum;
    int chosen = -1;
    for (int i = 0; i < count && (chosen < 0 || left >= 0); i++) {
      double distance = squaredDistance(
          places[i], clusters.cores[nearest(&clusters, places[i])]);
      left -= distance;
      if (distance > 0)
        chosen = i;
    }
    clusters.cores[clusters.count++] = places[chosen];
  }
  return clusters;
}

/// Gives each place to its nearest core; returns whether any changed.
static bool assign(const AsPlace *places, int count, AsClusters *clusters,
                   int *cluster) {
  bool hasChanged = false;
  memset(clusters->sizes, 0, sizeof clusters->sizes);
  for (int i = 0; i < count; i++) {
    int own = nearest(clusters, places[i]);
    hasChanged |= own != cluster[i];
    cluster[i] = own;
    clusters->sizes[own]++;
  }
  return hasChanged;
}

static void moveCores(const AsPlace *places, int count, AsClusters *clusters,
                      const int *cluster) {
  AsPlace sums[AS_MOST_CLUSTERS] = {{0, 0}};
  for (int i = 0; i < count; i++) {
    sums[cluster[i]].x += places[i].x;
    sums[cluster[i]].y += places[i].y;
  }
  for (int c = 0; c < clusters->count; c++)
    if (clusters->sizes[c])
      clusters->cores[c] = (AsPlace){sums[c].x / clusters->sizes[c],
                                     sums[c].y / clusters->sizes[c]};
}

/// Leaves out clusters that have lost all of their places.
static void dropEmpty(AsClusters *clusters, int count, int *cluster) {
  int number[AS_MOST_CLUSTERS], kept = 0;
  for (int c = 0; c < clusters->count; c++) {
    number[c] = kept;
    if (!clusters->sizes[c])
      continue;
    clusters->sizes[kept] = clusters->sizes[c];
    clusters->cores[kept++] = clusters->cores[c];
  }
  clusters->count = kept;
  for (int i = 0; i < count; i++)
    cluster[i] = number[cluster[i]];
}

static AsClusters findThatMany(const AsPlace *places, int count, int wanted,
                               uint64_t seed, int *cluster) {
  AsRandom random = {seed};
  AsClusters clusters = begin(places, count, wanted, &random);
  for (int i = 0; i < count; i++)
    cluster[i] = -1;
  for (int round = 0; round < MOST_ROUNDS; round++) {
    if (!assign(places, count, &clusters, cluster))
      break;
    moveCores(places, count, &clusters, cluster);
  }
  dropEmpty(&clusters, count, cluster);
  return clusters;
}

double asClustersSilhouette(const AsPlace *places, int count,
                            const int *cluster, int numClusters) {
  int stride = (count + MOST_SAMPLES - 1) / MOST_SAMPLES, samples = 0;
  double sum = 0;
  for (int i = 0; i < count; i += stride) {
    double distances[AS_MOST_CLUSTERS] = {0};
    int sizes[AS_MOST_CLUSTERS] = {0};
    for (int j = 0; j < count; j += stride)
      if (j != i) {
        distances[cluster[j]] += sqrt(squaredDistance(places[i], places[j]));
        sizes[cluster[j]]++;
      }
    double other = INFINITY;
    for (int c = 0; c < numClusters; c++)
      if (c != cluster[i] && sizes[c])
        other = fmin(other, distances[c] / sizes[c]);
    int own = sizes[cluster[i]];
    double mean = own ? distances[cluster[i]] / own : 0;
    double larger = fmax(mean, other);
    // One that is alone in its cluster tells nothing: 0.
    if (own && isfinite(other) && larger > 0)
      sum += (other - mean) / larger;
    samples++;
  }
  return samples ? sum / samples : 0;
}

AsClusters asClustersFind(const AsPlace *places, int count, uint64_t seed,
                          int *cluster) {
  AsClusters best = {0};
  if (!count)
    return best;
  int *trial = asAlloc(sizeof(int) * (size_t)count);
  double bestScore = -INFINITY;
  for (int k = AS_LEAST_CLUSTERS; k <= AS_MOST_CLUSTERS; k++) {
    AsClusters found = findThatMany(places, count, k, seed, trial);
    double score = asClustersSilhouette(places, count, trial, found.count);
    if (score > bestScore) {
      bestScore = score;
      best = found;
      memcpy(cluster, trial, sizeof(int) * (size_t)count);
    }
  }
  free(trial);
  return best;
}
