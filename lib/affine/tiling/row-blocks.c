//===- row-blocks.c - Read a large matrix once for several products
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "affine/tiling/row-blocks.h"
#include "affine/raise/product-factors.h"
#include "affine/schedule/parallel-loops.h"
#include <isl/aff.h>
#include <isl/id.h>
#include <isl/local_space.h>
#include <isl/map.h>
#include <isl/schedule.h>
#include <isl/schedule_node.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/union_map.h>
#include <isl/union_set.h>
#include <isl/val.h>

enum {
  /// A smaller matrix may stay in a cache between two statements.
  fewestBytes = 4 * 1024 * 1024,
  /// Of a block: less than half of the second cache of a core, which also has
  /// the vectors.
  mostBytesOfBlock = 384 * 1024,
  fewestRows = 4, ///< Of a block: kernels take several rows at a time.
  fewestBlocks = 4,
};

static bool isIn(uint64_t statements, int s) { return statements >> s & 1; }

//===----------------------------------------------------------------------===//
// Statements that go through a matrix
//===----------------------------------------------------------------------===//

/// How a statement goes through a matrix.
typedef struct Walk {
  int loop; ///< Through the rows.
  int64_t first, firstRow, rows, rowBytes;
  bool isProduct; ///< With a vector.
} Walk;

/// The only loop of the index; -1 if there is none or several.
static int loopOf(const AsAffineForm *form, const AsAffineIndex *index) {
  int only = -1;
  for (int d = 0; d < form->numDims; d++)
    if (index->factor[d]) {
      if (only >= 0)
        return -1;
      only = d;
    }
  return only;
}

/// Whether each element of the slice has one instance: each index follows one
/// loop, and each loop is in an index.
static bool isOnce(const AsAffineForm *form, const AsAffineSlice *slice) {
  bool isCovered[AS_AFFINE_MAX_DEPTH] = {false};
  for (int r = 0; r < slice->rank; r++) {
    const AsAffineIndex *index = &slice->index[r];
    int loop = loopOf(form, index);
    if (!index->isPoint && (loop < 0 || isCovered[loop]))
      return false;
    if (loop >= 0)
      isCovered[loop] = true;
  }
  for (int d = 0; d < form->numDims; d++)
    if (form->extent[d] != 1 && !isCovered[d])
      return false;
  return true;
}

/// Reads how an access goes through its matrix. False if it does not do so row
/// by row of contiguous memory.
static bool readWalk(const AsScop *scop, const AsAffineForm *form, int access,
                     Walk *walk) {
  const AsAffineSlice *slice = &form->slices[access];
  if (slice->rank < 2 || !isOnce(form, slice))
    return false;
  const AsAffineIndex *row = &slice->index[0];
  walk->loop = loopOf(form, row);
  if (walk->loop < 0 || row->stride != 1 || row->numOffsets)
    return false;
  walk->first = form->lower[walk->loop];
  walk->firstRow = row->start;
  walk->rows = row->size;
  int array = scop->statements[form->statement].accesses[access].array;
  walk->rowBytes = asAffineElementBytes(scop, array);
  for (int r = 1; r < slice->rank; r++)
    walk->rowBytes *= slice->index[r].size;
  return true;
}

static bool isSame(const Walk *a, const Walk *b) {
  return a->loop == b->loop && a->firstRow == b->firstRow && a->rows == b->rows;
}

static bool hasOpenLoops(const AsAffineForm *form) {
  for (int d = 0; d < form->numDims; d++)
    if (asAffineIsOpen(form, d) || form->step[d] != 1)
      return true;
  return false;
}

/// Whether the statement is an operator that goes through `array` once, and is
/// a product with a vector, or writes the array.
static bool goesThrough(const AsScop *scop, const AsDependences *dependences,
                        int s, int array, Walk *walk) {
  const AsAffineStatement *statement = &scop->statements[s];
  AsAffineForm form;
  AsAffineObstacle obstacle;
  if (!asAffineAccesses(statement, array) ||
      !asAffineFormOf(scop, dependences, s, 0, &form, &obstacle) ||
      hasOpenLoops(&form))
    return false;
  AsAffineProducts products;
  walk->isProduct = form.reduces && asAffineProductsOf(scop, &form, &products);
  if (!walk->isProduct && statement->accesses[0].array != array)
    return false;
  bool isFirst = true;
  for (int a = 0; a < statement->numAccesses; a++) {
    Walk other;
    if (statement->accesses[a].array != array)
      continue;
    if (!readWalk(scop, &form, a, &other))
      return false;
    other.isProduct = walk->isProduct;
    if (!isFirst && !isSame(walk, &other))
      return false;
    *walk = other;
    isFirst = false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// The most rows that fit, or somewhat fewer if these divide the rows: another
/// last block is a task of its own. 0 if there are too few.
static int64_t chooseSize(int64_t rows, int64_t rowBytes) {
  int64_t most = mostBytesOfBlock / rowBytes / fewestRows * fewestRows;
  if (most * fewestBlocks > rows)
    most = rows / fewestBlocks / fewestRows * fewestRows;
  for (int64_t size = most; size > most / 2; size -= fewestRows)
    if (rows % size == 0)
      return size;
  return most;
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

static void add(AsRowBlocks *blocks, int s, const Walk *walk) {
  blocks->statements |= (uint64_t)1 << s;
  blocks->hasProduct |= walk->isProduct;
  blocks->loop[s] = walk->loop;
  blocks->first[s] = walk->first;
}

bool asRowBlocksStart(const AsScop *scop, const AsDependences *dependences,
                      int statement, int array, AsRowBlocks *blocks) {
  Walk walk;
  *blocks = (AsRowBlocks){.array = array};
  if (!goesThrough(scop, dependences, statement, array, &walk) ||
      walk.rows * walk.rowBytes < fewestBytes)
    return false;
  blocks->firstRow = walk.firstRow;
  blocks->rows = walk.rows;
  blocks->rowBytes = walk.rowBytes;
  blocks->size = chooseSize(walk.rows, walk.rowBytes);
  add(blocks, statement, &walk);
  return blocks->size > 0;
}

bool asRowBlocksAdd(const AsScop *scop, const AsDependences *dependences,
                    int statement, AsRowBlocks *blocks) {
  Walk walk;
  if (!goesThrough(scop, dependences, statement, blocks->array, &walk) ||
      walk.firstRow != blocks->firstRow || walk.rows != blocks->rows ||
      (!walk.isProduct && !blocks->hasProduct))
    return false;
  add(blocks, statement, &walk);
  return true;
}

bool asMayHaveRowBlocks(const AsScop *scop) {
  AsDependences none = {0};
  AsRowBlocks blocks;
  for (int s = 0; s < scop->numStatements; s++)
    for (int a = 0; a < scop->numArrays; a++) {
      if (!asRowBlocksStart(scop, &none, s, a, &blocks))
        continue;
      for (int t = s + 1; t < scop->numStatements; t++)
        if (asRowBlocksAdd(scop, &none, t, &blocks))
          return true;
    }
  return false;
}

//===----------------------------------------------------------------------===//
// The schedule tree
//===----------------------------------------------------------------------===//

/// The row of an instance, counted from the first one.
static __isl_give isl_aff *rowOf(const AsScop *scop, const AsRowBlocks *blocks,
                                 int s) {
  isl_aff *row = isl_aff_var_on_domain(
      isl_local_space_from_space(isl_set_get_space(scop->statements[s].domain)),
      isl_dim_set, (unsigned)blocks->loop[s]);
  return isl_aff_add_constant_si(row, (int)-blocks->first[s]);
}

/// The instances in whole blocks, or those in the last block if that is
/// smaller.
static __isl_give isl_set *partOf(const AsScop *scop, const AsRowBlocks *blocks,
                                  int s, bool isLast) {
  int64_t end = blocks->first[s] + blocks->rows - blocks->rows % blocks->size;
  isl_set *part = isl_set_copy(scop->statements[s].domain);
  unsigned loop = (unsigned)blocks->loop[s];
  return isLast ? isl_set_lower_bound_si(part, isl_dim_set, loop, (int)end)
                : isl_set_upper_bound_si(part, isl_dim_set, loop, (int)end - 1);
}

/// The statement's loops in their order; that through the rows counts those of
/// the block.
static __isl_give isl_schedule *scheduleOf(const AsScop *scop,
                                           const AsRowBlocks *blocks, int s,
                                           __isl_take isl_set *part) {
  isl_multi_aff *times = isl_multi_aff_identity(
      isl_space_map_from_set(isl_set_get_space(scop->statements[s].domain)));
  times = isl_multi_aff_reset_tuple_id(times, isl_dim_out);
  times = isl_multi_aff_set_aff(
      times, blocks->loop[s],
      isl_aff_mod_val(rowOf(scop, blocks, s),
                      isl_val_int_from_si(scop->isl, blocks->size)));
  isl_schedule *schedule =
      isl_schedule_from_domain(isl_union_set_from_set(part));
  return isl_schedule_insert_partial_schedule(
      schedule, isl_multi_union_pw_aff_from_multi_pw_aff(
                    isl_multi_pw_aff_from_multi_aff(times)));
}

/// The statements one after another.
static __isl_give isl_schedule *
sequence(const AsScop *scop, const AsRowBlocks *blocks, bool isLast) {
  isl_schedule *schedule = NULL;
  bool isFirst = true;
  for (int s = 0; s < scop->numStatements; s++) {
    if (!isIn(blocks->statements, s))
      continue;
    isl_schedule *own =
        scheduleOf(scop, blocks, s, partOf(scop, blocks, s, isLast));
    schedule = isFirst ? own : isl_schedule_sequence(schedule, own);
    isFirst = false;
  }
  return schedule;
}

/// Inserts the loop over the blocks. It is marked, and what is in it is not.
static __isl_give isl_schedule *
insertBlocks(const AsScop *scop, const AsRowBlocks *blocks,
             __isl_take isl_schedule *schedule) {
  isl_union_map *times = NULL;
  for (int s = 0; s < scop->numStatements; s++) {
    if (!isIn(blocks->statements, s))
      continue;
    isl_aff *block = isl_aff_floor(
        isl_aff_scale_down_ui(rowOf(scop, blocks, s), (unsigned)blocks->size));
    isl_union_map *own = isl_union_map_from_map(isl_map_intersect_domain(
        isl_map_from_aff(block), partOf(scop, blocks, s, false)));
    times = times ? isl_union_map_union(times, own) : own;
  }
  schedule = isl_schedule_insert_partial_schedule(
      schedule, isl_multi_union_pw_aff_from_union_map(times));
  isl_schedule_node *node = isl_schedule_get_root(schedule);
  isl_schedule_free(schedule);
  node = isl_schedule_node_child(isl_schedule_node_child(node, 0), 0);
  node = asScheduleMark(node, AS_SERIAL_MARK);
  node =
      asScheduleMark(isl_schedule_node_parent(node), AS_ROW_BLOCKS_ATTRIBUTE);
  schedule = isl_schedule_node_get_schedule(node);
  isl_schedule_node_free(node);
  return schedule;
}

__isl_give isl_schedule *asRowBlockSchedule(const AsScop *scop,
                                            const AsRowBlocks *blocks) {
  isl_schedule *schedule =
      insertBlocks(scop, blocks, sequence(scop, blocks, false));
  return blocks->rows % blocks->size
             ? isl_schedule_sequence(schedule, sequence(scop, blocks, true))
             : schedule;
}
