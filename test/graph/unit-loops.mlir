// What importers read at 0, a batch of one, is read by the loop of the result:
// so what follows a convolution is tiled with it. Zeros of dimensions that are
// repeated stay.

// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none \
// RUN:   --emit=tasks %s | FileCheck %s --check-prefix=TASKS
// RUN: %as-opt --autoschedule --trials=0 --untried=plain --records=none --progress=none \
// RUN:   --emit=sketches %s | FileCheck %s --check-prefix=SKETCHES
// RUN: %as-opt --autoschedule --trials=4 --records=none --progress=none %s -o %t.mlir
// RUN: %as-run %t.mlir --compare=%s --runs=0
// REQUIRES: search
// TASKS-DAG: #[[ALL:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
// TASKS-DAG: #[[CHANNEL:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, 0, 0)>
// TASKS: linalg.conv_2d_nchw_fchw
// TASKS: linalg.generic {indexing_maps = [#[[ALL]], #[[CHANNEL]], #[[ALL]]]

// The rule channels:
// SKETCHES: structured.pack
// SKETCHES: structured.lower_unpack

#zero = affine_map<(d0, d1, d2, d3) -> (0, d1, d2, d3)>
#repeated = affine_map<(d0, d1, d2, d3) -> (0, d1, 0, 0)>
#all = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>

func.func @scaled(%x: tensor<1x16x13x13xf32>, %w: tensor<32x16x3x3xf32>,
                  %scale: tensor<1x32x1x1xf32>) -> tensor<1x32x11x11xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x32x11x11xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x32x11x11xf32>) -> tensor<1x32x11x11xf32>
  %conv = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %w : tensor<1x16x13x13xf32>, tensor<32x16x3x3xf32>)
      outs(%fill : tensor<1x32x11x11xf32>) -> tensor<1x32x11x11xf32>
  %scaled = linalg.generic {indexing_maps = [#zero, #repeated, #all],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%conv, %scale : tensor<1x32x11x11xf32>, tensor<1x32x1x1xf32>)
      outs(%empty : tensor<1x32x11x11xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %r = arith.mulf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<1x32x11x11xf32>
  return %scaled : tensor<1x32x11x11xf32>
}
