//===- iteration-box.c - The box of a statement's iterations
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "affine/raise/iteration-box.h"
#include "affine/scop/isl-integer.h"
#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/ilp.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>
#include <stdio.h>

bool asAffineIsOpen(const AsAffineForm *form, int d) {
  return form->open[d].numTerms > 0;
}

/// Adds that loop d stays below its lower bound plus its open extent.
static __isl_give isl_set *boundOpen(__isl_take isl_set *box,
                                     const AsAffineForm *form, int d) {
  const AsOpenSize *size = &form->open[d];
  isl_constraint *below = isl_constraint_alloc_inequality(
      isl_local_space_from_space(isl_set_get_space(box)));
  below = isl_constraint_set_coefficient_si(below, isl_dim_set, form->level + d,
                                            -1);
  below = isl_constraint_set_constant_val(
      below, isl_val_int_from_si(isl_set_get_ctx(box),
                                 form->lower[d] + size->constant - 1));
  for (int t = 0; t < size->numTerms; t++) {
    char name[16];
    snprintf(name, sizeof name, "p%d", size->parameter[t]);
    below = isl_constraint_set_coefficient_val(
        below, isl_dim_param,
        isl_set_find_dim_by_name(box, isl_dim_param, name),
        isl_val_int_from_si(isl_set_get_ctx(box), size->multiple[t]));
  }
  return isl_set_add_constraint(box, below);
}

/// The box of all integer points from lower to last, also those that steps
/// leave out.
static __isl_give isl_set *boxOf(const AsAffineForm *form,
                                 __isl_take isl_space *space) {
  isl_set *box = isl_set_universe(space);
  for (int d = 0; d < form->numDims; d++) {
    int at = form->level + d;
    int64_t last = form->lower[d] + form->step[d] * (form->extent[d] - 1);
    box = isl_set_lower_bound_si(box, isl_dim_set, at, form->lower[d]);
    box = asAffineIsOpen(form, d)
              ? boundOpen(box, form, d)
              : isl_set_upper_bound_si(box, isl_dim_set, at, last);
  }
  return box;
}

/// All iterations of the loops outside of the form, with unconstrained form
/// dimensions.
static __isl_give isl_set *outerIterations(const AsScop *scop,
                                           const AsAffineForm *form,
                                           __isl_take isl_space *space) {
  const AsAffineStatement *statement = &scop->statements[form->statement];
  if (form->level == 0)
    return isl_set_universe(space);
  const AsAffineLoop *around = &scop->loops[statement->loops[form->level - 1]];
  isl_set *outer = isl_set_add_dims(isl_set_copy(around->iterations),
                                    isl_dim_set, (unsigned)form->numDims);
  outer =
      isl_set_set_tuple_id(outer, isl_space_get_tuple_id(space, isl_dim_set));
  isl_space_free(space);
  return outer;
}

bool asAffineIsBox(const AsScop *scop, const AsAffineForm *form) {
  const AsAffineStatement *statement = &scop->statements[form->statement];
  isl_set *domain = isl_set_copy(statement->domain);
  isl_set *box =
      isl_set_intersect(boxOf(form, isl_set_get_space(domain)),
                        outerIterations(scop, form, isl_set_get_space(domain)));
  for (int d = 0; d < form->numDims; d++)
    if (form->step[d] > 1) {
      isl_local_space *space =
          isl_local_space_from_space(isl_set_get_space(box));
      isl_aff *apart = isl_aff_add_constant_si(
          isl_aff_var_on_domain(space, isl_dim_set,
                                (unsigned)(form->level + d)),
          (int)-form->lower[d]);
      apart =
          isl_aff_mod_val(apart, isl_val_int_from_si(scop->isl, form->step[d]));
      box = isl_set_intersect(
          box, isl_set_from_basic_set(isl_aff_zero_basic_set(apart)));
    }
  isl_bool isEqual = isl_set_is_equal(domain, box);
  isl_set_free(domain);
  isl_set_free(box);
  return isEqual == isl_bool_true;
}

/// Reads an open extent.
static bool readOpen(const AsAffineStatement *statement, AsAffineForm *form,
                     int d) {
  AsOpenSize *size = &form->open[d];
  if (form->step[d] != 1 ||
      !asOpenSizeRead(
          isl_set_dim_max(isl_set_copy(statement->domain), form->level + d),
          size))
    return false;
  size->constant += 1 - form->lower[d];
  return size->numTerms > 0;
}

/// Reads the bounds of loop d of the form. Open ones do not depend on loops
/// that stay, which is tested when the box is.
static bool readBounds(const AsAffineStatement *statement, bool allowsOpen,
                       AsAffineForm *form, int d) {
  int at = form->level + d;
  int64_t last;
  if (!asAffineTakeInteger(
          isl_set_dim_min_val(isl_set_copy(statement->domain), at),
          &form->lower[d]))
    return false;
  if (!asAffineTakeInteger(
          isl_set_dim_max_val(isl_set_copy(statement->domain), at), &last))
    return allowsOpen && readOpen(statement, form, d);
  form->extent[d] = (last - form->lower[d]) / form->step[d] + 1;
  return true;
}

bool asAffineReadHull(const AsScop *scop, bool allowsOpen, AsAffineForm *form,
                      AsAffineObstacle *obstacle) {
  const AsAffineStatement *statement = &scop->statements[form->statement];
  for (int d = 0; d < form->numDims; d++) {
    const AsAffineLoop *loop = &scop->loops[statement->loops[form->level + d]];
    form->step[d] = loop->step;
    if (readBounds(statement, allowsOpen, form, d))
      continue;
    obstacle->op = loop->op;
    snprintf(obstacle->why, sizeof obstacle->why,
             "its number of iterations is not known; give it bounds that are "
             "constants");
    return false;
  }
  return true;
}
