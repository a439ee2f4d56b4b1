//===- affine/blocks.c - Blocks of iterations that are no box
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "affine/blocks.h"
#include <isl/aff.h>
#include <isl/map.h>
#include <isl/schedule.h>
#include <isl/schedule_node.h>
#include <isl/set.h>
#include <isl/union_set.h>
#include <isl/val.h>
#include <math.h>

enum { smallestCell = 32, largestCell = 256, grain = 8 };

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// What a point of a cell costs, as a factor: each cell is a call, which brings
/// its operands into place before it multiplies.
static double costInCell(int64_t size) {
  const double perCall = 10; // In rows of a cell.
  return 1 + perCall / (double)size;
}

/// What cells of one size cost where those on the edge are cut into cells of
/// the other: of these, those on the edge are done in full, or in slow loops.
static double costOf(int64_t coarse, int64_t fine, int64_t extent) {
  double edge = (double)coarse / (double)extent;
  double within = (double)fine / (double)coarse;
  // The rest is done in parts of another shape, which are as many again.
  double rest = extent % coarse ? 1.1 : 1;
  double lanes = fine % grain ? 1.1 : 1;
  return ((1 - edge) * costInCell(coarse) +
          edge * (1 + within) * costInCell(fine)) *
         rest * lanes;
}

/// Takes these sizes where they are better than `best`.
static void trySizes(int64_t coarse, int64_t fine, AsAffineBlocks *blocks,
                     double *best) {
  int64_t extent = blocks->end - blocks->origin;
  double cost = costOf(coarse, fine, extent);
  int fewest = fine < coarse ? 3 : 2;
  if (fewest * coarse > extent || cost >= *best)
    return;
  *best = cost;
  blocks->numSizes = fine < coarse ? 2 : 1;
  blocks->sizes[0] = coarse;
  blocks->sizes[1] = fine;
}

/// False where there are not enough points for cells. Of halves no loop over
/// those that are full would be left but a condition, so that cells of two
/// sizes are thirds or less. The edge of three loops has too many parts to be
/// cut again.
static bool chooseSizes(AsAffineBlocks *blocks) {
  int64_t mostCoarse = blocks->numCut == 2 ? largestCell : 0;
  double best = INFINITY;
  for (int64_t fine = smallestCell; fine <= largestCell; fine++) {
    trySizes(fine, fine, blocks, &best);
    for (int64_t coarse = 3 * fine; coarse <= mostCoarse; coarse += fine)
      trySizes(coarse, fine, blocks, &best);
  }
  return blocks->numSizes > 0;
}

//===----------------------------------------------------------------------===//
// What is cut
//===----------------------------------------------------------------------===//

/// The points of the loops' hull; of those that are cut, from the origin to the
/// end.
static isl_set *hullOf(const AsAffineForm *form, const AsAffineBlocks *blocks,
                       isl_space *space) {
  isl_set *hull = isl_set_universe(space);
  int c = 0;
  for (int d = 0; d < form->numDims; d++) {
    bool isCut = c < blocks->numCut && blocks->cut[c] == d;
    int64_t first = isCut ? blocks->origin : form->lower[d];
    int64_t end = isCut ? blocks->end : form->lower[d] + form->extent[d];
    hull = isl_set_lower_bound_si(hull, isl_dim_set, (unsigned)d, (int)first);
    hull = isl_set_upper_bound_si(hull, isl_dim_set, (unsigned)d, (int)end - 1);
    c += isCut;
  }
  return hull;
}

/// The loops whose bounds depend on others.
static void findCut(const AsAffineView *view, const AsAffineForm *form,
                    AsAffineBlocks *blocks) {
  isl_set *domain = isl_set_copy(view->statements[form->statement].domain);
  isl_set *hull = hullOf(form, blocks, isl_set_get_space(domain));
  isl_set *rest = isl_set_coalesce(isl_set_gist(domain, hull));
  for (int d = 0; d < form->numDims; d++)
    if (isl_set_involves_dims(rest, isl_dim_set, (unsigned)d, 1) ==
        isl_bool_true) {
      int64_t end = form->lower[d] + form->extent[d];
      bool isFirst = blocks->numCut == 0;
      blocks->cut[blocks->numCut++] = d;
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

/// Whether it sums up, along two loops or more of what it writes: products of
/// matrices, of which each element is used often.
static bool isProduct(const AsAffineForm *form) {
  int numParallel = 0;
  for (int d = 0; d < form->numDims; d++)
    numParallel += !form->isReduction[d] && form->extent[d] > 1;
  return form->reduces && form->accumulator >= 0 && numParallel >= 2;
}

/// How many elements on what the access reaches next along the loop, where that
/// depends on the last index alone; -1 otherwise.
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

/// The loop that vectors can be made along, of what is read and written without
/// gathering it; -1 where there is none.
static int vectorLoop(const AsAffineStatement *statement) {
  for (int d = 0; d < statement->depth; d++) {
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

bool asAffineBlocksOf(const AsAffineView *view,
                      const AsDependences *dependences, int statement,
                      AsAffineBlocks *blocks) {
  AsAffineForm form;
  AsAffineObstacle obstacle;
  *blocks = (AsAffineBlocks){.statement = statement};
  if (!asAffineFormOfHull(view, dependences, statement, 0, &form, &obstacle) ||
      !isProduct(&form) || hasSteps(&form))
    return false;
  findCut(view, &form, blocks);
  if (blocks->numCut < 2)
    return false;
  blocks->innermost = vectorLoop(&view->statements[statement]);
  return chooseSizes(blocks);
}

//===----------------------------------------------------------------------===//
// Cells
//===----------------------------------------------------------------------===//

/// The start of "S1[i0, i1, i2] -> [".
static void writeInstance(const AsAffineStatement *statement, int number,
                          AsText *text) {
  asTextFormat(text, "{ S%d[", number);
  for (int d = 0; d < statement->depth; d++)
    asTextFormat(text, d ? ", i%d" : "i%d", d);
  asTextAppendString(text, "] -> [");
}

static isl_multi_aff *endFunction(isl_ctx *isl, isl_space *domain,
                                  AsText *text) {
  asTextAppendString(text, "] }");
  isl_multi_aff *function = isl_multi_aff_read_from_str(isl, text->data);
  asTextFree(text);
  return isl_multi_aff_align_params(function, domain);
}

/// From instances to the cells of this size that they are in.
static isl_multi_aff *cellsOf(const AsAffineView *view,
                              const AsAffineBlocks *blocks, int64_t size) {
  const AsAffineStatement *statement = &view->statements[blocks->statement];
  AsText text = {0};
  writeInstance(statement, blocks->statement, &text);
  for (int c = 0; c < blocks->numCut; c++)
    asTextFormat(&text, "%sfloor((i%d - %lld) / %lld)", c ? ", " : "",
                 blocks->cut[c], (long long)blocks->origin, (long long)size);
  return endFunction(view->isl, isl_set_get_space(statement->domain), &text);
}

static bool isCut(const AsAffineBlocks *blocks, int loop) {
  for (int c = 0; c < blocks->numCut; c++)
    if (blocks->cut[c] == loop)
      return true;
  return false;
}

/// From instances to where they are within their cells, with one loop last (-1
/// is none).
static isl_multi_aff *pointsOf(const AsAffineView *view,
                               const AsAffineBlocks *blocks, int64_t size,
                               int last) {
  const AsAffineStatement *statement = &view->statements[blocks->statement];
  AsText text = {0};
  writeInstance(statement, blocks->statement, &text);
  for (int i = 0, d = 0; i < statement->depth; i++, d++) {
    d += d == last;
    int loop = d < statement->depth ? d : last;
    asTextAppendString(&text, i ? ", " : "");
    if (isCut(blocks, loop))
      asTextFormat(&text, "(i%d - %lld) mod %lld", loop,
                   (long long)blocks->origin, (long long)size);
    else
      asTextFormat(&text, "i%d", loop);
  }
  return endFunction(view->isl, isl_set_get_space(statement->domain), &text);
}

/// The instances in cells that have all points of the hull.
static isl_set *fullOf(const AsAffineView *view, const AsAffineForm *form,
                       const AsAffineBlocks *blocks, int64_t size) {
  isl_set *domain = view->statements[blocks->statement].domain;
  isl_map *cells = isl_map_from_multi_aff(cellsOf(view, blocks, size));
  isl_map *back = isl_map_reverse(isl_map_copy(cells));
  isl_map *neighbours = isl_map_apply_range(cells, back);
  isl_set *all = isl_set_intersect(
      isl_set_apply(isl_set_copy(domain), isl_map_copy(neighbours)),
      hullOf(form, blocks, isl_set_get_space(domain)));
  isl_set *missing = isl_set_subtract(all, isl_set_copy(domain));
  return isl_set_subtract(isl_set_copy(domain),
                          isl_set_apply(missing, neighbours));
}

/// Cells have one shape, but for the last ones along each loop: the part of
/// `domain` that is in the last cell of this loop, or in the others.
static isl_set *alongLoop(const AsAffineBlocks *blocks, int64_t size, int cut,
                          bool isLast, isl_set *domain) {
  int64_t rest = blocks->end - (blocks->end - blocks->origin) % size;
  unsigned d = (unsigned)blocks->cut[cut];
  return isLast ? isl_set_lower_bound_si(domain, isl_dim_set, d, (int)rest)
                : isl_set_upper_bound_si(domain, isl_dim_set, d, (int)rest - 1);
}

//===----------------------------------------------------------------------===//
// The schedule
//===----------------------------------------------------------------------===//

typedef struct Schedule {
  const AsAffineView *view;
  const AsAffineBlocks *blocks;
  AsAffineForm form;
} Schedule;

/// Sets of instances that come one after another, of which some have all points
/// of their cells.
typedef struct Parts {
  int count;
  isl_set *sets[1 << AS_AFFINE_MAX_DEPTH];
  bool areFull[1 << AS_AFFINE_MAX_DEPTH];
} Parts;

/// Takes the set; adds it where there is anything in it.
static void addPart(isl_set *part, bool isFull, Parts *parts) {
  if (isl_set_is_empty(part) != isl_bool_false) {
    isl_set_free(part);
    return;
  }
  parts->sets[parts->count] = part;
  parts->areFull[parts->count++] = isFull;
}

/// What the first loop does before its last cell, and in it.
static Parts rowsOf(const Schedule *schedule, int64_t size, isl_set *domain) {
  Parts rows = {0};
  for (int isLast = 0; isLast < 2; isLast++)
    addPart(alongLoop(schedule->blocks, size, 0, isLast, isl_set_copy(domain)),
            false, &rows);
  return rows;
}

/// What a cell of the first loop does one after another: cells of one shape
/// along the others, those that have all their points apart.
static Parts partsOf(const Schedule *schedule, int64_t size, isl_set *domain) {
  const AsAffineBlocks *blocks = schedule->blocks;
  isl_set *full = fullOf(schedule->view, &schedule->form, blocks, size);
  int others = blocks->numCut - 1;
  Parts parts = {0};
  for (int last = 0; last >> others == 0; last++)
    for (int isSecond = 0; isSecond < 2; isSecond++) {
      bool isFull = (bool)isSecond != blocks->fullFirst;
      isl_set *part = isl_set_copy(domain);
      part = isFull ? isl_set_intersect(part, isl_set_copy(full))
                    : isl_set_subtract(part, isl_set_copy(full));
      for (int c = 0; c < others; c++)
        part = alongLoop(blocks, size, c + 1, last >> c & 1, part);
      addPart(part, isFull, &parts);
    }
  isl_set_free(full);
  return parts;
}

/// A loop, or several, around the node. Takes the function.
static isl_schedule_node *insertLoops(isl_schedule_node *node,
                                      isl_multi_aff *function) {
  isl_multi_union_pw_aff *times = isl_multi_union_pw_aff_from_multi_pw_aff(
      isl_multi_pw_aff_from_multi_aff(function));
  node = isl_schedule_node_insert_partial_schedule(node, times);
  return isl_schedule_node_child(node, 0);
}

/// Goes to where the part is done, once they have been inserted, and back.
static isl_schedule_node *enterPart(isl_schedule_node *node, int part) {
  return isl_schedule_node_child(isl_schedule_node_child(node, part), 0);
}

static isl_schedule_node *leavePart(isl_schedule_node *node, int depth) {
  int here = isl_schedule_node_get_tree_depth(node);
  return isl_schedule_node_ancestor(node, here - depth);
}

/// Does them one after another.
static isl_schedule_node *insertParts(const Schedule *schedule,
                                      const Parts *parts,
                                      isl_schedule_node *node) {
  isl_union_set_list *list =
      isl_union_set_list_alloc(schedule->view->isl, parts->count);
  for (int p = 0; p < parts->count; p++)
    list = isl_union_set_list_add(
        list, isl_union_set_from_set(isl_set_copy(parts->sets[p])));
  return isl_schedule_node_insert_sequence(node, list);
}

static void freeParts(Parts *parts) {
  for (int p = 0; p < parts->count; p++)
    isl_set_free(parts->sets[p]);
}

static isl_schedule_node *insertCells(const Schedule *schedule, int level,
                                      isl_set *domain, isl_schedule_node *node);

/// The cells of a part along the loops but the first, and what is in them.
static isl_schedule_node *insertPart(const Schedule *schedule, int level,
                                     isl_set *domain, bool isFull,
                                     isl_schedule_node *node) {
  const AsAffineBlocks *blocks = schedule->blocks;
  int64_t size = blocks->sizes[level];
  isl_multi_aff *others = isl_multi_aff_drop_dims(
      cellsOf(schedule->view, blocks, size), isl_dim_out, 0, 1);
  node = insertLoops(node, others);
  if (!isFull && level + 1 < blocks->numSizes)
    return insertCells(schedule, level + 1, domain, node);
  return insertLoops(node, pointsOf(schedule->view, blocks, size,
                                    isFull ? -1 : blocks->innermost));
}

/// The cells of this level that have points of the domain, row by row.
static isl_schedule_node *insertCells(const Schedule *schedule, int level,
                                      isl_set *domain,
                                      isl_schedule_node *node) {
  int64_t size = schedule->blocks->sizes[level];
  int depth = isl_schedule_node_get_tree_depth(node);
  Parts rows = rowsOf(schedule, size, domain);
  node = insertParts(schedule, &rows, node);
  for (int r = 0; r < rows.count; r++) {
    node = enterPart(node, r);
    isl_multi_aff *cells = cellsOf(schedule->view, schedule->blocks, size);
    node = insertLoops(node,
                       isl_multi_aff_from_aff(isl_multi_aff_get_aff(cells, 0)));
    isl_multi_aff_free(cells);
    int inRow = isl_schedule_node_get_tree_depth(node);
    Parts parts = partsOf(schedule, size, rows.sets[r]);
    node = insertParts(schedule, &parts, node);
    for (int p = 0; p < parts.count; p++) {
      node = enterPart(node, p);
      node = insertPart(schedule, level, parts.sets[p], parts.areFull[p], node);
      node = leavePart(node, inRow);
    }
    freeParts(&parts);
    node = leavePart(node, depth);
  }
  freeParts(&rows);
  return node;
}

isl_schedule *asAffineBlocksSchedule(const AsAffineView *view,
                                     const AsAffineBlocks *blocks) {
  Schedule schedule = {.view = view, .blocks = blocks};
  AsAffineObstacle obstacle;
  AsDependences none = {0};
  if (!asAffineFormOfHull(view, &none, blocks->statement, 0, &schedule.form,
                          &obstacle))
    return NULL;
  isl_set *domain = view->statements[blocks->statement].domain;
  isl_schedule *whole =
      isl_schedule_from_domain(isl_union_set_from_set(isl_set_copy(domain)));
  isl_schedule_node *node = isl_schedule_get_root(whole);
  isl_schedule_free(whole);
  node = insertCells(&schedule, 0, domain, isl_schedule_node_child(node, 0));
  whole = isl_schedule_node_get_schedule(node);
  isl_schedule_node_free(node);
  return whole;
}
