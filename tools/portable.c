//===- portable.c - Several programs in one file
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// With LLVM inside a program is a hundred megabytes, nearly all of it the same
// for all. So what needs LLVM is one program here, and does what its name says;
// the other names are links to it. Under any other name it is as-opt.
//
//===----------------------------------------------------------------------===//

#include "tools/programs.h"
#include <string.h>

static const struct {
  const char *name;
  int (*run)(int argc, char **argv);
} programs[] = {{"as-worker", asWorkerMain},
                {"as-run", asRunMain},
                {"as-view", asViewMain}};

int asPortableMain(int argc, char **argv) {
  const char *slash = argc ? strrchr(argv[0], '/') : NULL;
  const char *name = slash ? slash + 1 : argc ? argv[0] : "";
  for (size_t p = 0; p < sizeof programs / sizeof *programs; p++)
    if (strcmp(name, programs[p].name) == 0)
      return programs[p].run(argc, argv);
  return asOptMain(argc, argv);
}
