//===- task-hash.c - The content hash of a task
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hashes the function of a task (ir/content-hash.h). Names of symbols do not
// count.
//
//===----------------------------------------------------------------------===//

#include "ir/content-hash.h"
#include "ir/invariant-values.h"
#include "task/task-attribute.h"
#include "task/task.h"
#include <string.h>

static bool isIdentity(MlirOperation op, MlirNamedAttribute attribute) {
  MlirStringRef name = mlirIdentifierStr(attribute.name);
  static const char *const ignored[] = {
      "sym_name",  "sym_visibility",  "arg_attrs",
      "res_attrs", AS_TASK_ATTRIBUTE, AS_DESCRIPTION_ATTRIBUTE};
  for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
    if (name.length == strlen(ignored[i]) &&
        memcmp(name.data, ignored[i], name.length) == 0)
      return true;
  return false;
}

/// Marks of arguments that are weights count: a task that can prepare them once
/// must not share the records of one that cannot.
static AsHash hashConstants(AsHash hash, MlirOperation function) {
  intptr_t count = mlirBlockGetNumArguments(asIrBody(function));
  for (intptr_t i = 0; i < count; i++)
    if (asIrArgumentIsConstant(function, i))
      hash = asHashInt(hash, i);
  return hash;
}

AsHash asTaskHashFunction(MlirOperation function) {
  return hashConstants(asIrHashOperation(asHashStart(), function, isIdentity),
                       function);
}
