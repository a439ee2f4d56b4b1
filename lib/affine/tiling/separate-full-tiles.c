//===- separate-full-tiles.c - Loops over the tiles of blocks
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tree of isl's: the tiles row by row, in each row those that have all points
// apart from the others, in each cell its points. Cells that have not all are
// tiled once more in the same way where there is a second size.
//
//===----------------------------------------------------------------------===//

#include "affine/tiling/separate-full-tiles.h"
#include <isl/aff.h>
#include <isl/map.h>
#include <isl/schedule.h>
#include <isl/schedule_node.h>
#include <isl/set.h>
#include <isl/union_set.h>

static bool isTiled(const AsAffineBlocks *blocks, int loop) {
  for (int c = 0; c < blocks->numTiled; c++)
    if (blocks->tiled[c] == loop)
      return true;
  return false;
}

//===----------------------------------------------------------------------===//
// Functions of instances
//===----------------------------------------------------------------------===//

/// The start of "S1[i0, i1, i2] -> [".
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

/// From instances to the tiles of this size that they are in.
static __isl_give isl_multi_aff *
tilesOf(const AsScop *scop, const AsAffineBlocks *blocks, int64_t size) {
  const AsAffineStatement *statement = &scop->statements[blocks->statement];
  AsText text = {0};
  writeInstance(statement, blocks->statement, &text);
  for (int c = 0; c < blocks->numTiled; c++)
    asTextFormat(&text, "%sfloor((i%d - %lld) / %lld)", c ? ", " : "",
                 blocks->tiled[c], (long long)blocks->origin, (long long)size);
  return endFunction(scop->isl, isl_set_get_space(statement->domain), &text);
}

/// From instances to where they are within their tiles, with one loop last (-1
/// is none).
static __isl_give isl_multi_aff *pointsOf(const AsScop *scop,
                                          const AsAffineBlocks *blocks,
                                          int64_t size, int last) {
  const AsAffineStatement *statement = &scop->statements[blocks->statement];
  AsText text = {0};
  writeInstance(statement, blocks->statement, &text);
  for (int i = 0, d = 0; i < statement->depth; i++, d++) {
    d += d == last;
    int loop = d < statement->depth ? d : last;
    asTextAppendString(&text, i ? ", " : "");
    if (isTiled(blocks, loop))
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

/// A box around the domain, of the loops that are tiled from the origin to the
/// end.
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

/// The instances in tiles that have all points of the hull.
static __isl_give isl_set *fullOf(const AsScop *scop, const AsAffineForm *form,
                                  const AsAffineBlocks *blocks, int64_t size) {
  isl_set *domain = scop->statements[blocks->statement].domain;
  isl_map *tiles = isl_map_from_multi_aff(tilesOf(scop, blocks, size));
  isl_map *back = isl_map_reverse(isl_map_copy(tiles));
  isl_map *neighbours = isl_map_apply_range(tiles, back);
  isl_set *all = isl_set_intersect(
      isl_set_apply(isl_set_copy(domain), isl_map_copy(neighbours)),
      hullOf(form, blocks, isl_set_get_space(domain)));
  isl_set *missing = isl_set_subtract(all, isl_set_copy(domain));
  return isl_set_subtract(isl_set_copy(domain),
                          isl_set_apply(missing, neighbours));
}

/// Cells have one shape, but for the last ones along each loop: the part of
/// `domain` that is in the last cell of this loop, or in the others.
static __isl_give isl_set *alongLoop(const AsAffineBlocks *blocks, int64_t size,
                                     int tiled, bool isLast,
                                     __isl_take isl_set *domain) {
  int64_t rest = blocks->end - (blocks->end - blocks->origin) % size;
  unsigned d = (unsigned)blocks->tiled[tiled];
  return isLast ? isl_set_lower_bound_si(domain, isl_dim_set, d, (int)rest)
                : isl_set_upper_bound_si(domain, isl_dim_set, d, (int)rest - 1);
}

//===----------------------------------------------------------------------===//
// The schedule
//===----------------------------------------------------------------------===//

typedef struct Grid {
  const AsScop *scop;
  const AsAffineBlocks *blocks;
  isl_set *full[2]; ///< For each size what is in tiles that have all points.
} Grid;

/// Sets of instances that come one after another, of which some have all points
/// of their tiles.
typedef struct Parts {
  int count;
  isl_set *sets[1 << AS_AFFINE_MAX_DEPTH];
  bool areFull[1 << AS_AFFINE_MAX_DEPTH];
} Parts;

/// Takes the set; adds it where there is anything in it. What isl failed on is
/// added too: a schedule must not be without it.
static void addPart(__isl_take isl_set *part, bool isFull, Parts *parts) {
  if (isl_set_is_empty(part) == isl_bool_true) {
    isl_set_free(part);
    return;
  }
  parts->sets[parts->count] = part;
  parts->areFull[parts->count++] = isFull;
}

/// What the first loop does before its last cell, and in it.
static Parts rowsOf(const Grid *grid, int level, __isl_keep isl_set *domain) {
  int64_t size = grid->blocks->sizes[level];
  Parts rows = {0};
  for (int isLast = 0; isLast < 2; isLast++)
    addPart(alongLoop(grid->blocks, size, 0, isLast, isl_set_copy(domain)),
            false, &rows);
  return rows;
}

/// What a cell of the first loop does one after another: tiles of one shape
/// along the others, those that have all their points apart.
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
        part =
            alongLoop(blocks, blocks->sizes[level], c + 1, last >> c & 1, part);
      addPart(part, isFull, &parts);
    }
  return parts;
}

/// A loop, or several, around the node. Takes the function.
static __isl_give isl_schedule_node *
insertLoops(__isl_take isl_schedule_node *node,
            __isl_take isl_multi_aff *function) {
  isl_multi_union_pw_aff *times = isl_multi_union_pw_aff_from_multi_pw_aff(
      isl_multi_pw_aff_from_multi_aff(function));
  node = isl_schedule_node_insert_partial_schedule(node, times);
  return isl_schedule_node_child(node, 0);
}

/// Goes to where the part is done, once they have been inserted, and back.
static __isl_give isl_schedule_node *
enterPart(__isl_take isl_schedule_node *node, int part) {
  return isl_schedule_node_child(isl_schedule_node_child(node, part), 0);
}

static __isl_give isl_schedule_node *
leavePart(__isl_take isl_schedule_node *node, int depth) {
  int here = isl_schedule_node_get_tree_depth(node);
  return isl_schedule_node_ancestor(node, here - depth);
}

/// Does them one after another.
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

/// The tiles of a part along the loops but the first, and what is in them.
static __isl_give isl_schedule_node *
insertPart(const Grid *grid, int level, __isl_keep isl_set *domain, bool isFull,
           __isl_take isl_schedule_node *node) {
  const AsAffineBlocks *blocks = grid->blocks;
  int64_t size = blocks->sizes[level];
  isl_multi_aff *others = isl_multi_aff_drop_dims(
      tilesOf(grid->scop, blocks, size), isl_dim_out, 0, 1);
  node = insertLoops(node, others);
  if (!isFull && level + 1 < blocks->numSizes)
    return insertTiles(grid, level + 1, domain, node);
  return insertLoops(node, pointsOf(grid->scop, blocks, size,
                                    isFull ? -1 : blocks->innermost));
}

/// The tiles of this level that have points of the domain, row by row.
static __isl_give isl_schedule_node *
insertTiles(const Grid *grid, int level, __isl_keep isl_set *domain,
            __isl_take isl_schedule_node *node) {
  int64_t size = grid->blocks->sizes[level];
  int depth = isl_schedule_node_get_tree_depth(node);
  Parts rows = rowsOf(grid, level, domain);
  node = insertParts(grid, &rows, node);
  for (int r = 0; r < rows.count; r++) {
    node = enterPart(node, r);
    isl_multi_aff *tiles = tilesOf(grid->scop, grid->blocks, size);
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
                                            const AsAffineBlocks *blocks) {
  AsAffineForm form;
  AsAffineObstacle obstacle;
  AsDependences none = {0};
  if (!asAffineFormOfHull(scop, &none, blocks->statement, 0, &form, &obstacle))
    return NULL;
  Grid grid = {scop, blocks, {NULL}};
  for (int level = 0; level < blocks->numSizes; level++)
    grid.full[level] = fullOf(scop, &form, blocks, blocks->sizes[level]);
  isl_set *domain = scop->statements[blocks->statement].domain;
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
