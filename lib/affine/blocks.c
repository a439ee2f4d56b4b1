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

enum { smallestBlock = 32, largestBlock = 192, grain = 8 };

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// What cells of this size cost, as a factor: those on the edge of the domain
/// are done in full, or in slow loops; and each is a call, which brings its
/// operands into place before it multiplies.
static double costOf(int64_t size, int64_t extent) {
  const double perCall = 10; // In rows of a cell.
  double edge = 1 + (double)size / (double)extent;
  double call = 1 + perCall / (double)size;
  // The rest is done in parts of another shape, which are as many again.
  double rest = extent % size ? 1.1 : 1;
  double lanes = size % grain ? 1.1 : 1;
  return edge * call * rest * lanes;
}

static int64_t chooseSize(int64_t extent) {
  int64_t best = smallestBlock;
  for (int64_t size = smallestBlock; size <= largestBlock; size++)
    if (costOf(size, extent) < costOf(best, extent))
      best = size;
  return best;
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
  int64_t extent = blocks->end - blocks->origin;
  blocks->size = chooseSize(extent);
  return extent >= 2 * blocks->size;
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

/// From instances to the cells that they are in.
static isl_multi_aff *cellsOf(const AsAffineView *view,
                              const AsAffineBlocks *blocks) {
  const AsAffineStatement *statement = &view->statements[blocks->statement];
  AsText text = {0};
  writeInstance(statement, blocks->statement, &text);
  for (int c = 0; c < blocks->numCut; c++)
    asTextFormat(&text, "%sfloor((i%d - %lld) / %lld)", c ? ", " : "",
                 blocks->cut[c], (long long)blocks->origin,
                 (long long)blocks->size);
  return endFunction(view->isl, isl_set_get_space(statement->domain), &text);
}

/// From instances to where they are within their cells.
static isl_multi_aff *pointsOf(const AsAffineView *view,
                               const AsAffineBlocks *blocks) {
  const AsAffineStatement *statement = &view->statements[blocks->statement];
  AsText text = {0};
  writeInstance(statement, blocks->statement, &text);
  for (int d = 0, c = 0; d < statement->depth; d++) {
    asTextAppendString(&text, d ? ", " : "");
    if (c < blocks->numCut && blocks->cut[c] == d) {
      asTextFormat(&text, "(i%d - %lld) mod %lld", d, (long long)blocks->origin,
                   (long long)blocks->size);
      c++;
    } else {
      asTextFormat(&text, "i%d", d);
    }
  }
  return endFunction(view->isl, isl_set_get_space(statement->domain), &text);
}

/// The instances in cells that have all points of the hull.
static isl_set *fullOf(const AsAffineView *view, const AsAffineForm *form,
                       const AsAffineBlocks *blocks) {
  isl_set *domain = view->statements[blocks->statement].domain;
  isl_map *cells = isl_map_from_multi_aff(cellsOf(view, blocks));
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
static isl_set *alongLoop(const AsAffineBlocks *blocks, int cut, bool isLast,
                          isl_set *domain) {
  int64_t rest = blocks->end - (blocks->end - blocks->origin) % blocks->size;
  unsigned d = (unsigned)blocks->cut[cut];
  return isLast ? isl_set_lower_bound_si(domain, isl_dim_set, d, (int)rest)
                : isl_set_upper_bound_si(domain, isl_dim_set, d, (int)rest - 1);
}

/// Takes the set; adds it where there is anything in it.
static isl_union_set_list *addPart(isl_set *part, isl_union_set_list *parts) {
  if (isl_set_is_empty(part) == isl_bool_false)
    return isl_union_set_list_add(parts, isl_union_set_from_set(part));
  isl_set_free(part);
  return parts;
}

/// What the first loop does before its last cell, and in it.
static isl_union_set_list *rowsOf(const AsAffineBlocks *blocks,
                                  isl_set *domain) {
  isl_union_set_list *parts =
      isl_union_set_list_alloc(isl_set_get_ctx(domain), 2);
  for (int isLast = 0; isLast < 2; isLast++)
    parts = addPart(alongLoop(blocks, 0, isLast, isl_set_copy(domain)), parts);
  return parts;
}

/// What a cell of the first loop does one after another: cells of one shape
/// along the others, those that have all their points apart. Takes `full`.
static isl_union_set_list *partsOf(const AsAffineBlocks *blocks,
                                   isl_set *domain, isl_set *full) {
  isl_union_set_list *parts =
      isl_union_set_list_alloc(isl_set_get_ctx(domain), 2);
  isl_set *partial = isl_set_subtract(isl_set_copy(domain), isl_set_copy(full));
  int others = blocks->numCut - 1;
  for (int last = 0; last >> others == 0; last++)
    for (int isSecond = 0; isSecond < 2; isSecond++) {
      isl_set *part =
          isl_set_copy((bool)isSecond == blocks->fullFirst ? partial : full);
      for (int c = 0; c < others; c++)
        part = alongLoop(blocks, c + 1, last >> c & 1, part);
      parts = addPart(part, parts);
    }
  isl_set_free(partial);
  isl_set_free(full);
  return parts;
}

static isl_multi_union_pw_aff *timesOf(isl_multi_aff *function) {
  return isl_multi_union_pw_aff_from_multi_pw_aff(
      isl_multi_pw_aff_from_multi_aff(function));
}

isl_schedule *asAffineBlocksSchedule(const AsAffineView *view,
                                     const AsAffineBlocks *blocks) {
  AsAffineForm form;
  AsAffineObstacle obstacle;
  AsDependences none = {0};
  if (!asAffineFormOfHull(view, &none, blocks->statement, 0, &form, &obstacle))
    return NULL;
  isl_set *domain = view->statements[blocks->statement].domain;
  isl_union_set_list *rows = rowsOf(blocks, domain),
                     *parts =
                         partsOf(blocks, domain, fullOf(view, &form, blocks));
  isl_multi_aff *cells = cellsOf(view, blocks);
  isl_multi_aff *first =
      isl_multi_aff_from_aff(isl_multi_aff_get_aff(cells, 0));
  cells = isl_multi_aff_drop_dims(cells, isl_dim_out, 0, 1);
  isl_schedule *schedule =
      isl_schedule_from_domain(isl_union_set_from_set(isl_set_copy(domain)));
  isl_schedule_node *node = isl_schedule_get_root(schedule);
  isl_schedule_free(schedule);
  // From the innermost outwards.
  node = isl_schedule_node_child(node, 0);
  node = isl_schedule_node_insert_partial_schedule(
      node, timesOf(pointsOf(view, blocks)));
  node = isl_schedule_node_insert_partial_schedule(node, timesOf(cells));
  node = isl_schedule_node_insert_sequence(node, parts);
  node = isl_schedule_node_insert_partial_schedule(node, timesOf(first));
  node = isl_schedule_node_insert_sequence(node, rows);
  schedule = isl_schedule_node_get_schedule(node);
  isl_schedule_node_free(node);
  return schedule;
}
