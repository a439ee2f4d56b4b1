//===- schedule-band.h - Bands of a schedule tree
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A band is a list of members. Each member maps instances to times, and is one
// loop over these times.
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_SCHEDULE_SCHEDULE_BAND_H
#define AS_AFFINE_SCHEDULE_SCHEDULE_BAND_H

#include <isl/ctx.h>
#include <isl/schedule_node.h>
#include <stdbool.h>

/// Whether the node is a band.
bool asBandIs(__isl_keep isl_schedule_node *node);
bool asBandIsPermutable(__isl_keep isl_schedule_node *band);

/// Whether the node is a band without bands below it.
bool asBandIsInnermost(__isl_keep isl_schedule_node *node);

/// Whether the node is the band to tile on its path: the deepest permutable
/// band with several members, or, if there is none around it, the innermost
/// band.
bool asBandIsTileable(__isl_keep isl_schedule_node *node);

/// The times of a member, for the instances below the band.
__isl_give isl_union_map *asBandTimes(__isl_keep isl_schedule_node *band,
                                      int member);

/// Moves a member of a permutable band from one position to another. Returns
/// the node of the band.
__isl_give isl_schedule_node *asBandMove(__isl_take isl_schedule_node *band,
                                         int from, int to);

/// Replaces the last but one member by the sum of the last two: a wavefront,
/// which the last member runs along. The sum carries whatever either of the two
/// did, so the last member carries nothing. The band must be permutable and
/// have several members. Returns its node.
__isl_give isl_schedule_node *
asBandWavefront(__isl_take isl_schedule_node *band);

/// Removes the members with a single time for each time of `around`, a loop
/// around the band: they would be loops of one iteration. Returns the node,
/// which is no longer a band if no member is left.
__isl_give isl_schedule_node *
asBandDropFixed(__isl_take isl_schedule_node *band,
                __isl_keep isl_union_map *around);

#endif // AS_AFFINE_SCHEDULE_SCHEDULE_BAND_H
