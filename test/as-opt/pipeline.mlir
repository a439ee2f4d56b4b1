// --autoschedule is as-autoschedule at the end of what else is asked for, and
// mlir-opt's own options keep working.

// RUN: %as-opt --autoschedule --emit=tasks --trials=3 --records=none --dump-pass-pipeline %s 2>&1 | FileCheck %s --check-prefix=ALONE
// ALONE: builtin.module(
// ALONE-NEXT: as-autoschedule{
// ALONE-SAME: emit=tasks
// ALONE-SAME: records=none
// ALONE-SAME: threads=1
// ALONE-SAME: trials=3
// ALONE-NEXT: )

// RUN: %as-opt --cse --autoschedule --canonicalize --emit=tasks --dump-pass-pipeline < %s 2>&1 | FileCheck %s --check-prefix=LAST
// RUN: %as-opt --pass-pipeline=' builtin.module(cse,canonicalize) ' --autoschedule --emit=tasks --dump-pass-pipeline %s 2>&1 | FileCheck %s --check-prefix=LAST
// LAST: builtin.module(
// LAST-NEXT: cse
// LAST-NEXT: canonicalize
// LAST-NEXT: as-autoschedule

// RUN: %as-opt --pass-pipeline 'builtin.module()' --autoschedule --emit tasks --dump-pass-pipeline %s 2>&1 | FileCheck %s --check-prefix=ALONE-AGAIN
// ALONE-AGAIN: builtin.module(
// ALONE-AGAIN-NEXT: as-autoschedule

// What follows -- is a file name.
// RUN: %as-opt --autoschedule --emit=tasks -- %s | FileCheck %s

// RUN: %as-opt --autoschedule --emit=tasks --emit-bytecode %s | %mlir-opt | FileCheck %s
// RUN: %as-opt --autoschedule --emit=tasks --split-input-file %s | FileCheck %s --check-prefixes=CHECK,SPLIT
// RUN: %as-opt --autoschedule --emit=tasks --mlir-timing --mlir-timing-display=list %s 2>&1 | FileCheck %s --check-prefix=TIMING
// TIMING: as-autoschedule

// CHECK: func.func @first
func.func @first() { return }

// -----

// SPLIT: // -----
// SPLIT: func.func @second
func.func @second() { return }
