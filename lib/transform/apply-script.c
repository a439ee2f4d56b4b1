//===- apply-script.c - Apply Transform scripts
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See apply-script.h.
//
//===----------------------------------------------------------------------===//

#include "transform/apply-script.h"
#include "affine/schedule/reschedule-pass.h"
#include "ir/nest-schedule.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Dialect/Transform/Interpreter.h"
#include <string.h>

typedef struct Choosing {
  const AsKnobChoice *choice;
  AsText scratch;
  AsError *error;
  AsStatus status;
  int found;
} Choosing;

static AsStatus chooseOption(MlirOperation knob, const AsKnobChoice *choice,
                             AsError *error) {
  MlirAttribute options =
      mlirOperationGetInherentAttributeByName(knob, asIrString("options"));
  MlirAttribute value =
      choice->text ? mlirAttributeParseGet(mlirOperationGetContext(knob),
                                           asIrString(choice->text))
                   : mlirIntegerAttrGet(
                         mlirIntegerTypeGet(mlirOperationGetContext(knob), 64),
                         choice->value);
  bool known = !mlirAttributeIsAArray(options);
  for (intptr_t i = 0; !known && i < mlirArrayAttrGetNumElements(options); i++)
    known = mlirAttributeEqual(mlirArrayAttrGetElement(options, i), value);
  if (!known && choice->text)
    return asFail(error, AS_INVALID_INPUT, "%s is no option of the knob '%s'",
                  choice->text, choice->knob);
  if (!known)
    return asFail(error, AS_INVALID_INPUT, "%lld is no option of the knob '%s'",
                  (long long)choice->value, choice->knob);
  mlirOperationSetInherentAttributeByName(knob, asIrString("selected"), value);
  return AS_OK;
}

static AsStatus chooseRegion(MlirOperation alternatives,
                             const AsKnobChoice *choice, AsError *error) {
  if (choice->value < 0 ||
      choice->value >= mlirOperationGetNumRegions(alternatives))
    return asFail(error, AS_INVALID_INPUT,
                  "the knob '%s' has no alternative %lld", choice->knob,
                  (long long)choice->value);
  mlirOperationSetInherentAttributeByName(
      alternatives, asIrString("selected_region_attr"),
      mlirIntegerAttrGet(
          mlirIntegerTypeGet(mlirOperationGetContext(alternatives), 64),
          choice->value));
  return AS_OK;
}

static MlirWalkResult choose(MlirOperation op, void *context) {
  Choosing *choosing = context;
  bool isKnob = asIrIsNamed(op, "transform.tune.knob");
  bool isAlternatives = asIrIsNamed(op, "transform.tune.alternatives");
  if ((!isKnob && !isAlternatives) ||
      !asIrStringAttribute(op, "name", &choosing->scratch) ||
      strcmp(choosing->scratch.data, choosing->choice->knob) != 0)
    return MlirWalkResultAdvance;
  choosing->found++;
  choosing->status = isKnob
                         ? chooseOption(op, choosing->choice, choosing->error)
                         : chooseRegion(op, choosing->choice, choosing->error);
  return choosing->status ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

AsStatus asScriptChoose(MlirModule script, const AsKnobChoice *choice,
                        AsError *error) {
  Choosing choosing = {.choice = choice, .error = error};
  mlirOperationWalk(mlirModuleGetOperation(script), choose, &choosing,
                    MlirWalkPreOrder);
  asTextFree(&choosing.scratch);
  if (!choosing.status && !choosing.found)
    return asFail(error, AS_NOT_FOUND, "the script has no knob '%s'",
                  choice->knob);
  return choosing.status;
}

typedef struct SequenceSearch {
  const char *name; ///< NULL matches any sequence.
  MlirOperation found;
} SequenceSearch;

static MlirWalkResult findSequence(MlirOperation op, void *context) {
  SequenceSearch *search = context;
  if (!asIrIsNamed(op, "transform.named_sequence"))
    return MlirWalkResultAdvance;
  AsText name = {0};
  bool matches = !search->name || (asIrStringAttribute(op, "sym_name", &name) &&
                                   strcmp(name.data, search->name) == 0);
  asTextFree(&name);
  if (matches)
    search->found = op;
  return matches ? MlirWalkResultInterrupt : MlirWalkResultSkip;
}

AsStatus asScriptApply(MlirOperation payload, MlirModule script,
                       const char *name, AsError *error) {
  SequenceSearch search = {.name = name};
  mlirOperationWalk(mlirModuleGetOperation(script), findSequence, &search,
                    MlirWalkPreOrder);
  if (mlirOperationIsNull(search.found) && name)
    return asFail(error, AS_NOT_FOUND,
                  "the script has no transform.named_sequence @%s", name);
  if (mlirOperationIsNull(search.found))
    return asFail(error, AS_INVALID_INPUT,
                  "the script has no transform.named_sequence");
  asRescheduleRegister(); // Scripts may use the pass.
  AsIrDiagnostics diagnostics;
  asIrDiagnosticsAttach(&diagnostics, mlirOperationGetContext(payload));
  MlirTransformOptions options = mlirTransformOptionsCreate();
  mlirTransformOptionsEnforceSingleTopLevelTransformOp(options, false);
  MlirLogicalResult result = mlirTransformApplyNamedSequence(
      payload, search.found, mlirModuleGetOperation(script), options);
  mlirTransformOptionsDestroy(options);
  AsStatus status = AS_OK;
  if (mlirLogicalResultIsFailure(result))
    status = asFail(error, AS_INVALID_INPUT, "%s",
                    diagnostics.text.length ? diagnostics.text.data
                                            : "the script failed silently");
  else if (!mlirOperationVerify(payload)) // Later passes may not verify.
    status = asFail(error, AS_INVALID_INPUT, "the script left invalid IR: %s",
                    asTextString(&diagnostics.text));
  asIrDiagnosticsDetach(&diagnostics);
  return status;
}

AsStatus asScriptApplyText(MlirModule payload, const char *script,
                           size_t length, const char *name, AsError *error) {
  MlirModule parsed;
  AsStatus status = asIrParse(mlirModuleGetContext(payload), script, length,
                              name, &parsed, error);
  if (status)
    return status;
  status = asScriptApply(mlirModuleGetOperation(payload), parsed, NULL, error);
  mlirModuleDestroy(parsed);
  return status;
}

AsStatus asScriptApplyLines(MlirModule payload, const char *lines,
                            const char *name, AsError *error) {
  AsText script = {0};
  asTextFormat(&script,
               "module attributes {transform.with_named_sequence} {\n"
               "transform.named_sequence @as_schedule(%%m: !transform.any_op "
               "{transform.consumed}) {\n"
               "%s"
               "transform.yield\n"
               "}\n"
               "}\n",
               lines);
  AsStatus status =
      asScriptApplyText(payload, script.data, script.length, name, error);
  asTextFree(&script);
  return status;
}

static MlirWalkResult findIllegal(MlirOperation op, void *context) {
  bool *found = context;
  *found = !mlirAttributeIsNull(mlirOperationGetDiscardableAttributeByName(
      op, asIrString(AS_ILLEGAL_ATTRIBUTE)));
  return *found ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

bool asScriptWasIllegal(MlirOperation payload) {
  bool found = false;
  mlirOperationWalk(payload, findIllegal, &found, MlirWalkPreOrder);
  return found;
}
