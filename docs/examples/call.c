//===- call.c - Calling what as-opt compiled
//
// Part of as-opt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// call MATMUL.so: loads the shared object made of matmul.mlir and multiplies
// two matrices with it. Nothing of as-opt or MLIR is needed here.
//
//===----------------------------------------------------------------------===//

#include <dlfcn.h>
#include <stdio.h>

enum { N = 128 };

int main(int argc, char **argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: call MATMUL.so\n");
    return 2;
  }
  void *library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    fprintf(stderr, "call: %s\n", dlerror());
    return 1;
  }
  const char *signature = dlsym(library, "as_signature_matmul");
  void (*matmul)(void **) =
      (void (*)(void **))dlsym(library, "as_entry_matmul");
  if (!signature || !matmul) {
    fprintf(stderr, "call: %s has no function 'matmul'\n", argv[1]);
    return 1;
  }
  // Dense, row-major: one pointer an argument, then one a result.
  static float a[N][N], b[N][N], c[N][N];
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      a[i][j] = i == j ? 2 : 0;
      b[i][j] = i + j;
    }
  matmul((void *[]){a, b, c});
  printf("%s\nc[3][5] = %g\n", signature, c[3][5]);
  return 0;
}
