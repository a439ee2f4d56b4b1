// What a function computes from constant weights alone is computed once. The
// loops here are as a schedule leaves them: a tile of the weights is copied
// inside of the loop over the tiles.

// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none %s -o %t.mlir
// RUN: FileCheck %s < %t.mlir

// An argument: its caller calls as_load_NAME. All tiles are one array.
// CHECK-LABEL: llvm.func internal @argument.body.load0(
// CHECK: llvm.store {{.*}} vector<4x
// CHECK-LABEL: llvm.func @as_load_argument(%arg0: !llvm.ptr{{.*}}, %arg1: !llvm.ptr
// They are computed where they stay.
// CHECK-NOT: @malloc
// CHECK-NOT: as_workspace
// CHECK: llvm.mlir.addressof @[[PLACE:as_once\.array[_0-9]*]]
// CHECK: llvm.call @argument.body.load0(
// CHECK-NOT: @malloc
// CHECK: llvm.mlir.global private @[[PLACE]]() {{.*}} !llvm.array<2 x array<4 x array<4 x f32>>>
// CHECK-LABEL: llvm.func @argument(
// CHECK-NOT: llvm.func
// CHECK: llvm.mlir.addressof @[[PLACE]]
// CHECK: llvm.call @argument.body(

// RUN: %as-run %t.mlir --entry=argument --compare=%s --stock --runs=0
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=shared --header=%t.h %s -o %t.so
// RUN: %as-run %t.so --entry=argument --compare=%s --stock --runs=0
// RUN: FileCheck %s --check-prefix=HEADER < %t.h
// HEADER: For an argument that is
// HEADER-NEXT: not read, or read by another function alone, NULL will do.
// HEADER: /* argument0: 4x8xf32, not read */
// HEADER: /* argument1: 4x8xf32 */
// HEADER: /* To be called once, before argument: computes what depends on its
// HEADER-NEXT: constant arguments alone. */
// HEADER-NEXT: void as_entry_as_load_argument
// HEADER: /* argument0: 4x8xf32 */
// HEADER: /* argument1: 4x8xf32, read by as_load_argument alone */
// HEADER: void as_entry_argument(void **buffers);

// It is as the header says.
// RUN: %cc -include %t.h %S/Inputs/unread.c -o %t.unread %t.so -Wl,-rpath,'$ORIGIN'
// RUN: %t.unread | FileCheck %s --check-prefix=UNREAD
// UNREAD: 11 22 33

// Without the weights it stops, rather than to compute with zeros.
// RUN: %cc -DAS_TEST_UNLOADED -include %t.h %S/Inputs/unread.c -o %t.unloaded %t.so -Wl,-rpath,'$ORIGIN'
// RUN: not --crash %t.unloaded 2> %t.message | count 0
// RUN: FileCheck %s --check-prefix=UNLOADED --match-full-lines < %t.message
// UNLOADED: error: 'argument' is called before its weights are loaded: call 'as_load_argument' first

// So do an object, LLVM IR, and the lowered module in MLIR's own runner.
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=object %s -o %t.o
// RUN: %cc -DAS_TEST_UNLOADED -include %t.h %S/Inputs/unread.c -o %t.object %t.o -lm
// RUN: not --crash %t.object 2> %t.message | count 0
// RUN: FileCheck %s --check-prefix=UNLOADED --match-full-lines < %t.message
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none --emit=llvm %s -o %t.ll
// RUN: %llvm-tools/llc -filetype=obj -relocation-model=pic %t.ll -o %t.llvm.o
// RUN: %cc -DAS_TEST_UNLOADED -include %t.h %S/Inputs/unread.c -o %t.llvm %t.llvm.o -lm
// RUN: not --crash %t.llvm 2> %t.message | count 0
// RUN: FileCheck %s --check-prefix=UNLOADED --match-full-lines < %t.message
// RUN: sed '/^}$/d' %t.mlir > %t.main.mlir
// RUN: cat %S/Inputs/unloaded-main.mlir >> %t.main.mlir
// RUN: not --crash %llvm-tools/mlir-runner %t.main.mlir -e main --entry-point-result=void 2> %t.message | count 0
// RUN: FileCheck %s --check-prefix=UNLOADED --match-full-lines < %t.message

func.func @argument(%x: tensor<4x8xf32>, %w: tensor<4x8xf32> {as.constant}) -> tensor<4x8xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %p = ub.poison : f32
  %e = tensor.empty() : tensor<4x8xf32>
  %r = scf.for %j = %c0 to %c8 step %c4 iter_args(%acc = %e) -> (tensor<4x8xf32>) {
    %t = tensor.empty() : tensor<4x4xf32>
    %v = vector.transfer_read %w[%c0, %j], %p {in_bounds = [true, true]} : tensor<4x8xf32>, vector<4x4xf32>
    %copy = vector.transfer_write %v, %t[%c0, %c0] {in_bounds = [true, true]} : vector<4x4xf32>, tensor<4x4xf32>
    %a = vector.transfer_read %x[%c0, %j], %p {in_bounds = [true, true]} : tensor<4x8xf32>, vector<4x4xf32>
    %b = vector.transfer_read %copy[%c0, %c0], %p {in_bounds = [true, true]} : tensor<4x4xf32>, vector<4x4xf32>
    %s = arith.addf %a, %b : vector<4x4xf32>
    %next = vector.transfer_write %s, %acc[%c0, %j] {in_bounds = [true, true]} : vector<4x4xf32>, tensor<4x8xf32>
    scf.yield %next : tensor<4x8xf32>
  }
  return %r : tensor<4x8xf32>
}

// Constants of the module: here and now, once for each place where the function is
// called with others. Here there are two arrays.
// CHECK-LABEL: llvm.func @constants(
// CHECK-NOT: llvm.func
// CHECK-COUNT-2: llvm.mlir.addressof @as_once.array
// CHECK: llvm.return
// CHECK-NOT: @as_once.constants

// RUN: %as-run %t.mlir --entry=constants --compare=%s --stock --runs=2
// RUN: %as-run %t.so --entry=constants --compare=%s --stock --runs=2

func.func private @scale(%x: tensor<4xf32>, %w: tensor<4xf32> {as.constant}) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %p = ub.poison : f32
  %t = tensor.empty() : tensor<4xf32>
  %v = vector.transfer_read %w[%c0], %p {in_bounds = [true]} : tensor<4xf32>, vector<4xf32>
  %root = math.sqrt %v : vector<4xf32>
  %roots = vector.transfer_write %root, %t[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
  %a = vector.transfer_read %x[%c0], %p {in_bounds = [true]} : tensor<4xf32>, vector<4xf32>
  %b = vector.transfer_read %roots[%c0], %p {in_bounds = [true]} : tensor<4xf32>, vector<4xf32>
  %s = arith.mulf %a, %b : vector<4xf32>
  %r = vector.transfer_write %s, %t[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
  return %r : tensor<4xf32>
}

func.func @constants(%x: tensor<4xf32>) -> tensor<4xf32> {
  %w = arith.constant dense<[1.0, 4.0, 9.0, 16.0]> : tensor<4xf32>
  %v = arith.constant dense<[4.0, 1.0, 25.0, 9.0]> : tensor<4xf32>
  %0 = call @scale(%x, %w) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = call @scale(%0, %v) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
