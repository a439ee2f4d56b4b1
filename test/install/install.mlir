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
// RUN: test -s %t/prefix/share/man/man1/as-sweep.1
// RUN: %t/prefix/bin/as-sweep --version
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

// Packages have the programs, and the licences of as-opt and of what is linked.
// What a package depends on takes long to find out, so it is left out here.
// RUN: cpack --config %as-build/CPackConfig.cmake -B %t/packages -D CPACK_INSTALL_CMAKE_PROJECTS= -D CPACK_DEBIAN_PACKAGE_SHLIBDEPS=OFF -D "CPACK_INSTALLED_DIRECTORIES=%t/prefix;/"
// RUN: sh -c 'dpkg-deb --contents %t/packages/as-opt_*.deb' > %t/deb
// RUN: sh -c 'tar tzf %t/packages/as-opt-*.tar.gz' > %t/tarball
// RUN: FileCheck %s --check-prefix=PACKAGE < %t/deb
// RUN: FileCheck %s --check-prefix=PACKAGE < %t/tarball
// PACKAGE-DAG: /bin/as-opt{{$}}
// PACKAGE-DAG: /bin/as-view{{$}}
// PACKAGE-DAG: /bin/as-worker{{$}}
// PACKAGE-DAG: /lib{{.*}}/libas-opt.so{{$|[ ]}}
// PACKAGE-DAG: /include/as/run.h{{$}}
// PACKAGE-DAG: /share/man/man1/as-opt.1{{$}}
// PACKAGE-DAG: /share/doc/as-opt/copyright{{$}}
// PACKAGE-DAG: /share/doc/as-opt/as-view-page{{$}}
// PACKAGE-DAG: /share/doc/as-opt/llvm-22-dev{{$}}
// PACKAGE-DAG: /share/doc/as-opt/libmlir-22-dev{{$}}
// PACKAGE-DAG: /share/doc/as-opt/libisl{{.*}}
// PACKAGE-DAG: /share/doc/as-opt/libgmp{{.*}}
// PACKAGE-DAG: /share/doc/as-opt/libsqlite3{{.*}}
// PACKAGE-DAG: /share/doc/as-opt/libcjson{{.*}}
// PACKAGE-DAG: /share/doc/as-opt/libhwloc{{.*}}
// PACKAGE-DAG: /share/doc/as-opt/libxgboost{{.*}}
// PACKAGE-DAG: /share/doc/as-opt/libstdc++{{.*}}
// RUN: sh -c 'dpkg-deb --field %t/packages/as-opt_*.deb' | FileCheck %s --check-prefix=FIELDS
// FIELDS-DAG: Package: as-opt
// FIELDS-DAG: Recommends: libxgboost0, lld-22, libomp5-22

// What was installed can be removed, and nothing else is.
// RUN: touch %t/prefix/bin/other
// RUN: %cmake -P %as-build/uninstall.cmake
// RUN: find %t/prefix -type f -o -type l -o -name 'as*' > %t/left
// RUN: FileCheck %s --check-prefix=LEFT < %t/left
// RUN: wc -l < %t/left | grep -x 1
// LEFT: prefix/bin/other
// RUN: not %cmake -P %as-build/uninstall.cmake
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
