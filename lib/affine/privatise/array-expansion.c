//===- array-expansion.c - Expand temporaries by an index per loop
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Adds leading indices to the access relations of a temporary, one for each
// loop that encloses all its accesses. Changes the SCoP, not the IR. The value
// after the last iteration is the one that the memory must hold at the end, so
// the last iteration has to write all of the array.
//
// Requires:    a SCoP without early reads.
// Provides:    accesses without dependences between iterations for the array.
// Invalidates: dependences found before.
//
//   { S0[i0] -> t[] }                                    t = A[i]
//   { S1[i0] -> t[] }                                    B[i] = t
// becomes
//   { S0[i0] -> t[i0] }
//   { S1[i0] -> t[i0] }
//
//===----------------------------------------------------------------------===//

#include "affine/privatise/array-expansion.h"
#include "affine/dependence/value-flow.h"
#include "affine/scop/isl-integer.h"
#include "mlir-c/BuiltinTypes.h"
#include <isl/aff.h>
#include <isl/ilp.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/union_map.h>

/// An expanded array may have at most this many times the elements of the
/// largest other array.
enum { maxGrowth = 2 };

/// How many loops enclose all accesses to the array; -1 without accesses.
static int loopsAround(const AsScop *scop, int array) {
  const AsAffineStatement *first = NULL;
  int common = -1;
  for (int s = 0; s < scop->numStatements; s++) {
    const AsAffineStatement *statement = &scop->statements[s];
    if (!asAffineAccesses(statement, array))
      continue;
    first = first ? first : statement;
    int shared = asAffineCommonLoops(statement, first);
    common = common < 0 || shared < common ? shared : common;
  }
  return common;
}

//===----------------------------------------------------------------------===//
// Value flow
//===----------------------------------------------------------------------===//

typedef struct Levels {
  int count;
  bool stays; ///< Each value stays within an iteration of `count` loops.
} Levels;

static isl_stat checkStays(__isl_take isl_map *flow, void *context) {
  Levels *levels = context;
  levels->stays &= asFlowStaysWithin(flow, levels->count);
  isl_map_free(flow);
  return isl_stat_ok;
}

/// Whether each value that is read was written in the same iteration of the
/// `loops` outermost loops.
static bool staysWithin(const AsScop *scop, int array, int loops) {
  Levels levels = {loops, true};
  isl_union_map *flow = asValueFlow(scop, array, &levels.stays);
  if (isl_union_map_foreach_map(flow, checkStays, &levels) != isl_stat_ok)
    levels.stays = false;
  isl_union_map_free(flow);
  return levels.stays;
}

/// Whether these are all elements of the array. If its first extent is unknown,
/// all accessed rows count.
static bool areAll(const AsScop *scop, int array,
                   __isl_keep isl_set *elements) {
  MlirType type = mlirValueGetType(scop->arrays[array].memref);
  isl_set *box = isl_set_universe(isl_set_get_space(elements));
  for (int r = 0; r < (int)mlirShapedTypeGetRank(type); r++) {
    int64_t last = mlirShapedTypeIsDynamicDim(type, r)
                       ? asAffineLastRow(scop, array)
                       : mlirShapedTypeGetDimSize(type, r) - 1;
    box = isl_set_lower_bound_si(box, isl_dim_set, (unsigned)r, 0);
    box = isl_set_upper_bound_si(box, isl_dim_set, (unsigned)r, (int)last);
  }
  bool are = isl_set_is_equal(elements, box) == isl_bool_true;
  isl_set_free(box);
  return are;
}

/// Whether the last iteration of these loops writes the whole array.
static bool endsInLast(const AsScop *scop, int array, int loops,
                       const int64_t *last) {
  isl_set *written = NULL;
  for (int s = 0; s < scop->numStatements; s++) {
    const AsAffineAccess *write = &scop->statements[s].accesses[0];
    if (write->array != array)
      continue;
    isl_map *ends = isl_map_copy(write->relation);
    for (int l = 0; l < loops; l++)
      ends = isl_map_fix_si(ends, isl_dim_in, (unsigned)l, (int)last[l]);
    isl_set *elements = isl_map_range(ends);
    written = written ? isl_set_union(written, elements) : elements;
  }
  bool ends = written && areAll(scop, array, written);
  isl_set_free(written);
  return ends;
}

//===----------------------------------------------------------------------===//
// Extents
//===----------------------------------------------------------------------===//

/// The bounds of the outermost loops over all statements that access the array.
/// False if they are not known or a step is not 1.
static bool readExtents(const AsScop *scop, int array, int loops,
                        int64_t *lower, int64_t *last) {
  for (int l = 0; l < loops; l++) {
    lower[l] = INT64_MAX;
    last[l] = INT64_MIN;
  }
  for (int s = 0; s < scop->numStatements; s++) {
    const AsAffineStatement *statement = &scop->statements[s];
    for (int l = 0; l < loops && asAffineAccesses(statement, array); l++) {
      int64_t from, to;
      if (scop->loops[statement->loops[l]].step != 1 ||
          !asAffineTakeInteger(
              isl_set_dim_min_val(isl_set_copy(statement->domain), l), &from) ||
          !asAffineTakeInteger(
              isl_set_dim_max_val(isl_set_copy(statement->domain), l), &to))
        return false;
      lower[l] = from < lower[l] ? from : lower[l];
      last[l] = to > last[l] ? to : last[l];
    }
  }
  return true;
}

/// The number of elements of the array, an unknown extent counting as 1.
static int64_t elementsOf(const AsScop *scop, int array) {
  MlirType type = mlirValueGetType(scop->arrays[array].memref);
  int64_t elements = 1;
  for (intptr_t r = 0; r < mlirShapedTypeGetRank(type); r++)
    if (!mlirShapedTypeIsDynamicDim(type, r))
      elements *= mlirShapedTypeGetDimSize(type, r);
  return elements;
}

/// The number of elements of the largest other array, as far as it is accessed.
static int64_t elementsAccessed(const AsScop *scop, int array) {
  int64_t most = 0;
  for (int s = 0; s < scop->numStatements; s++)
    for (int a = 0; a < scop->statements[s].numAccesses; a++) {
      const AsAffineAccess *access = &scop->statements[s].accesses[a];
      if (access->array == array)
        continue;
      isl_set *elements = isl_map_range(isl_map_copy(access->relation));
      int64_t count = 1, size;
      for (int r = 0; r < (int)isl_set_dim(elements, isl_dim_set); r++)
        if (asAffineTakeInteger(isl_set_dim_max_val(isl_set_copy(elements), r),
                                &size))
          count *= size + 1;
      isl_set_free(elements);
      most = count > most ? count : most;
    }
  return most;
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// Prepends the outermost loops, counted from their first iterations, to the
/// indices.
static __isl_give isl_multi_aff *prefix(__isl_take isl_multi_aff *indices,
                                        int loops, const int64_t *lower) {
  isl_id *name = isl_multi_aff_get_tuple_id(indices, isl_dim_out);
  isl_space *domain = isl_multi_aff_get_domain_space(indices);
  isl_aff_list *list =
      isl_aff_list_alloc(isl_multi_aff_get_ctx(indices), loops);
  for (int l = 0; l < loops; l++) {
    isl_aff *variable = isl_aff_var_on_domain(
        isl_local_space_from_space(isl_space_copy(domain)), isl_dim_set,
        (unsigned)l);
    list = isl_aff_list_add(list,
                            isl_aff_add_constant_si(variable, (int)-lower[l]));
  }
  isl_space *space = isl_space_add_dims(isl_space_from_domain(domain),
                                        isl_dim_out, (unsigned)loops);
  isl_multi_aff *outer = isl_multi_aff_from_aff_list(space, list);
  return isl_multi_aff_set_tuple_id(
      isl_multi_aff_flat_range_product(outer, indices), isl_dim_out, name);
}

/// Removes the `loops` leading indices.
static __isl_give isl_multi_aff *unprefix(__isl_take isl_multi_aff *indices,
                                          int loops) {
  isl_id *name = isl_multi_aff_get_tuple_id(indices, isl_dim_out);
  return isl_multi_aff_set_tuple_id(
      isl_multi_aff_drop_dims(indices, isl_dim_out, 0, (unsigned)loops),
      isl_dim_out, name);
}

static void changeIndices(AsScop *scop, int array, int loops,
                          const int64_t *lower) {
  for (int s = 0; s < scop->numStatements; s++)
    for (int a = 0; a < scop->statements[s].numAccesses; a++) {
      AsAffineAccess *access = &scop->statements[s].accesses[a];
      if (access->array != array)
        continue;
      access->indices = loops > 0 ? prefix(access->indices, loops, lower)
                                  : unprefix(access->indices, -loops);
      isl_map_free(access->relation);
      access->relation = isl_map_intersect_domain(
          isl_map_from_multi_aff(isl_multi_aff_copy(access->indices)),
          isl_set_copy(scop->statements[s].domain));
    }
}

bool asExpandArray(AsScop *scop, int array) {
  int loops = loopsAround(scop, array);
  AsAffineArray *expanded = &scop->arrays[array];
  int64_t lower[AS_AFFINE_MAX_DEPTH], last[AS_AFFINE_MAX_DEPTH];
  intptr_t rank = mlirShapedTypeGetRank(mlirValueGetType(expanded->memref));
  if (loops < 1 || expanded->numExpanded || loops + rank > AS_AFFINE_MAX_RANK ||
      !readExtents(scop, array, loops, lower, last))
    return false;
  int64_t elements = elementsOf(scop, array);
  for (int l = 0; l < loops; l++)
    elements *= last[l] - lower[l] + 1;
  if (elements > maxGrowth * elementsAccessed(scop, array) ||
      !endsInLast(scop, array, loops, last) || !staysWithin(scop, array, loops))
    return false;
  changeIndices(scop, array, loops, lower);
  expanded->numExpanded = loops;
  for (int l = 0; l < loops; l++) {
    expanded->extent[l] = last[l] - lower[l] + 1;
    expanded->first[l] = lower[l];
  }
  return true;
}

void asCollapseArray(AsScop *scop, int array) {
  changeIndices(scop, array, -scop->arrays[array].numExpanded, NULL);
  scop->arrays[array].numExpanded = 0;
}
