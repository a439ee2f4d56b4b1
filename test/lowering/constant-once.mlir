// What constants determine is a constant of what is emitted: it takes the place of
// what it was computed from, in the file and in memory.

// RUN: rm -rf %t && split-file %s %t
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none %t/small.mlir -o %t/small.out.mlir 2>&1 | count 0
// RUN: FileCheck %s < %t/small.out.mlir
// RUN: %as-run %t/small.out.mlir --entry=folded --compare=%t/small.mlir --stock --runs=2
// RUN: %as-run %t/small.out.mlir --entry=both --compare=%t/small.mlir --stock --runs=2
// RUN: %as-run %t/small.out.mlir --entry=generated --compare=%t/small.mlir --stock --runs=2

// Those that the program reads as well stay.
// CHECK-NOT: llvm.mlir.global private constant @__constant_3xf32
// CHECK: llvm.mlir.global private constant @__constant_5xf32
// CHECK-NOT: llvm.mlir.global private constant @__constant_3xf32
// CHECK-LABEL: llvm.func @folded(
// CHECK-NOT: llvm.call @as_once()
// CHECK: llvm.mlir.addressof @as_once.array
// CHECK: llvm.return

// The same on each run.
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none %t/small.mlir -o %t/again.mlir
// RUN: cmp %t/small.out.mlir %t/again.mlir

// For another machine, it is this one that computes.
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --target=cpu:sapphirerapids --emit=lowered %t/small.mlir | FileCheck %s

// Where it cannot be computed, it is left to the first run.
// RUN: chmod +x %t/worker
// RUN: env AS_WORKER=%t/worker %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none %t/small.mlir -o %t/later.mlir 2>&1 | FileCheck %s --check-prefix=LATER
// LATER: warning: what constants determine is left to the first run: the worker {{.*}} (it exited with status 3)
// RUN: %as-run %t/later.mlir --entry=folded --compare=%t/small.mlir --stock --runs=2

// Memory holds the weights once, from the first run to the tenth.
// RUN: python3 %t/weights.py 2097152 sqrt > %t/large.mlir
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=shared %t/large.mlir -o %t/large.so
// RUN: %cc -O1 %t/resident.c -ldl -o %t/resident
// RUN: %t/resident %t/large.so | FileCheck %s --check-prefix=RESIDENT
// RESIDENT: {{^}}0 elements are wrong, {{([89]|1[01])}} MiB for 8 MiB of weights{{$}}

// To LLVM large constants are bytes, whether or not something was computed.
// RUN: python3 %t/weights.py 2048 exp > %t/computed.mlir
// RUN: python3 %t/weights.py 2048 none > %t/given.mlir
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=llvm %t/computed.mlir | FileCheck %s --check-prefix=BYTES
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=llvm %t/given.mlir | FileCheck %s --check-prefix=BYTES
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none %t/given.mlir -o %t/given.out.mlir
// RUN: %as-run %t/given.out.mlir --compare=%t/given.mlir --stock --runs=2
// BYTES-NOT: constant [
// BYTES: constant [8192 x i8] c"{{.*}}", align 64
// BYTES-NOT: constant [{{[0-9]+}} x float]

//--- small.mlir
func.func @folded(%x: tensor<3xf32>) -> tensor<3xf32> {
  %w = arith.constant dense<[1.0, 4.0, 9.0]> : tensor<3xf32>
  %e = tensor.empty() : tensor<3xf32>
  %q = linalg.sqrt ins(%w : tensor<3xf32>) outs(%e : tensor<3xf32>) -> tensor<3xf32>
  %z = linalg.add ins(%x, %q : tensor<3xf32>, tensor<3xf32>) outs(%e : tensor<3xf32>) -> tensor<3xf32>
  return %z : tensor<3xf32>
}

func.func @both(%x: tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>) {
  %w = arith.constant dense<[1.0, 4.0, 9.0, 16.0, 25.0]> : tensor<5xf32>
  %e = tensor.empty() : tensor<5xf32>
  %q = linalg.sqrt ins(%w : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %y = linalg.add ins(%x, %q : tensor<5xf32>, tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %z = linalg.mul ins(%x, %w : tensor<5xf32>, tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  return %y, %z : tensor<5xf32>, tensor<5xf32>
}

// Elements without a layout of their own in LLVM's vectors.
func.func @generated(%x: tensor<7xi1>) -> tensor<7xi1> {
  %w = arith.constant dense<[true, false, true, true, false, false, true]> : tensor<7xi1>
  %v = arith.constant dense<[true, true, false, true, false, true, true]> : tensor<7xi1>
  %e = tensor.empty() : tensor<7xi1>
  %q = linalg.generic {indexing_maps = [affine_map<(a) -> (a)>, affine_map<(a) -> (a)>, affine_map<(a) -> (a)>], iterator_types = ["parallel"]}
      ins(%w, %v : tensor<7xi1>, tensor<7xi1>) outs(%e : tensor<7xi1>) {
  ^bb0(%a: i1, %b: i1, %o: i1):
    %r = arith.xori %a, %b : i1
    linalg.yield %r : i1
  } -> tensor<7xi1>
  %z = linalg.generic {indexing_maps = [affine_map<(a) -> (a)>, affine_map<(a) -> (a)>, affine_map<(a) -> (a)>], iterator_types = ["parallel"]}
      ins(%x, %q : tensor<7xi1>, tensor<7xi1>) outs(%e : tensor<7xi1>) {
  ^bb0(%a: i1, %b: i1, %o: i1):
    %r = arith.andi %a, %b : i1
    linalg.yield %r : i1
  } -> tensor<7xi1>
  return %z : tensor<7xi1>
}

//--- worker
#!/bin/sh
exit 3

//--- weights.py
import struct, sys
count, function = int(sys.argv[1]), sys.argv[2]
weights = struct.pack("<%df" % count, *(float((i % 11) ** 2) for i in range(count)))
line = ""
if function != "none":
    line = ("%q = linalg.{f} ins(%w : tensor<{n}xf32>) outs(%e : tensor<{n}xf32>)"
            " -> tensor<{n}xf32>").format(f=function, n=count)
print("""
func.func @large(%x: tensor<{n}xf32>) -> tensor<{n}xf32> {{
  %w = arith.constant dense<"0x{weights}"> : tensor<{n}xf32>
  %e = tensor.empty() : tensor<{n}xf32>
  {line}
  %z = linalg.add ins(%x, {own} : tensor<{n}xf32>, tensor<{n}xf32>) outs(%e : tensor<{n}xf32>) -> tensor<{n}xf32>
  return %z : tensor<{n}xf32>
}}
""".format(n=count, weights=weights.hex(), line=line, own="%q" if line else "%w"))

//--- resident.c
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

enum { count = 2 << 20 };
static float x[count], y[count];

// KiB. What getrusage says may be of the program that started this one.
static long highest(void) {
  FILE *file = fopen("/proc/self/status", "r");
  char line[256];
  long most = -1;
  while (fgets(line, sizeof line, file))
    sscanf(line, "VmHWM: %ld", &most);
  fclose(file);
  return most;
}

int main(int argc, char **argv) {
  memset(y, 1, sizeof y);
  for (int i = 0; i < count; i++)
    x[i] = (float)(i % 5);
  long before = highest();
  void *library = dlopen(argv[1], RTLD_NOW);
  if (!library)
    return puts(dlerror());
  void (*run)(void **) = (void (*)(void **))dlsym(library, "as_entry_large");
  int wrong = 0;
  for (int n = 0; n < 10; n++) {
    memset(y, 1, sizeof y);
    run((void *[]){x, y});
    for (int i = 0; i < count; i++)
      wrong += y[i] != (float)(i % 5 + i % 11);
  }
  printf("%d elements are wrong, %ld MiB for %zu MiB of weights\n", wrong,
         (highest() - before) >> 10, sizeof y >> 20);
  return 0;
}
