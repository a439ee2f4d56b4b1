//===- separate-full-tiles.c - Separate full tiles from partial ones
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds the schedule tree for tiled triangles: tile rows, full tiles separated
// from partial ones, then points. Partial tiles are tiled once more for each
// further size.
//
// Loops over full tiles contain only boxes of one shape, which become
// operators. The last tile along a loop may be smaller, so it gets loops of its
// own.
//
// Requires:    a tiling by asAffineBlocksOf or asAffineBlocksInStrips.
// Provides:    a schedule of one statement; its legality is not checked here.
// Invalidates: nothing.
//
//   domain: { S0[i, j] : 0 <= j <= i < 96 }
// becomes, with tiles of 32,
//   schedule: [floor(i / 32)]                            rows of tiles
//     filter: { S0[i, j] : 32 * floor(i / 32) <= j }     partial tiles
//       schedule: [floor(j / 32)], [i mod 32, j mod 32]
//     filter: { S0[i, j] : j < 32 * floor(i / 32) }      full tiles
//       schedule: [floor(j / 32)], [i mod 32, j mod 32]
//
//===----------------------------------------------------------------------===//

#include "affine/tiling/separate-full-tiles.h"
#include <isl/aff.h>
#include <isl/map.h>
#include <isl/schedule.h>
#include <isl/schedule_node.h>
#include <isl/set.h>
#include <isl/union_set.h>

/// The size of tiles along the loop, or of strips; 0 if it is not cut.
static int64_t sizeAlong(const AsAffineBlocks *blocks, int level, int loop) {
  for (int c = 0; c < blocks->numTiled; c++)
    if (blocks->tiled[c] == loop)
      return blocks->sizes[level][c];
  return loop == blocks->strip ? blocks->stripSize : 0;
}

static bool isTiled(const AsAffineBlocks *blocks, int loop) {
  return loop != blocks->strip && sizeAlong(blocks, 0, loop) > 0;
}

//===----------------------------------------------------------------------===//
// Functions of instances
//===----------------------------------------------------------------------===//

/// Writes "{ S1[i0, i1, i2] -> [".
static void writeInstance(const AsAffineStatement *statement, int number,
                          AsText *text) {
  asTextFormat(text, "{ S%d[", number);
  for (int d = 0; d < statement->depth; d++)
    asTextFormat(text, d ? ", i%d" : "i%d", d);
  asTextAppendString(text, "] -> [");
}

static __isl_give isl_multi_aff *
endFunction(isl_ctx *isl, __isl_take isl_space *domain, AsText *text) {
  asTextAppendString(text, "] }");
  isl_multi_aff *function = isl_multi_aff_read_from_str(isl, text->data);
  asTextFree(text);
  return isl_multi_aff_align_params(function, domain);
}

/// From instances to their tiles of this level of sizes; with `inStrip`, the
/// number of the strip, if there are strips, comes first.
static __isl_give isl_multi_aff *tilesOf(const AsScop *scop,
                                         const AsAffineBlocks *blocks,
                                         int level, bool inStrip) {
  const AsAffineStatement *statement = &scop->statements[blocks->statement];
  AsText text = {0};
  writeInstance(statement, blocks->statement, &text);
  int first = inStrip && blocks->strip >= 0 ? -1 : 0;
  for (int c = first; c < blocks->numTiled; c++)
    asTextFormat(
        &text, "%sfloor((i%d - %lld) / %lld)", c > first ? ", " : "",
        c < 0 ? blocks->strip : blocks->tiled[c], (long long)blocks->origin,
        (long long)(c < 0 ? blocks->stripSize : blocks->sizes[level][c]));
  return endFunction(scop->isl, isl_set_get_space(statement->domain), &text);
}

__isl_give isl_multi_aff *asAffineTiles(const AsScop *scop,
                                        const AsAffineBlocks *blocks) {
  return tilesOf(scop, blocks, 0, true);
}

/// From instances to their positions in the tile, with loop `last` moved to the
/// end (-1: none).
static __isl_give isl_multi_aff *pointsOf(const AsScop *scop,
                                          const AsAffineBlocks *blocks,
                                          int level, int last) {
  const AsAffineStatement *statement = &scop->statements[blocks->statement];
  AsText text = {0};
  writeInstance(statement, blocks->statement, &text);
  for (int i = 0, d = 0; i < statement->depth; i++, d++) {
    d += d == last;
    int loop = d < statement->depth ? d : last;
    asTextAppendString(&text, i ? ", " : "");
    int64_t size = sizeAlong(blocks, level, loop);
    if (size > 0)
      asTextFormat(&text, "(i%d - %lld) mod %lld", loop,
                   (long long)blocks->origin, (long long)size);
    else
      asTextFormat(&text, "i%d", loop);
  }
  return endFunction(scop->isl, isl_set_get_space(statement->domain), &text);
}

//===----------------------------------------------------------------------===//
// Sets of instances
//===----------------------------------------------------------------------===//

/// The box around the domain. Tiled loops range from the origin to the end of
/// the grid.
static __isl_give isl_set *hullOf(const AsAffineForm *form,
                                  const AsAffineBlocks *blocks,
                                  __isl_take isl_space *space) {
  isl_set *hull = isl_set_universe(space);
  for (int d = 0; d < form->numDims; d++) {
    int64_t first = isTiled(blocks, d) ? blocks->origin : form->lower[d];
    int64_t end = isTiled(blocks, d) ? blocks->end : first + form->extent[d];
    hull = isl_set_lower_bound_si(hull, isl_dim_set, (unsigned)d, (int)first);
    hull = isl_set_upper_bound_si(hull, isl_dim_set, (unsigned)d, (int)end - 1);
  }
  return hull;
}

/// The instances in full tiles: tiles of which the domain has every point of
/// the hull.
static __isl_give isl_set *fullOf(const AsScop *scop, const AsAffineForm *form,
                                  const AsAffineBlocks *blocks, int level,
                                  __isl_keep isl_set *domain) {
  isl_map *tiles = isl_map_from_multi_aff(tilesOf(scop, blocks, level, true));
  isl_map *back = isl_map_reverse(isl_map_copy(tiles));
  isl_map *neighbours = isl_map_apply_range(tiles, back);
  isl_set *all = isl_set_intersect(
      isl_set_apply(isl_set_copy(domain), isl_map_copy(neighbours)),
      hullOf(form, blocks, isl_set_get_space(domain)));
  isl_set *missing = isl_set_subtract(all, isl_set_copy(domain));
  return isl_set_subtract(isl_set_copy(domain),
                          isl_set_apply(missing, neighbours));
}

/// The part of `domain` in the last tile along the loop, if it is smaller than
/// the others, or in all others.
static __isl_give isl_set *alongLoop(const AsAffineBlocks *blocks, int level,
                                     int tiled, bool isLast,
                                     __isl_take isl_set *domain) {
  int64_t size = blocks->sizes[level][tiled];
  int64_t rest = blocks->end - (blocks->end - blocks->origin) % size;
  unsigned d = (unsigned)blocks->tiled[tiled];
  return isLast ? isl_set_lower_bound_si(domain, isl_dim_set, d, (int)rest)
                : isl_set_upper_bound_si(domain, isl_dim_set, d, (int)rest - 1);
}

//===----------------------------------------------------------------------===//
// The schedule tree
//===----------------------------------------------------------------------===//

typedef struct Grid {
  const AsScop *scop;
  const AsAffineBlocks *blocks;
  isl_set *full[AS_TILE_SIZES]; ///< Instances in full tiles, by level of tile
                                ///< sizes. Owned.
} Grid;

/// Disjoint sets of instances, one executed after another.
typedef struct Parts {
  int count;
  isl_set *sets[1 << AS_AFFINE_MAX_DEPTH]; ///< Owned.
  bool areFull[1 << AS_AFFINE_MAX_DEPTH];
} Parts;

/// Adds the set unless it is empty. A set that isl failed on is added too, so
/// that the schedule fails instead of missing instances.
static void addPart(__isl_take isl_set *part, bool isFull, Parts *parts) {
  if (isl_set_is_empty(part) == isl_bool_true) {
    isl_set_free(part);
    return;
  }
  parts->sets[parts->count] = part;
  parts->areFull[parts->count++] = isFull;
}

/// The tile rows before the smaller last one, and that last one.
static Parts rowsOf(const Grid *grid, int level, __isl_keep isl_set *domain) {
  Parts rows = {0};
  for (int isLast = 0; isLast < 2; isLast++)
    addPart(alongLoop(grid->blocks, level, 0, isLast, isl_set_copy(domain)),
            false, &rows);
  return rows;
}

/// The parts of a tile row: tiles of one shape along the other loops, full
/// tiles apart from partial ones.
static Parts partsOf(const Grid *grid, int level, __isl_keep isl_set *domain) {
  const AsAffineBlocks *blocks = grid->blocks;
  isl_set *full = grid->full[level];
  int others = blocks->numTiled - 1;
  Parts parts = {0};
  for (int last = 0; last >> others == 0; last++)
    for (int isSecond = 0; isSecond < 2; isSecond++) {
      bool isFull = (bool)isSecond != blocks->fullFirst;
      isl_set *part = isl_set_copy(domain);
      part = isFull ? isl_set_intersect(part, isl_set_copy(full))
                    : isl_set_subtract(part, isl_set_copy(full));
      for (int c = 0; c < others; c++)
        part = alongLoop(blocks, level, c + 1, last >> c & 1, part);
      addPart(part, isFull, &parts);
    }
  return parts;
}

/// Inserts a band around the node and returns its child.
static __isl_give isl_schedule_node *
insertLoops(__isl_take isl_schedule_node *node,
            __isl_take isl_multi_aff *function) {
  isl_multi_union_pw_aff *times = isl_multi_union_pw_aff_from_multi_pw_aff(
      isl_multi_pw_aff_from_multi_aff(function));
  node = isl_schedule_node_insert_partial_schedule(node, times);
  return isl_schedule_node_child(node, 0);
}

/// From the sequence node to below the filter of the part.
static __isl_give isl_schedule_node *
enterPart(__isl_take isl_schedule_node *node, int part) {
  return isl_schedule_node_child(isl_schedule_node_child(node, part), 0);
}

/// From anywhere below to the ancestor at tree depth `depth`.
static __isl_give isl_schedule_node *
leavePart(__isl_take isl_schedule_node *node, int depth) {
  int here = isl_schedule_node_get_tree_depth(node);
  return isl_schedule_node_ancestor(node, here - depth);
}

/// Inserts a sequence of the parts.
static __isl_give isl_schedule_node *
insertParts(const Grid *grid, const Parts *parts,
            __isl_take isl_schedule_node *node) {
  isl_union_set_list *list =
      isl_union_set_list_alloc(grid->scop->isl, parts->count);
  for (int p = 0; p < parts->count; p++)
    list = isl_union_set_list_add(
        list, isl_union_set_from_set(isl_set_copy(parts->sets[p])));
  return isl_schedule_node_insert_sequence(node, list);
}

static void freeParts(Parts *parts) {
  for (int p = 0; p < parts->count; p++)
    isl_set_free(parts->sets[p]);
}

static __isl_give isl_schedule_node *
insertTiles(const Grid *grid, int level, __isl_keep isl_set *domain,
            __isl_take isl_schedule_node *node);

/// Inserts the bands of a part: its tiles along all loops but the first, then
/// smaller tiles or points.
static __isl_give isl_schedule_node *
insertPart(const Grid *grid, int level, __isl_keep isl_set *domain, bool isFull,
           __isl_take isl_schedule_node *node) {
  const AsAffineBlocks *blocks = grid->blocks;
  if (blocks->numTiled > 1)
    node = insertLoops(
        node, isl_multi_aff_drop_dims(tilesOf(grid->scop, blocks, level, false),
                                      isl_dim_out, 0, 1));
  if (!isFull && level + 1 < blocks->numSizes)
    return insertTiles(grid, level + 1, domain, node);
  return insertLoops(node, pointsOf(grid->scop, blocks, level,
                                    isFull ? -1 : blocks->innermost));
}

/// Inserts the tiles of this level that have points of the domain, row by row.
static __isl_give isl_schedule_node *
insertTiles(const Grid *grid, int level, __isl_keep isl_set *domain,
            __isl_take isl_schedule_node *node) {
  int depth = isl_schedule_node_get_tree_depth(node);
  Parts rows = rowsOf(grid, level, domain);
  node = insertParts(grid, &rows, node);
  for (int r = 0; r < rows.count; r++) {
    node = enterPart(node, r);
    isl_multi_aff *tiles = tilesOf(grid->scop, grid->blocks, level, false);
    node = insertLoops(node,
                       isl_multi_aff_from_aff(isl_multi_aff_get_aff(tiles, 0)));
    isl_multi_aff_free(tiles);
    int inRow = isl_schedule_node_get_tree_depth(node);
    Parts parts = partsOf(grid, level, rows.sets[r]);
    node = insertParts(grid, &parts, node);
    for (int p = 0; p < parts.count; p++) {
      node = enterPart(node, p);
      node = insertPart(grid, level, parts.sets[p], parts.areFull[p], node);
      node = leavePart(node, inRow);
    }
    freeParts(&parts);
    node = leavePart(node, depth);
  }
  freeParts(&rows);
  return node;
}

__isl_give isl_schedule *asFullTileSchedule(const AsScop *scop,
                                            const AsAffineBlocks *blocks,
                                            __isl_keep isl_set *domain) {
  AsAffineForm form;
  AsAffineObstacle obstacle;
  AsDependences none = {0};
  if (!asAffineFormOfHull(scop, &none, blocks->statement, 0, &form, &obstacle))
    return NULL;
  Grid grid = {scop, blocks, {NULL}};
  for (int level = 0; level < blocks->numSizes; level++)
    grid.full[level] = fullOf(scop, &form, blocks, level, domain);
  isl_schedule *schedule =
      isl_schedule_from_domain(isl_union_set_from_set(isl_set_copy(domain)));
  isl_schedule_node *node = isl_schedule_get_root(schedule);
  isl_schedule_free(schedule);
  node = insertTiles(&grid, 0, domain, isl_schedule_node_child(node, 0));
  schedule = isl_schedule_node_get_schedule(node);
  isl_schedule_node_free(node);
  for (int level = 0; level < blocks->numSizes; level++)
    isl_set_free(grid.full[level]);
  return schedule;
}
