//===- remarks.c - What the user should know besides the result
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See run.h.
//
//===----------------------------------------------------------------------===//

#include "driver/run.h"
#include "ir/function-builder.h"
#include "ir/memref.h"
#include "ir/nest-schedule.h"
#include "report/figures.h"
#include "support/arena.h"
#include <stdlib.h>
#include <string.h>

static bool has(const AsEmission *emission, const char *location,
                const char *message) {
  for (size_t r = 0; r < emission->numRemarks; r++)
    if (strcmp(emission->remarks[r].location, location) == 0 &&
        strcmp(emission->remarks[r].message, message) == 0)
      return true;
  return false;
}

/// Once only: what fails for a part of the module is tried again without that.
static void add(AsEmission *emission, AsSeverity severity, const char *location,
                const char *message) {
  if (has(emission, location, message))
    return;
  emission->remarks =
      asRealloc(emission->remarks,
                sizeof *emission->remarks * (emission->numRemarks + 1));
  emission->remarks[emission->numRemarks++] =
      (AsRemark){severity, asCopyString(location), asCopyString(message)};
}

void asRemarkOnTasks(const AsTaskSet *tasks, AsEmission *emission) {
  for (int r = 0; r < tasks->numRemarks; r++)
    add(emission, AS_SEVERITY_REMARK, tasks->remarks[r].location,
        tasks->remarks[r].message);
}

/// `what` follows the name of the operation.
static void remarkOn(MlirOperation op, AsSeverity severity, const char *what,
                     AsEmission *emission) {
  AsText location = {0}, message = {0};
  asIrPrintLocation(mlirOperationGetLocation(op), &location);
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  asTextFormat(&message, "%.*s%s", (int)name.length, name.data, what);
  add(emission, severity, asTextString(&location), asTextString(&message));
  asTextFree(&location);
  asTextFree(&message);
}

void asRemarkOnOperation(MlirOperation op, const char *why, void *emission) {
  AsText what = {0};
  asTextFormat(&what, " is not scheduled: %s", why);
  remarkOn(op, AS_SEVERITY_REMARK, what.data, emission);
  asTextFree(&what);
}

void asWarnOfOperation(MlirOperation op, const char *what, void *emission) {
  AsText text = {0};
  asTextFormat(&text, ": %s", what);
  remarkOn(op, AS_SEVERITY_WARNING, text.data, emission);
  asTextFree(&text);
}

/// What remarks on operations in nests say, and what they are to say.
typedef struct Rewording {
  AsEmission *emission;
  const char *from, *to;
} Rewording;

static const char notScheduled[] = " is not scheduled: ",
                  asLoops[] =
                      " is scheduled in its loops, not as an operator: ";

static void reword(AsRemark *remark, const char *found,
                   const Rewording *rewording) {
  AsText message = {0};
  asTextFormat(&message, "%.*s%s%s", (int)(found - remark->message),
               remark->message, rewording->to, found + strlen(rewording->from));
  free(remark->message);
  remark->message = asCopyString(message.data);
  asTextFree(&message);
}

/// Rewords the remarks at the place of the operation.
static MlirWalkResult rewordRemarks(MlirOperation op, void *context) {
  const Rewording *rewording = context;
  AsText location = {0};
  asIrPrintLocation(mlirOperationGetLocation(op), &location);
  bool isKnown =
      !mlirLocationEqual(mlirOperationGetLocation(op),
                         mlirLocationUnknownGet(mlirOperationGetContext(op)));
  for (size_t r = 0; r < rewording->emission->numRemarks && isKnown; r++) {
    AsRemark *remark = &rewording->emission->remarks[r];
    const char *found = strstr(remark->message, rewording->from);
    if (found && strcmp(remark->location, asTextString(&location)) == 0)
      reword(remark, found, rewording);
  }
  asTextFree(&location);
  return MlirWalkResultAdvance;
}

/// Those nests that are tasks are no part of this.
static MlirWalkResult findNest(MlirOperation op, void *rewording) {
  if (!mlirAttributeIsNull(mlirOperationGetDiscardableAttributeByName(
          op, asIrString(AS_TASK_ATTRIBUTE))))
    return MlirWalkResultSkip;
  if (mlirAttributeIsNull(mlirOperationGetDiscardableAttributeByName(
          op, asIrString(AS_NEST_ATTRIBUTE))))
    return MlirWalkResultAdvance;
  mlirOperationWalk(op, rewordRemarks, rewording, MlirWalkPreOrder);
  return MlirWalkResultSkip;
}

void asRemarkOnNests(MlirModule module, AsEmission *emission) {
  Rewording rewording = {emission, notScheduled, asLoops};
  mlirOperationWalk(mlirModuleGetOperation(module), findNest, &rewording,
                    MlirWalkPreOrder);
}

void asRemarkOnNestsLeft(MlirModule module, AsEmission *emission) {
  Rewording rewording = {emission, asLoops, notScheduled};
  mlirOperationWalk(mlirModuleGetOperation(module), findNest, &rewording,
                    MlirWalkPreOrder);
}

/// Whether the memory is an argument of a function that other modules call.
static bool isPassed(MlirValue memory) {
  MlirValue root = asIrMemoryRoot(memory);
  if (!mlirValueIsABlockArgument(root))
    return false;
  MlirBlock block = mlirBlockArgumentGetOwner(root);
  MlirOperation owner = mlirBlockGetParentOperation(block);
  return asIrIsNamed(owner, "func.func") &&
         mlirBlockEqual(block, asIrBody(owner)) && !asIrIsPrivate(owner);
}

static MlirWalkResult remarkIfPassed(MlirOperation op, void *emission) {
  if (asIrIsNamed(op, "memref.dealloc") &&
      isPassed(mlirOperationGetOperand(op, 0)))
    remarkOn(
        op, AS_SEVERITY_REMARK,
        " is left out: what is passed to a function belongs to its caller, "
        "who is to free it",
        emission);
  return MlirWalkResultAdvance;
}

void asRemarkOnDeallocations(MlirModule module, AsEmission *emission) {
  mlirOperationWalk(mlirModuleGetOperation(module), remarkIfPassed, emission,
                    MlirWalkPreOrder);
}

/// The first line of an error's message, which may have a place in front. In a
/// remark it is no error.
static void appendReason(const char *why, AsText *text) {
  static const char severity[] = "error: ";
  int length = (int)strcspn(why, "\r\n");
  const char *found = strstr(why, severity);
  if (found && found < why + length) {
    asTextAppend(text, why, (size_t)(found - why));
    length -= (int)(found - why) + (int)strlen(severity);
    why = found + strlen(severity);
  }
  asTextAppend(text, why, (size_t)length);
}

void asRemarkOnFunction(MlirOperation function, const char *what,
                        const char *why, AsSeverity severity,
                        AsEmission *emission) {
  AsText location = {0}, message = {0}, name = {0};
  asIrPrintLocation(mlirOperationGetLocation(function), &location);
  asIrStringAttribute(function, "sym_name", &name);
  asTextFormat(&message, "'%s' %s: ", asTextString(&name), what);
  appendReason(why, &message);
  add(emission, severity, asTextString(&location), asTextString(&message));
  asTextFree(&location);
  asTextFree(&message);
  asTextFree(&name);
}

void asRemarkOnRun(AsRun *run, AsSeverity severity, const char *format, ...) {
  AsText location = {0}, message = {0};
  va_list arguments;
  va_start(arguments, format);
  asTextFormatV(&message, format, arguments);
  va_end(arguments);
  asIrPrintLocation(
      mlirOperationGetLocation(mlirModuleGetOperation(run->module)), &location);
  add(run->emission, severity, asTextString(&location), asTextString(&message));
  asTextFree(&location);
  asTextFree(&message);
}

void asRemarkOnSearch(AsRun *run) {
  bool hasTried = false;
  for (int t = 0; t < run->tasks.numTasks; t++) {
    const AsTuneTask *task = &run->tuned[t];
    hasTried |= task->numTrials > 0 || task->isUnmeasurable;
    if (task->isUnmeasurable)
      asRemarkOnRun(run, AS_SEVERITY_WARNING,
                    "task %d, %s, cannot be tuned: %.*s", t + 1, task->label,
                    (int)strcspn(task->problem, "\r\n"), task->problem);
  }
  AsTotals totals = asTuneTotals(run->tuned, run->tasks.numTasks);
  // For a GPU that is no remark but an error.
  if (totals.numMeasured == 0 && !run->target.gpu)
    asRemarkOnRun(run, AS_SEVERITY_WARNING,
                  "nothing was tuned: no candidate of any task %s, so that the "
                  "result is without schedules",
                  hasTried ? "could be measured" : "was tried");
}

void asRemarkOnObjects(AsRun *run) {
  if (run->objects && asObjectCacheFailure(run->objects)->status)
    asRemarkOnRun(run, AS_SEVERITY_WARNING,
                  "a later run will have to build again what this one has "
                  "built: %s",
                  asObjectCacheFailure(run->objects)->message);
}

const char *asWhyStoreHasNone(const AsOptions *options) {
  return options->measure == AS_MEASURE_STATIC
             ? "--measure=static does not ask the store"
             : "the store has none for them";
}

void asRemarkOnUntried(AsRun *run) {
  const AsOptions *options = run->options;
  int numTasks = run->tasks.numTasks, estimated = 0, plain = 0;
  for (int t = 0; t < numTasks; t++) {
    estimated += run->tuned[t].outcomes[AS_OUTCOME_ESTIMATED] > 0;
    plain += run->tuned[t].bestSeconds == 0;
  }
  bool looksUp = options->trials == 0 && strcmp(options->records, "none") != 0;
  if (estimated && options->measure != AS_MEASURE_STATIC &&
      (looksUp || options->trials != 0))
    asRemarkOnRun(run, AS_SEVERITY_WARNING,
                  "%d of %d tasks got no trial: their schedules are what the "
                  "estimate finds best, and nothing of them has run",
                  estimated, numTasks);
  if (plain && looksUp)
    asRemarkOnRun(run, AS_SEVERITY_WARNING,
                  "%d of %d tasks stay without schedules: %s, and --trials=0 "
                  "looks for none",
                  plain, numTasks, asWhyStoreHasNone(options));
}
