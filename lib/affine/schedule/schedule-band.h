//===- schedule-band.h - Bands of a schedule tree
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A band is loops of which each goes through the times of one of its members.
//
//===----------------------------------------------------------------------===//

#ifndef AS_AFFINE_SCHEDULE_SCHEDULE_BAND_H
#define AS_AFFINE_SCHEDULE_SCHEDULE_BAND_H

#include <isl/ctx.h>
#include <isl/schedule_node.h>
#include <stdbool.h>

bool asBandIs(__isl_keep isl_schedule_node *node);
bool asBandIsPermutable(__isl_keep isl_schedule_node *band);

/// Whether no other band is below it.
bool asBandIsInnermost(__isl_keep isl_schedule_node *node);

/// Whether the node is a band whose loops are worth changing: the deepest of
/// those with several loops that may be permuted, whatever single loops there
/// are below it; or the innermost, where it is in no such band.
bool asBandIsTileable(__isl_keep isl_schedule_node *node);

/// When a member has each instance below the band.
__isl_give isl_union_map *asBandTimes(__isl_keep isl_schedule_node *band,
                                      int member);

/// Moves a member of a permutable band to another place in it. Takes the node
/// and returns that of the band.
__isl_give isl_schedule_node *asBandMove(__isl_take isl_schedule_node *band,
                                         int from, int to);

/// The sum of the last two members takes the place of the one before last: a
/// wave, which the last member goes along. The sum carries what either of the
/// two did, so that nothing is left to the last one. Takes the node of a
/// permutable band of several members, and returns it.
__isl_give isl_schedule_node *
asBandWavefront(__isl_take isl_schedule_node *band);

/// Takes out of the band the members that have one time for each of those of
/// `around`, which is a loop around: they would be loops of one iteration.
__isl_give isl_schedule_node *
asBandDropFixed(__isl_take isl_schedule_node *band,
                __isl_keep isl_union_map *around);

#endif // AS_AFFINE_SCHEDULE_SCHEDULE_BAND_H
