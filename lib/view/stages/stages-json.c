//===- stages-json.c - The stages of a task as JSON
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// {"problem":"","stages":[{"kind":"contraction","name":"linalg.matmul",
//   "extents":[64,64,64],"reductions":[2],"reads":[0,1],"writes":[2]},...],
//  "tensors":[{"shape":[64,64],"element":"f32","from":-1,"fixed":false},...],
//  "forms":[[[5,1,0,...],...],...],"before":"for d0 ...","nests":{"12":"..."}}
//
//===----------------------------------------------------------------------===//

#include "view/json-writer.h"
#include "view/stages/stages.h"

static const char *comma(int index) { return index ? "," : ""; }

static void appendWholes(AsText *text, const char *key, const int64_t *numbers,
                         int count) {
  asJsonKey(text, key);
  asTextAppendString(text, "[");
  for (int i = 0; i < count; i++)
    asTextFormat(text, "%s%lld", comma(i), (long long)numbers[i]);
  asTextAppendString(text, "]");
}

static void appendReads(AsText *text, const AsStage *stage) {
  int reads[AS_MOST_READS];
  int count = asStageReads(stage, reads);
  int64_t numbers[AS_MOST_READS];
  for (int i = 0; i < count; i++)
    numbers[i] = reads[i];
  appendWholes(text, "reads", numbers, count);
}

static void appendWrites(AsText *text, const AsStage *stage) {
  int64_t writes[AS_MAX_ACCESSES];
  int count = 0;
  for (int a = 0; a < stage->numAccesses; a++)
    if (stage->access[a].isWrite)
      writes[count++] = stage->access[a].tensor;
  appendWholes(text, "writes", writes, count);
}

static void appendStage(AsText *text, const AsStage *stage) {
  int64_t reductions[AS_MAX_DIMS];
  int numReductions = 0;
  for (int d = 0; d < stage->numDims; d++)
    if (stage->isReduction[d])
      reductions[numReductions++] = d;
  asTextAppendString(text, "{");
  asJsonString(text, "kind", asStageKindName(stage->kind));
  asJsonString(text, "name", stage->name);
  appendWholes(text, "extents", stage->extent, stage->numDims);
  appendWholes(text, "reductions", reductions, numReductions);
  appendReads(text, stage);
  appendWrites(text, stage);
  asTextAppendString(text, "}");
}

static void appendTensor(AsText *text, const AsTensor *tensor) {
  asTextAppendString(text, "{");
  appendWholes(text, "shape", tensor->shape, tensor->rank);
  asJsonString(text, "element", asElementName(tensor->element));
  asJsonInt(text, "from", tensor->producer);
  asJsonBool(text, "constant", tensor->isConstant);
  asJsonBool(text, "fixed", tensor->isFixed);
  asTextAppendString(text, "}");
}

/// [[loops, with the first strategy, with the second one, ...], ...]
static void appendForm(AsText *text, const AsViewForm *form, int numStages) {
  asTextAppendString(text, "[");
  for (int s = 0; s < numStages; s++) {
    asTextFormat(text, "%s[%d", comma(s), form->stages[s].all);
    for (int i = 0; i < AS_NUM_LOOP_STRATEGIES; i++)
      asTextFormat(text, ",%d", form->stages[s].with[i]);
    asTextAppendString(text, "]");
  }
  asTextAppendString(text, "]");
}

/// {"12":"for d0 in ..."}: by the number of the trial within the task.
static void appendNests(AsText *text, const AsViewStages *stages,
                        const AsViewTask *task) {
  asTextAppendString(text, "{");
  for (int n = 0; n < stages->numNests; n++) {
    const AsViewNest *nest = &stages->nests[n];
    asTextFormat(text, "%s\"%d\":", comma(n), nest->trial - task->begin);
    asJsonAppendString(text, nest->text);
  }
  asTextAppendString(text, "}");
}

void asViewStagesAppendJson(const AsViewTask *task, AsText *text) {
  const AsViewStages *stages = task->stages;
  if (!stages) {
    asTextAppendString(text, "null");
    return;
  }
  const AsProgram *program = &stages->task.program;
  int numStages = *stages->problem ? 0 : program->numStages;
  int numTensors = *stages->problem ? 0 : program->numTensors;
  asTextAppendString(text, "{");
  asJsonString(text, "problem", stages->problem);
  asJsonKey(text, "stages");
  asTextAppendString(text, "[");
  for (int s = 0; s < numStages; s++) {
    asTextAppendString(text, comma(s));
    appendStage(text, &program->stages[s]);
  }
  asTextAppendString(text, "]");
  asJsonKey(text, "tensors");
  asTextAppendString(text, "[");
  for (int t = 0; t < numTensors; t++) {
    asTextAppendString(text, comma(t));
    appendTensor(text, &program->tensors[t]);
  }
  asTextAppendString(text, "]");
  asJsonKey(text, "forms");
  asTextAppendString(text, "[");
  for (int f = 0; f < stages->numForms; f++) {
    asTextAppendString(text, comma(f));
    appendForm(text, &stages->forms[f], stages->numStages);
  }
  asTextAppendString(text, "]");
  asJsonString(text, "before", stages->before);
  asJsonKey(text, "nests");
  appendNests(text, stages, task);
  asTextAppendString(text, "}");
}

void asLoopStrategiesAppendJson(AsText *text) {
  asTextAppendString(text, "[");
  for (int i = 0; i < AS_NUM_LOOP_STRATEGIES; i++) {
    asTextFormat(text, "%s{", comma(i));
    asJsonString(text, "name", asLoopStrategyName((AsLoopStrategy)i));
    asJsonString(text, "meaning", asLoopStrategyMeaning((AsLoopStrategy)i));
    asTextAppendString(text, "}");
  }
  asTextAppendString(text, "]");
}
