//===- rules.h - The table of sketch rules
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sketches are derived as in Ansor (Zheng et al., OSDI 2020, section 4.1): the
// stages of a program are visited from its outputs to its inputs, and at each
// one the rules of a table are tried in order. A rule that applies extends the
// derivation by steps and knobs; it may let the rules after it have a try at
// the same stage too, in which case the derivation forks. docs/rules.md says
// how to add one.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SKETCH_RULES_H
#define AS_SKETCH_RULES_H

#include "as/error.h"
#include "sketch/sketch.h"
#include "support/text.h"
#include "target/target.h"

/// A sketch in the making.
typedef struct AsDerivation {
  AsSketch sketch;
  const AsTarget *target;
  AsArena *arena;
  AsText name;     ///< Names of the rules so far, joined by '+'.
  int stage;       ///< The stage to visit next.
  bool isDone;     ///< Complete: no stage is left to visit.
  bool isParallel; ///< The parallel rule had its turn.
  bool isTiled;    ///< The outputs are tiled into registers.
  bool isPacked;   ///< The pack rule had its turn.
  bool mustPack;   ///< Threads share lanes that only packing makes whole.
  bool hasHalo;    ///< Pads are made tile by tile.
  bool hasBorder;  ///< Images are read around their border, without pads.
  AsError error;   ///< The first reason why the sketch has no room for what a
                   ///< rule appended; the derivation is dropped then.
  AsStep excess;   ///< What a rule fills in where there is no room for a step.
} AsDerivation;

typedef enum AsRuleVerdict {
  AS_RULE_PASS,      ///< The rule does not apply here.
  AS_RULE_APPLY,     ///< Fork: apply it, and try the later rules as well.
  AS_RULE_APPLY_LAST ///< Apply it and try no other.
} AsRuleVerdict;

/// One rule.
typedef struct AsRule {
  const char *name;
  const char *what; ///< One line for people.
  AsRuleVerdict (*meets)(const AsDerivation *derivation, int stage);
  /// Extends the derivation. Leaves `stage` where it is to be visited again.
  void (*apply)(AsDerivation *derivation, int stage);
} AsRule;

/// The targets that a rule is for.
enum { AS_ON_CPU = 1, AS_ON_GPU = 2 };

/// The table of rules, in the order in which they are tried. The rules are in
/// the files of rules/. X(rule, targets)
#define AS_RULES(X)                                                            \
  X(asRulePlain, AS_ON_CPU | AS_ON_GPU)                                        \
  X(asRuleNest, AS_ON_CPU)                                                     \
  X(asRuleConcat, AS_ON_CPU)                                                   \
  X(asRuleIm2col, AS_ON_CPU)                                                   \
  X(asRuleHalo, AS_ON_CPU)                                                     \
  X(asRuleBorder, AS_ON_CPU)                                                   \
  X(asRuleRound, AS_ON_GPU)                                                    \
  X(asRuleFours, AS_ON_CPU)                                                    \
  X(asRuleSpread, AS_ON_GPU)                                                   \
  X(asRuleRfactor, AS_ON_CPU | AS_ON_GPU)                                      \
  X(asRuleLanes, AS_ON_CPU)                                                    \
  X(asRuleParallel, AS_ON_CPU)                                                 \
  X(asRuleAttention, AS_ON_CPU)                                                \
  X(asRulePackedAttention, AS_ON_CPU)                                          \
  X(asRuleDotAttention, AS_ON_CPU)                                             \
  X(asRuleRows, AS_ON_CPU)                                                     \
  X(asRuleResults, AS_ON_CPU)                                                  \
  X(asRuleMap, AS_ON_CPU)                                                      \
  X(asRuleTranspose, AS_ON_CPU)                                                \
  X(asRuleDots, AS_ON_CPU)                                                     \
  X(asRuleStream, AS_ON_CPU)                                                   \
  X(asRuleBlock, AS_ON_CPU)                                                    \
  X(asRuleChannels, AS_ON_CPU)                                                 \
  X(asRulePixels, AS_ON_CPU)                                                   \
  X(asRuleTile, AS_ON_CPU)                                                     \
  X(asRulePack, AS_ON_CPU)                                                     \
  X(asRuleBlockRows, AS_ON_GPU)                                                \
  X(asRuleColumns, AS_ON_GPU)                                                  \
  X(asRuleBlockTranspose, AS_ON_GPU)                                           \
  X(asRuleElements, AS_ON_GPU)                                                 \
  X(asRuleMma, AS_ON_GPU)                                                      \
  X(asRuleWgmma, AS_ON_GPU)                                                    \
  X(asRuleShare, AS_ON_GPU)                                                    \
  X(asRuleThreadTile, AS_ON_GPU)                                               \
  X(asRuleContract, AS_ON_CPU | AS_ON_GPU)                                     \
  X(asRuleWindow, AS_ON_CPU | AS_ON_GPU)

#define AS_RULE_DECLARATION(rule, targets) extern const AsRule rule;
AS_RULES(AS_RULE_DECLARATION)
#undef AS_RULE_DECLARATION

enum {
#define AS_RULE_COUNT(rule, targets) +1
  AS_NUM_RULES = AS_RULES(AS_RULE_COUNT)
#undef AS_RULE_COUNT
};

/// The rules for the target, in this order; returns how many there are.
int asRulesFor(const AsTarget *target, const AsRule *rules[AS_NUM_RULES]);

/// Derives all sketches of a program. There is at least one, as the plain rule
/// always applies; sketches without a single valid point are dropped. So are
/// those that need more steps, knobs or options than a sketch has room for; for
/// each of them `dropped`, which may be NULL, gets a clause that says why.
/// Everything lives in `arena`, the program must outlive it too.
AsSketch *asSketchDerive(const AsProgram *program, const AsTarget *target,
                         AsArena *arena, int *numSketches, AsText *dropped);

/// The same by these rules.
AsSketch *asSketchDeriveBy(const AsRule *const *rules, int numRules,
                           const AsProgram *program, const AsTarget *target,
                           AsArena *arena, int *numSketches, AsText *dropped);

//===----------------------------------------------------------------------===//
// For rules
//===----------------------------------------------------------------------===//

/// Appends a step for `stage`, with all sizes 0, to be filled in. Where the
/// sketch is full this is noted in the derivation's error, and what is filled
/// in belongs to no sketch.
AsStep *asDerivationStep(AsDerivation *derivation, AsStepKind kind, int stage);

/// A new tile knob called `name` over the divisors of `extent` in
/// [least, most] (all that are large enough where none is), which must divide
/// the tile around it, `within`; of tiles that do not divide the extent,
/// divisors are options as well. Where divisors that are multiples of `unit`
/// are scarce, round numbers of units are options too, if they fit twice, and
/// six times powers of two where they fit often: the step is peeled. A unit of
/// 0 stands for divisors only. Where that leaves a single option the size is a
/// constant and there is no knob; a constant that would be the whole extent is
/// 0, "not tiled".
AsSize asDerivationTile(AsDerivation *derivation, const char *name,
                        int64_t extent, int64_t least, int64_t most,
                        int64_t unit, AsSize within);

/// The same for rows of a register tile, in units of one. Sizes are options,
/// too, that leave over half a tile or more, if tiles of two vectors fit into
/// the registers.
AsSize asDerivationRows(AsDerivation *derivation, const char *name,
                        int64_t extent, int64_t least, int64_t most,
                        AsSize within);

/// A constant size, 0 where it is the whole extent.
AsSize asDerivationConstant(int64_t size, int64_t extent);

/// Appends a knob with explicit options and returns its index. Where the sketch
/// is full, or the options are too many, this is noted in the derivation's
/// error; the index is one of a knob nonetheless.
int asDerivationKnob(AsDerivation *derivation, AsKnobKind kind,
                     const char *name, const int64_t *options, int numOptions,
                     bool isAlternative);

/// Goes on with another program, as after a step that makes a product of a
/// convolution: visits its last stage next.
void asDerivationSetProgram(AsDerivation *derivation, const AsProgram *program);

#endif // AS_SKETCH_RULES_H
