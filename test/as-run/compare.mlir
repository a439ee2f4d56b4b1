// One file against another, of whatever kind: a tensor program, what is in the
// LLVM dialect already, and a shared object.

// RUN: rm -rf %t && split-file %s %t
// RUN: %cc -O1 -shared -fPIC %S/Inputs/single.c -o %t/single.so
// RUN: %as-run %t/tensors.mlir --compare=%t/single.so --runs=3 --min-time=0 --json=%t/report.json | FileCheck %s
// RUN: FileCheck %s --check-prefix=JSON < %t/report.json
// RUN: %as-run %t/lowered.mlir --compare=%t/tensors.mlir --runs=2 --min-time=0 --cold --warm-up=0 | FileCheck %s --check-prefix=COLD
// RUN: %as-run %t/single.so --compare=%t/lowered.mlir --runs=0 | FileCheck %s --check-prefix=EQUAL
// RUN: %as-run - --compare=%t/lowered.mlir --runs=0 < %t/tensors.mlir | FileCheck %s --check-prefix=EQUAL

// CHECK: {{^ +median +min +max +spread +runs$}}
// CHECK-NEXT: {{tensors.mlir +[0-9.]+ [nu]s +[0-9.]+ [num]s +[0-9.]+ [num]s +[0-9.]+% +3$}}
// CHECK-NEXT: {{single.so +[0-9.]+ [nu]s +[0-9.]+ [num]s +[0-9.]+ [num]s +[0-9.]+% +3$}}
// CHECK-NEXT: {{^speed-up: [0-9.]+ \(half of the rounds: [0-9.]+ to [0-9.]+\), the time of .*single.so over that of .*tensors.mlir$}}
// CHECK-NEXT: {{^results: equal$}}

// JSON: {"runs": [
// JSON-NEXT: "file": "{{.*}}tensors.mlir", "entry": "double", "signature": "2xf32->2xf32", "median": {{[0-9.e-]+}}, "min":
// JSON-NEXT: "seconds": [{{[0-9.e-]+, [0-9.e-]+, [0-9.e-]+}}]},
// JSON-NEXT: "file": "{{.*}}single.so", "entry": "apply"
// JSON: "speedup": {"value": {{[0-9.]+}}, "quarter": {{[0-9.]+}}, "threeQuarters": {{[0-9.]+}}}
// JSON-NEXT: "accepted": true
// JSON-NEXT: "deviation": {"value": 0,

// The speed-up is one of the rounds', and so are its quartiles.
// RUN: python3 %t/speedup.py %t/report.json

// COLD: {{lowered.mlir .* 2$}}
// COLD-NEXT: {{tensors.mlir .* 2$}}
// COLD: results: equal
// EQUAL-NOT: median
// EQUAL: {{^results: equal$}}

// Results that differ are told from those that differ a little, and both from
// a failure.
// RUN: not %as-run %t/biased.mlir --compare=%t/tensors.mlir --runs=0 --json=- > %t/differ
// RUN: FileCheck %s --check-prefix=APART < %t/differ
// RUN: sh -c '"$@"; test $? = 1' -- %as-run %t/biased.mlir --compare=%t/tensors.mlir --runs=0
// RUN: %as-run %t/biased.mlir --compare=%t/tensors.mlir --runs=0 --tolerance=0.5 | FileCheck %s --check-prefix=AGREE
// RUN: not %as-run %t/biased.mlir --compare=%t/tensors.mlir --runs=0 --tolerance=0.001 | FileCheck %s --check-prefix=APART
// APART: results: DIFFER: deviation 0.00{{[0-9]+}} (accepted: {{[0-9.e-]+}}) at result 0[1]: -1.8{{[0-9]+}}, expected -1.8
// AGREE: results: equal within rounding: deviation 0.00{{[0-9]+}} (accepted: 0.5) at result 0[1]

// Integers are equal or they are not.
// RUN: not %as-run %t/integers.mlir --entry=five --compare=%t/six.mlir --runs=0 --tolerance=1000 | FileCheck %s --check-prefix=INTEGERS
// INTEGERS: results: DIFFER: 3 elements at result 0[0]: 5, expected 6

// RUN: sh -c '"$@"; test $? = 2' -- %as-run %t/integers.mlir --compare=%t/six.mlir 2>&1 | FileCheck %s --check-prefix=CHOOSE
// CHOOSE: as-run: error: {{.*}}integers.mlir: choose one with --entry:
// CHOOSE-NEXT: {{^  five: ->3xi32$}}
// CHOOSE-NEXT: {{^  four: ->4xi32$}}
// RUN: not %as-run %t/integers.mlir --entry=four --compare=%t/six.mlir 2>&1 | FileCheck %s --check-prefix=SIGNATURES
// SIGNATURES: cannot compare: 'four' of {{.*}} is ->4xi32, but 'six' of {{.*}} is ->3xi32
// RUN: not %as-run %t/integers.mlir --entry=six 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: integers.mlir: no function 'six' among
// UNKNOWN-NEXT: five

// What is compared with is compiled without as-opt, unless it is marked as
// scheduled: here 'exp' is the C library's, and as-opt's differs by roundings.
// RUN: sed 's/-> tensor<4096xf32> {/-> tensor<4096xf32> attributes {as.scheduled} {/' %t/exp.mlir > %t/marked.mlir
// RUN: %as-run %t/exp.mlir --compare=%t/exp.mlir --runs=0 | FileCheck %s --check-prefix=STOCK
// RUN: %as-run %t/exp.mlir --compare=%t/marked.mlir --runs=0 | FileCheck %s --check-prefix=SAME
// RUN: %as-run %t/exp.mlir --compare=%t/exp.mlir --runs=0 --stock | FileCheck %s --check-prefix=SAME
// STOCK: results: equal within rounding
// SAME: results: equal{{$}}

//--- exp.mlir
func.func @exp(%a: tensor<4096xf32>) -> tensor<4096xf32> {
  %0 = linalg.exp ins(%a : tensor<4096xf32>) outs(%a : tensor<4096xf32>) -> tensor<4096xf32>
  %zero = arith.constant 0 : index
  %value = arith.constant dense<1.0> : vector<4xf32>
  %1 = vector.transfer_write %value, %0[%zero] {in_bounds = [true]} : vector<4xf32>, tensor<4096xf32>
  return %1 : tensor<4096xf32>
}

//--- tensors.mlir
func.func @double(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = linalg.add ins(%a, %a : tensor<2xf32>, tensor<2xf32>) outs(%a : tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func private @unused(%a: tensor<2xf32>) -> tensor<2xf32> {
  return %a : tensor<2xf32>
}

//--- lowered.mlir
llvm.func @double(%a: !llvm.ptr, %r: !llvm.ptr) attributes {as.signature = "2xf32->2xf32"} {
  %0 = llvm.load %a {alignment = 4 : i64} : !llvm.ptr -> vector<2xf32>
  %1 = llvm.fadd %0, %0 : vector<2xf32>
  llvm.store %1, %r {alignment = 4 : i64} : vector<2xf32>, !llvm.ptr
  llvm.return
}
llvm.func @without_signature() {
  llvm.return
}

//--- biased.mlir
func.func @biased(%a: tensor<2xf32>) -> tensor<2xf32> {
  %c = arith.constant dense<[2.0, 2.01]> : tensor<2xf32>
  %0 = linalg.mul ins(%a, %c : tensor<2xf32>, tensor<2xf32>) outs(%a : tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

//--- speedup.py
import json, sys
report = json.load(open(sys.argv[1]))
mine, other = (run["seconds"] for run in report["runs"])
ratios = sorted(b / a for a, b in zip(mine, other))
speedup = report["speedup"]
assert len(ratios) == 3 and abs(speedup["value"] / ratios[1] - 1) < 1e-6
assert speedup["quarter"] <= speedup["value"] <= speedup["threeQuarters"]

//--- integers.mlir
func.func @five() -> tensor<3xi32> {
  %0 = arith.constant dense<5> : tensor<3xi32>
  return %0 : tensor<3xi32>
}
func.func @four() -> tensor<4xi32> {
  %0 = arith.constant dense<4> : tensor<4xi32>
  return %0 : tensor<4xi32>
}

//--- six.mlir
func.func @six() -> tensor<3xi32> {
  %0 = arith.constant dense<6> : tensor<3xi32>
  return %0 : tensor<3xi32>
}
