//===- sketch.h - Sketches, knobs, points
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A sketch is a way to schedule a program with some choices left open. It is a
// list of steps (step.h); each step is at once a few lines of a
// Transform-dialect script (script.h) and a change to a symbolic loop nest
// (loop-nest.h), so that the two forms cannot drift apart unnoticed. The open
// choices are knobs; a point chooses an option for each of them.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SKETCH_SKETCH_H
#define AS_SKETCH_SKETCH_H

#include "sketch/step.h"
#include "support/arena.h"
#include "support/random.h"
#include "target/target.h"
#include <stdbool.h>
#include <stdint.h>

#define AS_MAX_KNOBS 24
#define AS_MAX_STEPS 64
#define AS_MAX_OPTIONS 64

/// What a knob chooses; mutation treats each kind in its own way.
/// X(suffix, name in scripts' and records' documentation)
#define AS_KNOB_KINDS(X)                                                       \
  X(TILE, "tile")         /* a tile size */                                    \
  X(MEMBER, "member")     /* a tile size for a member of a band, 0 for none */ \
  X(SCHEDULE, "schedule") /* which of the schedules of a loop nest */          \
  X(ORDER, "order")       /* which of two loops is the outer one */            \
  X(UNROLL, "unroll")     /* an unroll factor */                               \
  X(LOCATION, "location") /* in which loops something is computed */           \
  X(HOIST, "hoist")       /* out of how many loops something is moved */       \
  X(LAUNCH, "launch") /* how many threads or blocks share a multiprocessor */  \
  X(USER, "user")     /* a knob of a user's own script: opaque */

typedef enum AsKnobKind {
#define AS_KNOB_ENUMERATOR(suffix, name) AS_KNOB_##suffix,
  AS_KNOB_KINDS(AS_KNOB_ENUMERATOR)
#undef AS_KNOB_ENUMERATOR
      AS_NUM_KNOB_KINDS
} AsKnobKind;

/// An open choice. In the script it is a transform.tune.knob whose options are
/// the values, or a transform.tune.alternatives whose regions are numbered by
/// option (isAlternative): where a transform op takes an attribute only.
typedef struct AsKnob {
  AsKnobKind kind;
  const char *name;         ///< Unique within the sketch.
  int numOptions;           ///< At least 1.
  const int64_t *options;   ///< Ascending for tiles and unroll factors.
  const char *const *texts; ///< USER: the options as MLIR prints them, or NULL.
  bool isAlternative;
  int within;     ///< The knob whose tile this one cuts, or -1.
  int64_t extent; ///< TILE: of the loop that the tiles cut.
} AsKnob;

typedef struct AsSketch {
  const char *name;   ///< The rules that made it: "parallel+tile+pack".
  const char *script; ///< The Transform script with open knobs.
  char version[33];   ///< Content hash of the script, but for locations.
  const AsProgram *program;
  int vectorBytes; ///< Of the target that it was derived for.
  int vectorRegisters, unitBytes;
  bool hasMasks;
  AsDotProducts dots;
  int64_t cacheBytes; ///< Of the second cache.
  const AsGpu *gpu;   ///< NULL for a CPU.
  int numKnobs;
  AsKnob knobs[AS_MAX_KNOBS];
  int numSteps;
  AsStep steps[AS_MAX_STEPS];
  bool isUser; ///< Given as a script: there are no steps.
  /// Which loop of each stage moves with loop d of the last stage when the two
  /// are fused; -1 for none. Filled in by asSketchMapLoops.
  /// Of the stages that make an image which is then padded: with loop d of the
  /// feeder, which no loop of the last stage moves with.
  int8_t loopMap[AS_MAX_STAGES][AS_MAX_DIMS];
  int feeder;                ///< The stage whose result is padded, or -1.
  bool feeds[AS_MAX_STAGES]; ///< It, and what it is made of.
} AsSketch;

/// An option for each knob of a sketch.
typedef struct AsPoint {
  uint8_t choice[AS_MAX_KNOBS];
} AsPoint;

/// Which options a search is to draw from: bit o of knob k is option o of it.
typedef struct AsAllowed {
  uint64_t options[AS_MAX_KNOBS];
} AsAllowed;

const char *asKnobKindName(AsKnobKind kind);

/// The value that the point gives to knob `k`.
static inline int64_t asPointValue(const AsSketch *sketch, const AsPoint *point,
                                   int k) {
  return sketch->knobs[k].options[point->choice[k]];
}

static inline int64_t asSizeValue(const AsSketch *sketch, const AsPoint *point,
                                  const AsSize *size) {
  return size->knob < 0 ? size->constant
                        : asPointValue(sketch, point, size->knob);
}

/// Whether the size, or an option of it, does not divide the extent. What such
/// tiles leave over is peeled off: it becomes code of its own.
bool asSizeLeavesRest(const AsSketch *sketch, const AsSize *size,
                      int64_t extent);

/// Whether the step, a fusion, takes pads along: they become arrays later.
bool asStepFusesPads(const AsSketch *sketch, const AsStep *step);

/// Whether the step, a fusion, tiles loops, and the stage before its own has
/// one for each of them, in their order: then it can be computed in loops of
/// its own.
bool asProducerMovesInOrder(const AsSketch *sketch, const AsStep *step);

/// How many points the sketch has, valid or not.
double asSketchNumPoints(const AsSketch *sketch);

/// Whether the point can be built: tiles divide the tile around them, the
/// accumulators fit in the registers, ... (loop-nest.h has the rules).
bool asPointIsValid(const AsSketch *sketch, const AsPoint *point);

/// Draws a random valid point: tiles from the options that divide the tile
/// around them (any, where that is the whole extent), until asPointIsValid.
/// False where none was found in many draws; a sketch of which that is true is
/// not offered to the search.
bool asPointSample(const AsSketch *sketch, AsRandom *random, AsPoint *point);

/// The same from the allowed options alone.
bool asPointSampleAllowed(const AsSketch *sketch, const AsAllowed *allowed,
                          AsRandom *random, AsPoint *point);

/// Whether the point has allowed options only.
bool asPointIsAllowed(const AsSketch *sketch, const AsAllowed *allowed,
                      const AsPoint *point);

/// Draws the choices of all knobs but the first `numFixed` once, in the same
/// way. False if the result is no valid point.
bool asPointComplete(const AsSketch *sketch, AsRandom *random, int numFixed,
                     AsPoint *point);

/// Makes the tiles of `point` fit into the tiles around them again after a
/// change, moving each to an option nearby. The result may still be invalid.
void asPointRepair(const AsSketch *sketch, AsPoint *point);

/// Fills in AsSketch.loopMap, feeder and feeds from the program.
void asSketchMapLoops(AsSketch *sketch);

/// The loop of stage `s` that moves with loop `d` of stage `root` when the two
/// are fused; -1 for none.
int asSketchLoopWith(const AsSketch *sketch, int s, int root, int d);

#define AS_MAX_STRUCTURES (2 * AS_NEST_MAX_SCHEDULES)

/// Points of different structure are so different that what is known of one
/// says little of the other: a loop nest in another schedule, tiled or not. A
/// number for each structure of the sketch, less than AS_MAX_STRUCTURES.
int asPointStructure(const AsSketch *sketch, const AsPoint *point);

/// Whether it may have more than one.
bool asSketchHasStructures(const AsSketch *sketch);

#define AS_MAX_TRAITS 8

/// What of the point its symbolic nest does not show: the choices of a user's
/// sketch, of which there is none, or the options of a loop nest's schedule.
void asPointTraits(const AsSketch *sketch, const AsPoint *point,
                   float traits[AS_MAX_TRAITS]);

/// The knob values as a canonical JSON object, {"mr":8,"nr":32}: what records
/// hold. The text lives in `arena`.
const char *asPointFormat(const AsSketch *sketch, const AsPoint *point,
                          AsArena *arena);

/// Reads it back; false where a knob is missing or a value is no option.
bool asPointParse(const AsSketch *sketch, const char *text, AsPoint *point);

/// The one of a task's sketches that leaves the program as it is, or -1.
int asSketchPlain(const AsSketch *sketches, int numSketches);

/// Whether it makes vectors of all that computes. Sketches that leave that to
/// LLVM do not, nor is it known of a user's.
bool asSketchVectorises(const AsSketch *sketch);

/// Whether sums of floats are taken in another order than the program's.
bool asSketchReorders(const AsSketch *sketch);

/// By how much of themselves operands of products are rounded before these are
/// taken: where tensor cores multiply f32. 0 where they are not.
double asSketchOperandRoundoff(const AsSketch *sketch);

#endif // AS_SKETCH_SKETCH_H
