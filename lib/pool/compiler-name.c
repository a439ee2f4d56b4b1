//===- compiler-name.c - What makes the code of candidates
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See compiler-name.h.
//
//===----------------------------------------------------------------------===//

#include "pool/compiler-name.h"
#include "lowering/lower.h"
#include "llvm-c/Core.h"
#include <string.h>

static const char mark[] = " fp=";

static const char *const modes[] = {
#define NAME(enumerator, name, ...) [enumerator] = (name),
    AS_FPS(NAME)
#undef NAME
};

void asCompilerAppend(AsFp fp, AsText *text) {
  unsigned major, minor, patch;
  LLVMGetVersion(&major, &minor, &patch);
  asTextFormat(text, "LLVM %u.%u.%u lowering=%d%s%s", major, minor, patch,
               AS_LOWERING_VERSION, mark, modes[fp]);
}

bool asCompilerReadFp(const char *compiler, AsFp *fp) {
  const char *found = strstr(compiler, mark);
  if (!found)
    return false;
  found += strlen(mark);
  size_t length = strcspn(found, " ");
  for (size_t m = 0; m < sizeof modes / sizeof *modes; m++)
    if (strlen(modes[m]) == length && strncmp(found, modes[m], length) == 0) {
      *fp = (AsFp)m;
      return true;
    }
  return false;
}
