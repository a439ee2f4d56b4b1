//===- emission.c - What a run hands back
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See emission.h. Each form but the first two is made of the one before it:
// schedule, scheduled module, lowered module, code.
//
//===----------------------------------------------------------------------===//

#include "driver/output/emission.h"
#include "codegen/object-code.h"
#include "driver/output/c-header.h"
#include "driver/output/kept-code.h"
#include "driver/output/launch-file.h"
#include "ir/set-aside.h"
#include "lowering/gpu/host/device-sequence.h"
#include "lowering/gpu/host/embed-kernels.h"
#include "lowering/gpu/host/launch-list.h"
#include "lowering/gpu/lower-to-kernels.h"
#include "lowering/lower-parts.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

//===----------------------------------------------------------------------===//
// Schedules and modules
//===----------------------------------------------------------------------===//

static void give(AsEmission *emission, AsText *text, bool isModule) {
  emission->data = text->data;
  emission->length = text->length;
  emission->isModule = isModule;
  *text = (AsText){0};
}

void asEmissionGive(AsEmission *emission, MlirModule module) {
  AsText bytes = {0};
  asIrWriteBytecode(mlirModuleGetOperation(module), &bytes);
  give(emission, &bytes, true);
}

AsStatus asEmissionApply(AsRun *run, const AsText *script, const char *name,
                         int *applied, AsError *error) {
  MlirModule parsed;
  AsStatus status = asIrParse(run->context, script->data, script->length, name,
                              &parsed, error);
  if (status)
    return status;
  status = asScheduleApply(run, parsed, applied, error);
  mlirModuleDestroy(parsed);
  return status;
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

/// What programs will look for: the name of the file that the user wants.
static const char *nameOf(const char *output) {
  const char *slash = strrchr(output, '/');
  return strcmp(output, "-") == 0 ? "" : slash ? slash + 1 : output;
}

static AsStatus linkShared(const AsText *object, const char *output,
                           AsText *shared, AsError *error) {
  const char *folder = getenv("TMPDIR");
  AsText path = {0};
  asTextFormat(&path, "%s/as-opt-XXXXXX", folder && *folder ? folder : "/tmp");
  int file = mkstemp(path.data);
  AsStatus status = AS_OK;
  if (file < 0)
    status = asFail(error, AS_IO, "cannot make a file in '%s': %s",
                    folder && *folder ? folder : "/tmp", strerror(errno));
  else
    close(file);
  if (!status)
    status = asLinkShared(object, nameOf(output), path.data, error);
  if (!status)
    status = asReadFile(path.data, shared, error);
  if (file >= 0)
    unlink(path.data);
  asTextFree(&path);
  return status;
}

/// Appends what --emit=llvm, asm, ptx or object make of a lowered module, and
/// what --emit=shared links.
static AsStatus makeCode(const AsRun *run, MlirModule lowered, AsEmit emit,
                         AsText *code, AsError *error) {
  const AsTarget *target = &run->target;
  AsMachine *machine = NULL;
  AsStatus status = asMachineCreate(target->triple, target->cpu,
                                    target->features, &machine, error);
  AsCodegenOptions options = {.checksCpu = emit == AS_EMIT_ASM ||
                                           emit == AS_EMIT_OBJECT ||
                                           emit == AS_EMIT_SHARED,
                              .isAssembly = emit == AS_EMIT_ASM};
  if (!status)
    status = asCodegen(machine, lowered, &options,
                       emit == AS_EMIT_LLVM ? NULL : code,
                       emit == AS_EMIT_LLVM ? code : NULL, error);
  asMachineDestroy(machine);
  return status;
}

//===----------------------------------------------------------------------===//
// Lowered modules
//===----------------------------------------------------------------------===//

/// An AsLowerRemark: what stays in the module is for others to lower, but code
/// lacks what a user may look for in it.
static void remarkOnLowering(MlirOperation function, const char *why,
                             void *context) {
  AsRun *run = context;
  if (!asEmitIsModule(run->options->emit))
    asRemarkOnFunction(function, "is left out", why, AS_SEVERITY_WARNING,
                       run->emission);
  else
    asRemarkOnFunction(function, "is not lowered", why, AS_SEVERITY_REMARK,
                       run->emission);
}

static void evaluateConstants(MlirModule module, void *run) {
  asRunEvaluateConstants(run, module);
}

static AsStatus lowerParts(AsRun *run, const AsLowerOptions *lowering,
                           AsError *error) {
  AsLowerParts parts = {.forCode = !asEmitIsModule(run->options->emit),
                        .remark = remarkOnLowering,
                        .context = run};
  AsStatus status = asLowerModuleParts(run->module, lowering, &parts, error);
  if (status)
    return status;
  // By this machine's code, not by the target's.
  asIrVisitModules(run->module, evaluateConstants, run);
  asSetTargetAttributes(run->module, run->target.cpu, run->target.features);
  return AS_OK;
}

/// Kernels, which are not divided: what is no kernel is the host's, if it wants
/// to have it.
static AsStatus lowerForGpu(AsRun *run, const AsLowerOptions *lowering,
                            MlirModule *host, AsError *error) {
  AsAside aside;
  asIrSetAside(run->module, &aside);
  AsStatus status = asGpuLowerModule(run->module, lowering, host, error);
  if (!status)
    status = asGpuCheckLaunches(run->module, run->target.gpu, error);
  if (!status && host)
    asIrPutBack(&aside, *host);
  else
    asIrDropAside(&aside);
  return status;
}

/// Lowers the scheduled module. For a GPU what is no kernel goes to *host,
/// where that is not NULL.
static AsStatus lower(AsRun *run, MlirModule *host, AsError *error) {
  AsLowerOptions lowering = asRunLowering(run);
  return lowering.isGpu ? lowerForGpu(run, &lowering, host, error)
                        : lowerParts(run, &lowering, error);
}

/// For a GPU: the kernels in a module whose functions launch them.
static AsStatus makeHost(AsRun *run, AsText *module, AsError *error) {
  MlirModule host = {NULL};
  AsText ptx = {0};
  AsStatus status = lower(run, &host, error);
  if (!status)
    status = makeCode(run, run->module, AS_EMIT_PTX, &ptx, error);
  if (!status)
    status = asGpuEmbed(host, run->module, run->target.gpu, &ptx, error);
  if (!status)
    asIrWriteBytecode(mlirModuleGetOperation(host), module);
  if (!mlirModuleIsNull(host))
    mlirModuleDestroy(host);
  asTextFree(&ptx);
  return status;
}

/// The header and the description of launches, if they were asked for.
static AsStatus writeBeside(AsRun *run, const MlirModule *host,
                            AsError *error) {
  const AsOptions *options = run->options;
  AsStatus status = AS_OK;
  if (*options->header)
    status = asHeaderWrite(run, host, error);
  if (!status && *options->launch)
    status = asLaunchWrite(run->module, host, run->target.gpu, options->launch,
                           error);
  return status;
}

/// Kernels, and what functions do with them, where the host can have it in
/// order; else the kernels alone, by another way from the scheduled module.
static AsStatus makeKernels(AsRun *run, AsText *ptx, AsError *error) {
  MlirModule host = {NULL},
             scheduled = mlirModuleFromOperation(
                 mlirOperationClone(mlirModuleGetOperation(run->module)));
  AsError why = {0};
  AsStatus status = lower(run, &host, &why);
  if (!status)
    status = asGpuEmbed(host, run->module, run->target.gpu, ptx, &why);
  if (!status)
    asGpuEmbedConstants(host, run->module);
  if (!status)
    status = makeCode(run, run->module, AS_EMIT_PTX, ptx, &why);
  bool isWhole = !status;
  if (!isWhole) {
    asTextClear(ptx);
    mlirModuleDestroy(run->module);
    run->module = scheduled;
    status = lower(run, NULL, error);
    if (!status)
      status = makeCode(run, run->module, AS_EMIT_PTX, ptx, error);
  } else {
    mlirModuleDestroy(scheduled);
  }
  if (!status)
    status = writeBeside(run, isWhole ? &host : NULL, error);
  if (!mlirModuleIsNull(host))
    mlirModuleDestroy(host);
  return status;
}

/// Makes of the scheduled module LLVM dialect, LLVM IR, assembly, PTX or an
/// object.
static AsStatus makeLowered(AsRun *run, AsText *code, AsError *error) {
  AsEmit emit = run->options->emit;
  bool hasBeside = *run->options->header || *run->options->launch;
  if (emit == AS_EMIT_LOWERED && run->target.gpu)
    return makeHost(run, code, error);
  if (emit == AS_EMIT_PTX && hasBeside)
    return makeKernels(run, code, error);
  AsStatus status = lower(run, NULL, error);
  if (!status && emit == AS_EMIT_LOWERED) {
    asIrWriteBytecode(mlirModuleGetOperation(run->module), code);
    return AS_OK;
  }
  if (!status)
    status = writeBeside(run, NULL, error);
  return status ? status : makeCode(run, run->module, emit, code, error);
}

/// The same of the module as it is, unless an earlier run has kept it.
static AsStatus emitLowered(AsRun *run, const AsText *script, AsError *error) {
  AsEmission *emission = run->emission;
  AsKeptCode kept = asKeptCodeOpen(run, script);
  AsText code = {0}, shared = {0};
  AsStatus status = AS_OK;
  if (!asKeptCodeGet(run, &kept, &code)) {
    int applied;
    status = asEmissionApply(run, script, "<schedule>", &applied, error);
    if (!status)
      status = makeLowered(run, &code, error);
    if (!status)
      asKeptCodePut(run, &kept, &code);
  }
  bool isShared = run->options->emit == AS_EMIT_SHARED;
  if (!status && isShared)
    status = linkShared(&code, run->options->output, &shared, error);
  if (!status)
    give(emission, isShared ? &shared : &code,
         asEmitIsModule(run->options->emit));
  asTextFree(&code);
  asTextFree(&shared);
  return status;
}

//===----------------------------------------------------------------------===//
// The whole
//===----------------------------------------------------------------------===//

/// Of all outputs that as-opt makes, a shared object alone takes more than
/// itself.
static AsStatus checkLinker(AsRun *run, AsError *error) {
  if (run->options->emit != AS_EMIT_SHARED)
    return AS_OK;
  MlirModule empty =
      mlirModuleCreateEmpty(mlirLocationUnknownGet(run->context));
  AsText code = {0}, shared = {0};
  AsStatus status = makeCode(run, empty, AS_EMIT_SHARED, &code, error);
  if (!status)
    status = linkShared(&code, run->options->output, &shared, error);
  asTextFree(&code);
  asTextFree(&shared);
  mlirModuleDestroy(empty);
  return status ? asFailContext(error, "--emit=shared") : AS_OK;
}

/// Kernels are made of the functions of one module.
static AsStatus checkModules(const AsRun *run, AsError *error) {
  MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(run->module));
  if (!run->target.gpu || run->options->emit < AS_EMIT_LOWERED)
    return AS_OK;
  while (!mlirOperationIsNull(op) && !asIrIsNamed(op, "builtin.module"))
    op = mlirOperationGetNextInBlock(op);
  return mlirOperationIsNull(op)
             ? AS_OK
             : asIrFailNaming(op, AS_UNSUPPORTED, error,
                              "is in a module, but --target=%s takes one "
                              "module; give it one after the other",
                              run->options->target);
}

AsStatus asEmissionCheck(AsRun *run, AsError *error) {
  AsStatus status = checkLinker(run, error);
  if (!status)
    status = checkModules(run, error);
  return status ? status : asRunCheckLowering(run, error);
}

/// What nobody has scheduled runs on a CPU, if slowly. On a GPU it is one
/// thread's, which nobody can want who had schedules looked for.
static AsStatus checkWinners(const AsRun *run, AsError *error) {
  const AsOptions *options = run->options;
  bool isLookUp = options->trials == 0;
  if (!run->target.gpu || !asRunFoundNothing(run) ||
      (isLookUp && strcmp(options->records, "none") == 0))
    return AS_OK;
  const char *why =
      isLookUp ? asWhyStoreHasNone(options) : "no candidate came to its end";
  for (int t = run->tasks.numTasks - 1; t >= 0 && !isLookUp; t--)
    why = run->tuned[t].problem[0] ? run->tuned[t].problem : why;
  return asFail(error, AS_NOT_FOUND,
                "no task has a schedule for --target=%s, and without one a "
                "kernel has one thread: %.*s",
                options->target, (int)strcspn(why, "\r\n"), why);
}

AsStatus asEmissionMake(AsRun *run, AsError *error) {
  AsEmission *emission = run->emission;
  AsText text = {0};
  if (run->options->emit == AS_EMIT_TASKS) {
    asEmissionGive(emission, run->module);
    return AS_OK;
  }
  if (run->options->emit == AS_EMIT_SKETCHES) {
    asSketchesPrint(run, &text);
    give(emission, &text, true);
    return AS_OK;
  }
  AsStatus status = checkWinners(run, error);
  if (!status)
    status = asSchedulePrint(run, &text, error);
  if (!status && run->options->emit == AS_EMIT_SCHEDULE) {
    give(emission, &text, true);
    return AS_OK;
  }
  int applied;
  if (!status && run->options->emit == AS_EMIT_SCHEDULED) {
    status = asEmissionApply(run, &text, "<schedule>", &applied, error);
    if (!status)
      asEmissionGive(emission, run->module);
  } else if (!status) {
    status = emitLowered(run, &text, error);
  }
  asTextFree(&text);
  return status;
}
