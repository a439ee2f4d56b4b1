//===- iteration-blocks.c - Tile sizes for triangular reductions
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "affine/tiling/iteration-blocks.h"
#include <isl/aff.h>
#include <isl/set.h>
#include <isl/val.h>
#include <math.h>

enum {
  smallestTile = 32,
  largestTile = 256,
  smallestFinest = 8, ///< Of tiles that only leave less to loops.
  largestFinest = 24,
  grain = 8,
};

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// Sizes of tiles, from coarse to fine.
typedef struct Sizes {
  int count;
  int64_t of[AS_TILE_SIZES];
} Sizes;

/// The cost of a point of a full tile, relative to one in an infinite tile:
/// each tile is a call that first packs its operands.
static double costInTile(int64_t size) {
  const double perCall = 10; // In rows of a tile.
  return 1 + perCall / (double)size;
}

/// The cost per point with tiles of these sizes, each of which is for what is
/// in partial tiles of the one before. What is in the last partial ones costs
/// twice as full boxes, and much more in loops.
static double costOf(const Sizes *sizes, int64_t extent, bool endsInLoops) {
  const double inLoops = 10;
  double cost = 0, edge = 1;
  int64_t around = extent, last = sizes->of[sizes->count - 1];
  for (int i = 0; i < sizes->count; i++) {
    double within = (double)sizes->of[i] / (double)around;
    cost += edge * (1 - within) * costInTile(sizes->of[i]);
    edge *= within;
    around = sizes->of[i];
  }
  cost += edge * (endsInLoops ? inLoops : 2 * costInTile(last));
  // A remainder adds tiles of other shapes, each a kernel of its own.
  double rest = extent % sizes->of[0] ? 1.1 : 1;
  double lanes = last % grain ? 1.1 : 1;
  return cost * rest * lanes;
}

/// Takes these sizes if they cost less than `best` and leave enough tiles.
static void trySizes(const Sizes *sizes, bool endsInLoops,
                     AsAffineBlocks *blocks, double *best) {
  int64_t extent = blocks->end - blocks->origin;
  double cost = costOf(sizes, extent, endsInLoops);
  int fewest = sizes->count > 1 ? 3 : 2;
  if (fewest * sizes->of[0] > extent || cost >= *best)
    return;
  *best = cost;
  blocks->numSizes = sizes->count;
  for (int i = 0; i < sizes->count; i++)
    for (int c = 0; c < blocks->numTiled; c++)
      blocks->sizes[i][c] = sizes->of[i];
}

/// Whether partial tiles stay loops: a sum over a part of a box is no box.
static bool endInLoops(const AsAffineForm *form, const AsAffineBlocks *blocks) {
  for (int c = 0; c < blocks->numTiled; c++)
    if (form->isReduction[blocks->tiled[c]])
      return true;
  return false;
}

/// False if there are too few points. A coarse tile has at least three fine
/// ones along each loop: with two, the loop over full fine tiles would shrink
/// to a condition. Only two tiled loops are tiled more than once: the partial
/// tiles of three have too many parts.
static bool chooseSizes(const AsAffineForm *form, AsAffineBlocks *blocks) {
  bool inLoops = endInLoops(form, blocks);
  int room = (AS_AFFINE_MAX_DEPTH - form->numDims) / 2;
  int64_t mostCoarse = blocks->numTiled == 2 && room >= 2 ? largestTile : 0,
          mostFinest = inLoops && room >= 3 ? largestFinest : 0;
  double best = INFINITY;
  for (int64_t fine = smallestTile; fine <= largestTile; fine++) {
    trySizes(&(Sizes){1, {fine}}, inLoops, blocks, &best);
    for (int64_t coarse = 3 * fine; coarse <= mostCoarse; coarse += fine) {
      trySizes(&(Sizes){2, {coarse, fine}}, inLoops, blocks, &best);
      for (int64_t finest = smallestFinest; finest <= mostFinest; finest++)
        if (fine % finest == 0 && fine >= 3 * finest)
          trySizes(&(Sizes){3, {coarse, fine, finest}}, inLoops, blocks, &best);
    }
  }
  return blocks->numSizes > 0;
}

//===----------------------------------------------------------------------===//
// Tiled loops
//===----------------------------------------------------------------------===//

/// The box around the domain.
static __isl_give isl_set *hullOf(const AsAffineForm *form,
                                  __isl_take isl_space *space) {
  isl_set *hull = isl_set_universe(space);
  for (int d = 0; d < form->numDims; d++) {
    int64_t last = form->lower[d] + form->extent[d] - 1;
    hull = isl_set_lower_bound_si(hull, isl_dim_set, (unsigned)d,
                                  (int)form->lower[d]);
    hull = isl_set_upper_bound_si(hull, isl_dim_set, (unsigned)d, (int)last);
  }
  return hull;
}

/// Finds the loops whose bounds depend on other loops.
static void findTiledLoops(const AsScop *scop, const AsAffineForm *form,
                           AsAffineBlocks *blocks) {
  isl_set *domain = isl_set_copy(scop->statements[form->statement].domain);
  isl_set *hull = hullOf(form, isl_set_get_space(domain));
  isl_set *rest = isl_set_coalesce(isl_set_gist(domain, hull));
  for (int d = 0; d < form->numDims; d++)
    if (isl_set_involves_dims(rest, isl_dim_set, (unsigned)d, 1) ==
        isl_bool_true) {
      int64_t end = form->lower[d] + form->extent[d];
      bool isFirst = blocks->numTiled == 0;
      blocks->tiled[blocks->numTiled++] = d;
      if (isFirst || form->lower[d] < blocks->origin)
        blocks->origin = form->lower[d];
      if (isFirst || end > blocks->end)
        blocks->end = end;
    }
  isl_set_free(rest);
}

static bool hasSteps(const AsAffineForm *form) {
  for (int d = 0; d < form->numDims; d++)
    if (form->step[d] != 1)
      return true;
  return false;
}

/// Whether the statement reduces into elements along two loops or more, like a
/// matrix product: then each operand is used often.
static bool isProduct(const AsAffineForm *form) {
  int numParallel = 0;
  for (int d = 0; d < form->numDims; d++)
    numParallel += !form->isReduction[d] && form->extent[d] > 1;
  return form->reduces && form->accumulator >= 0 && numParallel >= 2;
}

/// By how many elements the access advances per iteration of the loop; -1 if an
/// index other than the last depends on the loop.
static int64_t stepOf(const AsAffineAccess *access, int loop) {
  int rank = (int)isl_multi_aff_dim(access->indices, isl_dim_out);
  int64_t found = 0;
  for (int r = 0; r < rank && found >= 0; r++) {
    isl_aff *index = isl_multi_aff_get_aff(access->indices, r);
    isl_val *step = isl_aff_get_coefficient_val(index, isl_dim_in, loop);
    if (isl_val_is_zero(step) != isl_bool_true)
      found = r == rank - 1 ? isl_val_get_num_si(step) : -1;
    isl_val_free(step);
    isl_aff_free(index);
  }
  return found;
}

/// The loop along which every access is contiguous or invariant, so that
/// vectors need no gathers; -1 if there is none, or if it is innermost already.
static int vectorLoop(const AsAffineStatement *statement) {
  for (int d = 0; d < statement->depth - 1; d++) {
    bool isOne = stepOf(&statement->accesses[0], d) == 1;
    for (int a = 1; isOne && a < statement->numAccesses; a++) {
      int64_t step = stepOf(&statement->accesses[a], d);
      isOne = step == 0 || step == 1;
    }
    if (isOne)
      return d;
  }
  return -1;
}

bool asAffineBlocksOf(const AsScop *scop, const AsDependences *dependences,
                      int statement, AsAffineBlocks *blocks) {
  AsAffineForm form;
  AsAffineObstacle obstacle;
  *blocks = (AsAffineBlocks){.statement = statement, .strip = -1};
  if (!asAffineFormOfHull(scop, dependences, statement, 0, &form, &obstacle) ||
      !isProduct(&form) || hasSteps(&form))
    return false;
  findTiledLoops(scop, &form, blocks);
  if (blocks->numTiled < 2)
    return false;
  blocks->innermost = vectorLoop(&scop->statements[statement]);
  return chooseSizes(&form, blocks);
}

bool asAffineSumsAlong(const AsAffineForm *form, int strip) {
  return isProduct(form) && !hasSteps(form) && form->isReduction[strip];
}

/// Leaves out the loop that is cut into strips.
static void dropStrip(AsAffineBlocks *blocks, int strip) {
  int count = 0;
  for (int c = 0; c < blocks->numTiled; c++)
    if (blocks->tiled[c] != strip)
      blocks->tiled[count++] = blocks->tiled[c];
  blocks->numTiled = count;
}

bool asAffineBlocksInStrips(const AsScop *scop, int statement, int strip,
                            int64_t origin, int64_t size,
                            AsAffineBlocks *blocks) {
  AsAffineForm form;
  AsAffineObstacle obstacle;
  AsDependences none = {0};
  *blocks = (AsAffineBlocks){
      .statement = statement, .strip = strip, .stripSize = size};
  if (!asAffineFormOfHull(scop, &none, statement, 0, &form, &obstacle) ||
      !asAffineSumsAlong(&form, strip))
    return false;
  findTiledLoops(scop, &form, blocks);
  dropStrip(blocks, strip);
  blocks->origin = origin;
  blocks->numSizes = 1;
  for (int c = 0; c < blocks->numTiled; c++)
    blocks->sizes[0][c] = size;
  blocks->innermost = vectorLoop(&scop->statements[statement]);
  return blocks->numTiled > 0;
}
