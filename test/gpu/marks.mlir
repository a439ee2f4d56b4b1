// as.registers on operations that cannot be such a tile is ignored.
// RUN: %as-opt --as-gpu-map-loops --split-input-file %s | FileCheck %s

// CHECK-LABEL: func.func @no_tile(
// CHECK: arith.addi {{.*}} {as.registers}
func.func @no_tile(%r: memref<128xf32>) {
  %c0 = arith.constant 0 : index
  scf.forall (%b) in (4) {
    %q = arith.addi %b, %c0 {as.registers} : index
    scf.forall (%x) in (128) {
        %v = memref.load %r[%q] : memref<128xf32>
        memref.store %v, %r[%x] : memref<128xf32>
    } {mapping = [#gpu.thread<x>]}
  } {mapping = [#gpu.block<x>]}
  return
}
// -----

// CHECK-LABEL: func.func @many_dimensions(
// CHECK: memref.alloca() {as.registers}
func.func @many_dimensions(%r: memref<128xf32>) {
  %c0 = arith.constant 0 : index
  scf.forall (%b) in (4) {
    %q = memref.alloca() {as.registers} : memref<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x8xf32>
    scf.forall (%x) in (128) {
        %v = memref.load %r[%x] : memref<128xf32>
        memref.store %v, %r[%x] : memref<128xf32>
    } {mapping = [#gpu.thread<x>]}
  } {mapping = [#gpu.block<x>]}
  return
}
// -----

// CHECK-LABEL: func.func @unknown_size(
// CHECK: memref.alloca(
func.func @unknown_size(%r: memref<128xf32>) {
  %c0 = arith.constant 0 : index
  scf.forall (%b) in (4) {
    %q = memref.alloca(%b) {as.registers} : memref<?xf32>
    scf.forall (%x) in (128) {
        %v = memref.load %r[%x] : memref<128xf32>
        memref.store %v, %r[%x] : memref<128xf32>
    } {mapping = [#gpu.thread<x>]}
  } {mapping = [#gpu.block<x>]}
  return
}
