//===- script-writer.h - The state of a script that is being written
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions here write what several steps have in common. Those for knobs
// are in script-knobs.c.
//
// Handles are numbered: %hN for operations, %lN for loops, %kN for knobs, and
// %fN for the function, which a pass replaces by another handle.
//
//===----------------------------------------------------------------------===//

#ifndef AS_SKETCH_SCRIPT_WRITER_H
#define AS_SKETCH_SCRIPT_WRITER_H

#include "sketch/sketch.h"
#include "support/text.h"

#define ANY "!transform.any_op"
#define PARAM "!transform.param<i64>"
#define GENERIC "!transform.op<\"linalg.generic\">"

typedef struct AsWriter {
  const AsSketch *sketch;
  const AsPoint *point; ///< NULL: knobs stay open.
  AsText *text;
  int function;              ///< Number of the handle of the function: %fN.
  int next;                  ///< Number of the next fresh handle.
  int copies[AS_MAX_STAGES]; ///< How often peeling copied a stage, at most.
  struct {
    int handle, count;
  } loops[AS_MAX_STAGES];    ///< Of each stage's last TILE step.
  const AsStep *unpeeled;    ///< Its remainders are to be peeled, or NULL.
  bool alike[AS_MAX_STAGES]; ///< Packed before it was peeled: remainders differ
                             ///< from whole tiles in their size only.
  bool isPadded;             ///< Lanes left over were packed as whole tiles.
  bool sharesLanes; ///< By threads, of which the last has less: how many lanes
                    ///< are left over is known only when it runs.
  struct {
    int stage, operand, handle, rank;
  } turned; ///< What turns a packed operand back; rank 0 where there is none.
  bool isSplit[AS_MAX_STAGES]; ///< Reduced into partial results.
  int changedLayout; ///< The stage whose layout a step changed, or -1.
} AsWriter;

/// Appends a line, indented.
void asWriteLine(AsWriter *writer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/// Appends "!transform.any_op, ..." for an operation and so many loops.
void asWriteTypes(AsText *text, int numLoops);

/// N of the mark as.opN of a stage.
int asWriterMark(const AsWriter *writer, int stage);

/// Matches a stage into a fresh handle and returns its number.
int asWriteMatch(AsWriter *writer, int stage);

/// The same of what has the attribute `NAME` followed by the stage's number.
int asWriteMatchPart(AsWriter *writer, const char *name, int stage);

/// Whether the layout of the stage's operation was changed.
bool asWriterChangedLayout(const AsWriter *writer, int stage);

/// Appends a size to a list; the type of a knob goes to `types`.
void asWriteSize(const AsSize *size, bool isFirst, AsText *list, AsText *types);

/// Appends sizes for the loops of the operation that a stage is.
void asWriteSizes(AsWriter *writer, int stage, const AsSize size[AS_MAX_DIMS],
                  AsText *list, AsText *types);

/// Canonical form.
void asWriteClean(AsWriter *writer);

/// Applies a registered pass to the function; `options` is empty or starts with
/// a space.
void asWritePass(AsWriter *writer, const char *name, const char *options);

/// Marks what the stage starts from again, if that is a stage: canonicalisation
/// made another operation of it.
void asWriteMarkInitial(AsWriter *writer, int stage);

/// Applies patterns to the function; `names` ends with NULL.
void asWritePatterns(AsWriter *writer, const char *const names[]);

/// Opens transform.tune.alternatives for a knob; regions follow. `handles` is
/// empty or ends with " = ", `types` is empty or starts with " -> ".
void asWriteOpenAlternatives(AsWriter *writer, int knob, const char *handles,
                             const char *types);

/// Opens the region of an option of the knob, and closes that of the one
/// before. False past the last one: then all is closed.
bool asWriteRegion(AsWriter *writer, int knob, int option);

/// Defines %kN, unless the knob is written where it is used.
void asWriteKnob(AsWriter *writer, int knob);

#endif // AS_SKETCH_SCRIPT_WRITER_H
