//===- clusters.h - Groups of places
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// k-means, begun by k-means++ with a seed. How many clusters there are is what
// the silhouette says: how much nearer points are to their own cluster than to
// the next one.
//
//===----------------------------------------------------------------------===//

#ifndef AS_VIEW_CLUSTERS_H
#define AS_VIEW_CLUSTERS_H

#include "view/map/principal.h"
#include <stdbool.h>
#include <stdint.h>

enum { AS_LEAST_CLUSTERS = 3, AS_MOST_CLUSTERS = 8 };

/// Zero-initialise.
typedef struct AsClusters {
  int count;
  AsPlace cores[AS_MOST_CLUSTERS];
  int sizes[AS_MOST_CLUSTERS]; ///< None is 0.
} AsClusters;

/// Writes the cluster of each place to `cluster`. Where there are not that many
/// different places, there are fewer clusters.
AsClusters asClustersFind(const AsPlace *places, int count, uint64_t seed,
                          int *cluster);

/// The mean silhouette, from -1 to 1, of at most some hundred places, evenly
/// spread over their order.
double asClustersSilhouette(const AsPlace *places, int count,
                            const int *cluster, int numClusters);

#endif // AS_VIEW_CLUSTERS_H
