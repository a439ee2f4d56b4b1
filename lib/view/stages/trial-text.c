//===- trial-text.c - One trial, with its loops and its script
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See trial-text.h.
//
//===----------------------------------------------------------------------===//

#include "view/stages/trial-text.h"
#include "sketch/script.h"
#include "view/stages/derive-task.h"
#include "view/stages/find-trial.h"
#include "view/stages/nest-text.h"
#include <string.h>

static const char mark[] = "//";

static void appendLoops(AsText *text, const AsNest *nest,
                        const AsProgram *task) {
  AsText loops = {0};
  asTextAppendString(text, "//\n// The loops before:\n//\n");
  asProgramAppendLoops(task, &loops);
  asViewAppendComment(mark, asTextString(&loops), text);
  asTextClear(&loops);
  asTextAppendString(text, "//\n// and after:\n//\n");
  asNestAppendLoops(nest, task, &loops);
  asViewAppendComment(mark, asTextString(&loops), text);
  asTextAppendString(text, "\n");
  asTextFree(&loops);
}

/// What the store has of the script, with open knobs, where the trial cannot be
/// made again.
static void appendOpenScript(AsText *text, const AsView *view,
                             const AsViewTrial *trial) {
  const char *version = strchr(view->sketches.names[trial->sketch], '\n') + 1;
  const AsViewThing *thing = asViewFindThing(&view->sketchThings, version);
  asTextAppendString(
      text, "//\n// The loops are not known: the sketch is a user's, or of "
            "another version of as-opt,\n// or the store lacks the task or the "
            "target.\n");
  if (thing && *thing->text)
    asTextFormat(text, "// The knobs of this script are open.\n\n%s\n",
                 thing->text);
}

AsStatus asViewAppendTrial(const AsView *view, const char *id, AsText *text,
                           AsError *error) {
  AsViewChosen chosen;
  AsStatus status = asViewFindTrial(view, id, &chosen, error);
  if (status)
    return status;
  asViewAppendFacts(view, &chosen, mark, text);
  AsViewDerived derived = {0};
  AsTask program;
  AsPoint point;
  AsNest nest;
  AsError problem = {0};
  MlirContext context = asIrContextCreate();
  if (!asViewDescribe(context, chosen.task, &derived.arena, &program,
                      &problem) &&
      asViewDerive(view, chosen.task, &program.program, &derived) &&
      asViewBuildNest(&derived, chosen.trial, &point, &nest)) {
    appendLoops(text, &nest, &program.program);
    asScriptModule(nest.sketch, &point, false, text);
  } else {
    appendOpenScript(text, view, chosen.trial);
  }
  mlirContextDestroy(context);
  asArenaDestroy(&derived.arena);
  return AS_OK;
}
