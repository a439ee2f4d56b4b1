// A sketch with more knobs or options than can be searched is an error that says
// where it is, before anything is measured.

// RUN: rm -rf %t && split-file %s %t
// DEFINE: %{tune} = %as-opt --autoschedule --records=none %S/Inputs/product.mlir

// RUN: not %{tune} --sketches=%t/options.mlir 2>&1 | FileCheck %s --check-prefix=OPTIONS
// OPTIONS: error: {{.*}}options.mlir:3:10: the knob 'k' of the sketch @large has 65 options: expected a list of 1 to 64

// RUN: not %{tune} --sketches=%t/knobs.mlir 2>&1 | FileCheck %s --check-prefix=KNOBS
// KNOBS: error: {{.*}}knobs.mlir:51:12: the sketch @large has too many knobs: 'k25' is one more than the limit of 24

// Fewer are within the limits.
// RUN: sed 's/, 65//' %t/options.mlir > %t/fewer-options.mlir
// RUN: %as-opt --as-generate-sketches=sketches=%t/fewer-options.mlir %S/Inputs/product.mlir | FileCheck %s --check-prefix=FEWER
// RUN: sed '/k25/,+1d' %t/knobs.mlir > %t/fewer-knobs.mlir
// RUN: %as-opt --as-generate-sketches=sketches=%t/fewer-knobs.mlir %S/Inputs/product.mlir | FileCheck %s --check-prefix=FEWER
// FEWER: transform.named_sequence @large(

//--- options.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @large(%f: !transform.any_op {transform.readonly}) {
    %k = transform.tune.knob<"k"> options = [
        1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19,
        20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35,
        36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51,
        52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65]
        -> !transform.any_param
    transform.yield
  }
}

//--- knobs.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @large(%f: !transform.any_op {transform.readonly}) {
    %k1 = transform.tune.knob<"k1"> options = [1, 2]
        -> !transform.any_param
    %k2 = transform.tune.knob<"k2"> options = [1, 2]
        -> !transform.any_param
    %k3 = transform.tune.knob<"k3"> options = [1, 2]
        -> !transform.any_param
    %k4 = transform.tune.knob<"k4"> options = [1, 2]
        -> !transform.any_param
    %k5 = transform.tune.knob<"k5"> options = [1, 2]
        -> !transform.any_param
    %k6 = transform.tune.knob<"k6"> options = [1, 2]
        -> !transform.any_param
    %k7 = transform.tune.knob<"k7"> options = [1, 2]
        -> !transform.any_param
    %k8 = transform.tune.knob<"k8"> options = [1, 2]
        -> !transform.any_param
    %k9 = transform.tune.knob<"k9"> options = [1, 2]
        -> !transform.any_param
    %k10 = transform.tune.knob<"k10"> options = [1, 2]
        -> !transform.any_param
    %k11 = transform.tune.knob<"k11"> options = [1, 2]
        -> !transform.any_param
    %k12 = transform.tune.knob<"k12"> options = [1, 2]
        -> !transform.any_param
    %k13 = transform.tune.knob<"k13"> options = [1, 2]
        -> !transform.any_param
    %k14 = transform.tune.knob<"k14"> options = [1, 2]
        -> !transform.any_param
    %k15 = transform.tune.knob<"k15"> options = [1, 2]
        -> !transform.any_param
    %k16 = transform.tune.knob<"k16"> options = [1, 2]
        -> !transform.any_param
    %k17 = transform.tune.knob<"k17"> options = [1, 2]
        -> !transform.any_param
    %k18 = transform.tune.knob<"k18"> options = [1, 2]
        -> !transform.any_param
    %k19 = transform.tune.knob<"k19"> options = [1, 2]
        -> !transform.any_param
    %k20 = transform.tune.knob<"k20"> options = [1, 2]
        -> !transform.any_param
    %k21 = transform.tune.knob<"k21"> options = [1, 2]
        -> !transform.any_param
    %k22 = transform.tune.knob<"k22"> options = [1, 2]
        -> !transform.any_param
    %k23 = transform.tune.knob<"k23"> options = [1, 2]
        -> !transform.any_param
    %k24 = transform.tune.knob<"k24"> options = [1, 2]
        -> !transform.any_param
    %k25 = transform.tune.knob<"k25"> options = [1, 2]
        -> !transform.any_param
    transform.yield
  }
}
