// An installed as-opt works from where it was put, gives away only what its
// headers declare, and is found by CMake and by pkg-config.

// A sanitized library needs its runtime in the consumer as well.
// UNSUPPORTED: asan

// RUN: rm -rf %t && mkdir %t
// RUN: %cmake --install %as-build --prefix %t/prefix

// The programs and the plugin find the worker that was installed with them.
// RUN: %t/prefix/bin/as-opt --autoschedule --trials=1 --records=%t/records.db %s | FileCheck %s --check-prefix=TUNED
// RUN: %mlir-opt --load-pass-plugin=%t/prefix/%libdir/as-opt-plugin.so --pass-pipeline='builtin.module(as-autoschedule{trials=1 records=%t/records.db})' %s | FileCheck %s --check-prefix=TUNED
// TUNED: llvm.func @matmul

// man and the shells find what they read.
// RUN: test -s %t/prefix/share/man/man1/as-run.1
// RUN: test -s %t/prefix/share/bash-completion/completions/as-opt
// RUN: test -s %t/prefix/share/zsh/site-functions/_as-opt
// RUN: test -s %t/prefix/share/fish/vendor_completions.d/as-opt.fish

// The library exports what include/as declares.
// RUN: nm -D --defined-only --format=just-symbols %t/prefix/%libdir/libas-opt.so | sort > %t/exported
// RUN: grep -o 'as[A-Z][A-Za-z0-9]*' %as-build/as-opt.map | sort -u > %t/declared
// RUN: diff %t/declared %t/exported

// RUN: %cmake -G Ninja -S %S/consumer -B %t/build -DCMAKE_PREFIX_PATH=%t/prefix
// RUN: %cmake --build %t/build
// RUN: %t/build/consumer | FileCheck %s --check-prefix=CONSUMER

// RUN: env PKG_CONFIG_PATH=%t/prefix/%libdir/pkgconfig sh -c '%cc -Werror %S/consumer/consumer.c $(pkg-config --cflags --libs as-opt) -o %t/consumer'
// RUN: env LD_LIBRARY_PATH=%t/prefix/%libdir %t/consumer | FileCheck %s --check-prefix=CONSUMER
// REQUIRES: search
// CONSUMER: as-opt 0.2.{{[0-9]+}}, 32 trials
// CONSUMER-NEXT: 0123456789abcdef0123456789abcdef {"tile":8} ok 0.5

func.func @matmul(%a: tensor<32x16xf32>, %b: tensor<16x32xf32>)
    -> tensor<32x32xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<32x32xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<32x32xf32>)
      -> tensor<32x32xf32>
  %product = linalg.matmul
      ins(%a, %b : tensor<32x16xf32>, tensor<16x32xf32>)
      outs(%zeros : tensor<32x32xf32>) -> tensor<32x32xf32>
  return %product : tensor<32x32xf32>
}
