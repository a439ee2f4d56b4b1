//===- strips.c - Cut a factorisation into strips
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "affine/tiling/strips.h"
#include "affine/scop/isl-integer.h"
#include <isl/aff.h>
#include <isl/ilp.h>
#include <isl/local_space.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>
#include <math.h>

enum {
  smallestStrip = 8,  ///< Of the inner strips.
  largestInner = 64,  ///< Of these as well.
  largestStrip = 256, ///< Of the outer ones.
  grain = 8,
};

static bool isIn(uint64_t statements, int s) { return statements >> s & 1; }

//===----------------------------------------------------------------------===//
// Updates
//===----------------------------------------------------------------------===//

/// Whether the statement reads elements of its array besides the one it adds
/// to. A plain product does not, and needs no dependences to be left out.
static bool readsItsArray(const AsAffineStatement *statement,
                          const AsAffineForm *form) {
  for (int a = 1; a < statement->numAccesses; a++)
    if (a != form->accumulator &&
        statement->accesses[a].array == statement->accesses[0].array)
      return true;
  return false;
}

/// Whether the statement is an update with a sum along the loop.
static bool isUpdateAlong(const AsScop *scop, int s, int loop) {
  AsDependences none = {0};
  AsAffineForm form;
  AsAffineObstacle obstacle;
  return loop < scop->statements[s].depth &&
         asAffineFormOfHull(scop, &none, s, 0, &form, &obstacle) &&
         asAffineSumsAlong(&form, loop) &&
         readsItsArray(&scop->statements[s], &form);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Loop `loop` as a function of instances.
static __isl_give isl_aff *variableOf(__isl_take isl_space *instances,
                                      int loop) {
  return isl_aff_var_on_domain(isl_local_space_from_space(instances),
                               isl_dim_set, (unsigned)loop);
}

/// Whether the source of each pair is in the same iteration of its loop as the
/// target, or in an earlier one.
static bool keeps(const AsAffineStrips *strips,
                  const AsDependence *dependence) {
  isl_space *space = isl_map_get_space(dependence->relation);
  isl_map *from = isl_map_from_aff(
              variableOf(isl_space_domain(isl_space_copy(space)),
                         strips->loop[dependence->source])),
          *to = isl_map_from_aff(variableOf(isl_space_range(space),
                                            strips->loop[dependence->target]));
  isl_map *times = isl_map_apply_range(
      isl_map_apply_domain(isl_map_copy(dependence->relation), from), to);
  times = isl_map_order_gt(times, isl_dim_in, 0, isl_dim_out, 0);
  isl_bool isEmpty = isl_map_is_empty(times);
  isl_map_free(times);
  return isEmpty == isl_bool_true;
}

/// Whether statement s keeps all dependences on statements up to it.
static bool keepsAll(const AsDependences *dependences,
                     const AsAffineStrips *strips, uint64_t chosen, int s) {
  for (int d = 0; d < dependences->size; d++) {
    const AsDependence *dependence = &dependences->list[d];
    if (isIn(chosen, dependence->source) && isIn(chosen, dependence->target) &&
        (dependence->source == s || dependence->target == s) &&
        !dependence->commutes && !keeps(strips, dependence))
      return false;
  }
  return true;
}

/// Chooses loops for the statements that are not in `chosen`, so that all of
/// them can be the outermost loop together.
static bool chooseLoops(const AsScop *scop, const AsDependences *dependences,
                        uint64_t chosen, AsAffineStrips *strips) {
  uint64_t rest = strips->statements & ~chosen;
  if (!rest)
    return true;
  int s = __builtin_ctzll(rest);
  chosen |= (uint64_t)1 << s;
  for (int l = scop->statements[s].depth - 1; l >= 0; l--) {
    strips->loop[s] = l;
    if (scop->loops[scop->statements[s].loops[l]].step == 1 &&
        keepsAll(dependences, strips, chosen, s) &&
        chooseLoops(scop, dependences, chosen, strips))
      return true;
  }
  return false;
}

/// Finds the range of the loops.
static bool readRange(const AsScop *scop, AsAffineStrips *strips) {
  bool isFirst = true;
  strips->reach = 0;
  for (int s = 0; s < scop->numStatements; s++) {
    if (!isIn(strips->statements, s))
      continue;
    isl_set *domain = scop->statements[s].domain;
    int64_t first, last;
    if (!asAffineTakeInteger(
            isl_set_dim_min_val(isl_set_copy(domain), strips->loop[s]),
            &first) ||
        !asAffineTakeInteger(
            isl_set_dim_max_val(isl_set_copy(domain), strips->loop[s]), &last))
      return false;
    strips->origin = isFirst || first < strips->origin ? first : strips->origin;
    strips->end = isFirst || last >= strips->end ? last + 1 : strips->end;
    isFirst = false;
    for (int l = 0; l < scop->statements[s].depth; l++)
      if (asAffineTakeInteger(isl_set_dim_max_val(isl_set_copy(domain), l),
                              &last) &&
          last >= strips->reach && last <= strips->end)
        strips->reach = last + 1;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// The cost of a point of an update, relative to one in a product of infinite
/// size: each tile is a call that first packs its operands.
static double costInTile(double rows, double columns, double depth) {
  const double perCall = 500; // In points.
  const double perEdge = 3.3; // In points, for each on the faces of the tile.
  return 1 + perEdge * (1 / rows + 1 / columns + 1 / depth) +
         perCall / (rows * columns * depth);
}

/// The cost per point. Of the points of a triangular factorisation 3/2 of the
/// ratio of strip to extent are not deferred. Each outer strip reads and writes
/// what is right of it, which no cache holds if there are many columns.
static double costOf(const AsAffineStrips *strips) {
  const double inLoops = 10; // Per point that runs in loops.
  const int64_t inCache = 400;
  int64_t extent = strips->end - strips->origin, around = strips->sizes[0];
  double cost = extent > inCache ? 20 / (double)around : 0, edge = 1;
  for (int level = 0; level < strips->numLevels; level++) {
    int64_t size = strips->sizes[level];
    double length = (double)(asAffineStripsAreLong(strips) ? around : size);
    cost += edge * costInTile(length, (double)size, (double)size);
    edge = fmin(1, 1.5 * (double)size / (double)extent);
    around = size;
  }
  // Tiles of other shapes.
  double rest = (strips->reach - strips->origin) % strips->sizes[0] ? 1.1 : 1;
  double lanes = around % grain ? 1.1 : 1;
  // Code for another level has to be worth it.
  return (cost + edge * inLoops) * rest * lanes *
         (1 + 0.02 * strips->numLevels);
}

/// Tries sizes of the levels before `level`, and keeps those that cost less
/// than `best`. A strip has three inner ones or more: with two, loops over
/// tiles would shrink to conditions.
static void trySizes(AsAffineStrips tried, int level, AsAffineStrips *best,
                     double *leastCost) {
  if (level < 0) {
    double cost = costOf(&tried);
    if (3 * tried.sizes[0] > tried.end - tried.origin || cost >= *leastCost)
      return;
    *leastCost = cost;
    *best = tried;
    return;
  }
  int64_t inner = tried.sizes[level + 1];
  for (int64_t size = 3 * inner; size <= largestStrip; size += inner) {
    tried.sizes[level] = size;
    trySizes(tried, level - 1, best, leastCost);
  }
}

bool asAffineStripsResize(int mostLevels, AsAffineStrips *strips) {
  double leastCost = 2.6; // Loops in another order do not cost more.
  AsAffineStrips tried = *strips;
  strips->numLevels = 0;
  for (tried.numLevels = 2; tried.numLevels <= mostLevels; tried.numLevels++)
    for (int64_t inner = smallestStrip; inner <= largestInner; inner++) {
      tried.sizes[tried.numLevels - 1] = inner;
      trySizes(tried, tried.numLevels - 2, strips, &leastCost);
    }
  return strips->numLevels > 0;
}

//===----------------------------------------------------------------------===//
// Strips
//===----------------------------------------------------------------------===//

static int countUpdates(const AsScop *scop, const AsAffineStrips *strips) {
  int count = 0;
  for (int s = 0; s < scop->numStatements; s++)
    count +=
        isIn(strips->statements, s) && isUpdateAlong(scop, s, strips->loop[s]);
  return count;
}

/// Finds the updates with a sum along the loop that is cut, and a loop of
/// theirs for vectors.
static void findUpdates(const AsScop *scop, AsAffineStrips *strips) {
  strips->updates = 0;
  strips->vector = -1;
  for (int s = 0; s < scop->numStatements; s++) {
    AsAffineBlocks blocks;
    if (!isIn(strips->statements, s) ||
        !isUpdateAlong(scop, s, strips->loop[s]) ||
        !asAffineBlocksInStrips(scop, s, strips->loop[s], strips->origin,
                                strips->sizes[0], &blocks))
      continue;
    strips->updates |= (uint64_t)1 << s;
    if (strips->vector < 0)
      strips->vector = blocks.innermost;
  }
}

bool asAffineStripsOf(const AsScop *scop, const AsDependences *dependences,
                      uint64_t statements, AsAffineStrips *strips) {
  *strips = (AsAffineStrips){.statements = statements};
  for (int s = 0; s < scop->numStatements; s++)
    for (int l = 0; isIn(statements, s) && l < scop->statements[s].depth; l++) {
      if (!isUpdateAlong(scop, s, l))
        continue;
      strips->loop[s] = l;
      uint64_t own = (uint64_t)1 << s;
      if (!keepsAll(dependences, strips, own, s) ||
          !chooseLoops(scop, dependences, own, strips) ||
          !readRange(scop, strips) ||
          !asAffineStripsResize(countUpdates(scop, strips) > 1
                                    ? AS_STRIP_LEVELS - 1
                                    : AS_STRIP_LEVELS,
                                strips))
        continue;
      findUpdates(scop, strips);
      if (strips->updates)
        return true;
    }
  return false;
}

bool asAffineMayHaveStrips(const AsScop *scop) {
  AsDependences none = {0};
  AsAffineStrips strips;
  for (int s = 0; s < scop->numStatements; s++)
    if (asAffineStripsOf(scop, &none, (uint64_t)1 << s, &strips))
      return true;
  return false;
}
