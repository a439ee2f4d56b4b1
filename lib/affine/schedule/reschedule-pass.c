//===- reschedule-pass.c - The pass as-reschedule
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces the loops of each nest by those of another schedule: skewed, tiled,
// distributed or parallel as the options say. The schedule is tested against
// all dependences before the IR changes.
//
// Requires:    loops over memrefs that have a SCoP, and arrays that do not
//              overlap: arguments are marked llvm.noalias.
// Provides:    affine loops in another order, with the same statements.
// Invalidates: the loops.
//
//   affine.for %i = 0 to 32 { affine.for %j = 0 to 32 { S } }
// becomes, with tile=4,8
//   affine.for %ti = 0 to 8 { affine.for %tj = 0 to 4 {
//     affine.for %i = #map(%ti) to #map1(%ti) {        4 * ti to 4 * ti + 4
//       affine.for %j = #map2(%tj) to #map3(%tj) { S } } } }
//
//===----------------------------------------------------------------------===//

#include "affine/schedule/reschedule-pass.h"
#include "affine/schedule/generate-loops.h"
#include "affine/schedule/schedule-legality.h"
#include "affine/scop/alias-checks.h"
#include "affine/scop/scop-detection.h"
#include "dialect-bridge/bridge.h"
#include "ir/nest-schedule.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/Dialect/Affine.h"
#include <errno.h>
#include <isl/schedule.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static const char illegal[] =
    "the schedule is illegal: it does not keep a dependence";

typedef struct Rescheduling {
  MlirOperation function;
  const AsScheduleOptions *options;
  int count;
  bool failed;
  AsAffineObstacle *obstacle; ///< The first one.
} Rescheduling;

static void refuse(MlirOperation op, const char *why, void *context) {
  Rescheduling *all = context;
  if (all->failed)
    return;
  all->failed = true;
  all->obstacle->op = op;
  snprintf(all->obstacle->why, sizeof all->obstacle->why, "%s", why);
}

static bool mayOverlap(const AsScop *scop) {
  AsAffineTensors tensors;
  asAffineTensorsCreate(scop, &tensors);
  AsAliasing aliasing = asAffineAliasing(scop, &tensors, false);
  asAffineTensorsDestroy(&tensors);
  return aliasing != AS_ALIAS_NONE;
}

/// Gives the SCoP the schedule; NULL on success, otherwise why not.
static const char *apply(const AsScop *scop, const AsDependences *dependences,
                         const AsScheduleOptions *options) {
  isl_schedule *schedule = asScheduleFind(scop, dependences, options);
  if (!schedule)
    return "isl found no schedule in time";
  bool failed;
  const char *why = NULL;
  if (asScheduleBreaks(schedule, dependences, &failed))
    why = illegal;
  else if (failed)
    why = "whether the schedule is legal could not be found out in time";
  else
    asGenerateLoops(scop, schedule, &why);
  isl_schedule_free(schedule);
  return why;
}

static void visit(AsScop *scop, void *context) {
  Rescheduling *all = context;
  if (scop->numStatements == 0 || all->failed)
    return;
  MlirOperation first = scop->ops[0];
  if (mayOverlap(scop)) {
    refuse(first,
           "its arrays may overlap; llvm.noalias on arguments says that they "
           "do not",
           all);
    return;
  }
  AsDependences dependences;
  const char *why = asDependencesFind(scop, &dependences)
                        ? apply(scop, &dependences, all->options)
                        : "it is too complex for dependence analysis; nests of "
                          "fewer statements and loops help";
  asDependencesFree(&dependences);
  if (why)
    refuse(first, why, all);
  if (why == illegal)
    mlirOperationSetDiscardableAttributeByName(
        all->function, asIrString(AS_ILLEGAL_ATTRIBUTE),
        mlirUnitAttrGet(mlirOperationGetContext(first)));
  all->count++;
}

bool asReschedule(MlirOperation function, const AsScheduleOptions *options,
                  AsAffineObstacle *obstacle) {
  Rescheduling all = {
      .function = function, .options = options, .obstacle = obstacle};
  AsScopVisitor visitor = {visit, refuse, &all};
  asScopVisitAll(function, &visitor);
  if (!all.count)
    refuse(function, "there is no loop nest in it", &all);
  return !all.failed;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

enum { FUSE, KEEP, DISTRIBUTE, PARALLEL, INNERMOST, WAVE, JAM, TILE };

static const AsBridgeOption passOptions[] = {
    [FUSE] = {"fuse", "0|1", "1",
              "Let statements that depend on each other share loops"},
    [KEEP] = {"keep", "0|1", "0",
              "Leave the outermost loop where it is, around all others"},
    [DISTRIBUTE] = {"distribute", "0|1", "0",
                    "Give each statement an innermost loop of its own"},
    [PARALLEL] = {"parallel", "0|1", "0",
                  "Let threads share the outermost loops that carry nothing"},
    [INNERMOST] = {"innermost", "N", "-1",
                   "The member of each band that becomes its last loop"},
    [WAVE] = {"wave", "0|1", "0",
              "Walk the last two members of each band in waves"},
    [JAM] =
        {"jam", "0|1", "0",
         "Unroll tiles of the last member of each band into the loop around"},
    [TILE] = {"tile", "N,N,...", "",
              "Sizes of tiles for the members of each band, 0 for none"},
};

static bool readNumber(const char **text, int64_t *number) {
  char *end;
  errno = 0;
  *number = strtoll(*text, &end, 10);
  bool isNumber = end != *text && errno == 0;
  *text = end;
  return isNumber;
}

/// Reads sizes separated by commas.
static bool readSizes(const char *text, int64_t *sizes) {
  for (int count = 0; *text; count++) {
    if (count == AS_AFFINE_MAX_DEPTH || !readNumber(&text, &sizes[count]) ||
        sizes[count] < 0 || (*text && *text++ != ','))
      return false;
  }
  return true;
}

static bool readOptions(const char *const *values, AsScheduleOptions *options) {
  int64_t numbers[TILE];
  for (int o = 0; o < TILE; o++) {
    const char *text = values[o];
    if (!readNumber(&text, &numbers[o]) || *text)
      return false;
  }
  *options = (AsScheduleOptions){.fuse = numbers[FUSE] != 0,
                                 .keep = numbers[KEEP] != 0,
                                 .distribute = numbers[DISTRIBUTE] != 0,
                                 .parallel = numbers[PARALLEL] != 0,
                                 .innermost = (int)numbers[INNERMOST],
                                 .wave = numbers[WAVE] != 0,
                                 .jam = numbers[JAM] != 0};
  return readSizes(values[TILE], options->tile);
}

static bool checkOptions(const char *const *values, const void *context,
                         char *message, size_t size) {
  AsScheduleOptions options;
  if (readOptions(values, &options))
    return true;
  snprintf(message, size, "its options are numbers, and sizes not negative");
  return false;
}

static bool runPass(MlirOperation function, const char *const *values,
                    const void *context) {
  AsScheduleOptions options;
  AsAffineObstacle obstacle = {function, "its options are numbers"};
  if (readOptions(values, &options) &&
      asReschedule(function, &options, &obstacle))
    return true;
  mlirEmitError(mlirOperationGetLocation(obstacle.op), obstacle.why);
  return false;
}

static void addDialects(MlirDialectRegistry registry) {
  MlirDialectHandle affine = mlirGetDialectHandle__affine__();
  mlirDialectHandleInsertDialect(affine, registry);
}

static void registerOnce(void) {
  static const AsBridgePass pass = {
      .anchor = "func.func",
      .argument = AS_RESCHEDULE_PASS,
      .description = "Give loop nests over memrefs another schedule",
      .options = passOptions,
      .numOptions = sizeof passOptions / sizeof *passOptions,
      .addDialects = addDialects,
      .check = checkOptions,
      .run = runPass,
  };
  if (!asBridgeHasPass(AS_RESCHEDULE_PASS))
    asBridgeRegisterPass(&pass);
}

void asRescheduleRegister(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, registerOnce);
}
