//===- exp.c - A C program that opens emitted code
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Opens the library of library-names.mlir beside the C library's mathematics,
// and compares the two.
//
//===----------------------------------------------------------------------===//

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>

enum { COUNT = 64 };

int main(int argc, char **argv) {
  void *library = argc == 2 ? dlopen(argv[1], RTLD_NOW) : NULL;
  void *symbol = library ? dlsym(library, "as_entry_exp") : NULL;
  if (!symbol) {
    printf("no as_entry_exp: %s\n", dlerror());
    return 1;
  }
  float x[COUNT], result[COUNT] = {0};
  for (int i = 0; i < COUNT; i++)
    x[i] = (float)i / 16 - 2;
  void *buffers[] = {x, result};
  ((void (*)(void **))symbol)(buffers);
  for (int i = 0; i < COUNT; i++)
    if (!(fabs(result[i] / exp(x[i]) - 1) < 1e-5)) {
      printf("exp(%g) is %g, expected %g\n", x[i], result[i], exp(x[i]));
      return 1;
    }
  puts("right");
  return 0;
}
