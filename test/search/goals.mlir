// A module may hold several models, which are the functions that a run begins at.
// How often a task runs follows from calls and loops.
// REQUIRES: search
// RUN: %as-opt --autoschedule --records=none --progress=none --stop-after=sample --trials=2 --function-weights=decoder=0.5 --latency-goals=encoder=2e-3 --report=%t.json %s -o %t.mlir
// RUN: FileCheck %s --check-prefix=REPORT < %t.json
// REPORT: "function-weights":"decoder=0.5","latency-goals":"encoder=2e-3"
// REPORT: "label":"matmul 16x16x16","weight":25,
// REPORT: "label":"exp 16x16","weight":1.5,
// REPORT: "models":[{"name":"encoder","weight":1,"latencyGoal":0.002,"seconds":null,"baselineSeconds":null},{"name":"decoder","weight":0.5,"latencyGoal":null,"seconds":null,"baselineSeconds":null}]

// One that is fast enough gets no more trials than the first, and maybe one of
// the unscheduled program.
// RUN: %as-opt --autoschedule --records=none --progress=plain --trials=64 --batch=2 --latency-goals=100 %s -o %t.mlir 2> %t.goals
// RUN: FileCheck %s --check-prefix=GOALS < %t.goals
// GOALS: trials {{[4-6]}} of 6{{[4-6]}}
// GOALS: encoder: latency {{.*}}, goal 100.0 s reached
// GOALS-NEXT: decoder: latency {{.*}}, goal 100.0 s reached

// RUN: %as-opt --autoschedule --records=none --progress=plain --trials=1000 --batch=2 --patience=4 --function-weights=encoder=3 %s -o %t.mlir 2> %t.patience
// RUN: FileCheck %s --check-prefix=PATIENCE < %t.patience
// PATIENCE: trials {{[0-9][0-9]?}} of 100{{[0-2]}}
// PATIENCE-NEXT: encoder: latency {{.*}}s, weight 3{{$}}
// PATIENCE-NEXT: decoder: latency {{.*}}s{{$}}

// RUN: not %as-opt --autoschedule --records=none --function-weights=layer=2 %s -o - 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: --function-weights: a run does not begin at 'layer', but at: encoder, decoder{{$}}

func.func private @layer(%x: tensor<16x16xf32>, %w: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<16x16xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<16x16xf32>) -> tensor<16x16xf32>
  %y = linalg.matmul ins(%x, %w : tensor<16x16xf32>, tensor<16x16xf32>) outs(%init : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %y : tensor<16x16xf32>
}

func.func private @norm(%x: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %empty = tensor.empty() : tensor<16x16xf32>
  %y = linalg.exp ins(%x : tensor<16x16xf32>) outs(%empty : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %y : tensor<16x16xf32>
}

func.func @encoder(%x: tensor<16x16xf32>, %w: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c24 = arith.constant 24 : index
  %y = scf.for %i = %c0 to %c24 step %c2 iter_args(%in = %x) -> (tensor<16x16xf32>) {
    %once = func.call @layer(%in, %w) : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %twice = func.call @layer(%once, %w) : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    scf.yield %twice : tensor<16x16xf32>
  }
  %z = func.call @norm(%y) : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return %z : tensor<16x16xf32>
}

func.func @decoder(%x: tensor<16x16xf32>, %w: tensor<16x16xf32>, %n: index) -> tensor<16x16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%in = %x) -> (tensor<16x16xf32>) {
    %once = func.call @layer(%in, %w) : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %twice = func.call @layer(%once, %w) : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    scf.yield %twice : tensor<16x16xf32>
  }
  %z = func.call @norm(%y) : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return %z : tensor<16x16xf32>
}
