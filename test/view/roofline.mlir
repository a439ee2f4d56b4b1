// What as-run measures of the machine is the roof of a page.
// REQUIRES: search
//
// RUN: rm -rf %t && mkdir %t
// RUN: %as-opt --autoschedule --records=%t/store.db --trials=2 --progress=none %s -o %t/fast.mlir
// RUN: %as-view %t/store.db --json | FileCheck %s --check-prefix=NONE
// NONE: "rooflines":[],
// NONE: "roof":null,
// RUN: %as-run %t/fast.mlir --profile --runs=3 --min-time=0 --records=%t/store.db | FileCheck %s --check-prefix=PEAK
// PEAK: peak: {{[0-9.]+}} GFLOP/s
// RUN: %as-view %t/store.db --json | FileCheck %s --check-prefix=ROOF
// ROOF: "rooflines":[{"target":"cpu:{{[^"]+}}:t1","instructions":"{{[^"]+}}","gflops":{{[0-9.]+}},"date":{{[0-9]+}},"levels":[{"name":"
// ROOF-SAME: {"name":"DRAM","bytes":null,"gbps":{{[0-9.]+}}}]}],
// ROOF: "roof":{{[0-9.e-]+}},
//
// It goes where its records go.
// RUN: cp %t/store.db %t/copy.db
// RUN: %as-opt --records=%t/store.db --export-best=%t/best.jsonl
// RUN: grep -c '"kind":"roofline"' %t/best.jsonl
// RUN: %as-opt --records=%t/store.db --forget='*'
// RUN: %as-opt --records=%t/store.db --export-json=- | FileCheck %s --check-prefix=GONE --allow-empty
// GONE-NOT: roofline
//
// The default store gets it if there is one.
// RUN: env XDG_CACHE_HOME=%t/cache %as-run %t/fast.mlir --profile --runs=3 --min-time=0
// RUN: not ls %t/cache
// What was higher before stays.
// RUN: mkdir -p %t/cache/as-opt && cp %t/copy.db %t/cache/as-opt/records.db
// RUN: python3 -c 'import sqlite3, sys, re; s = sqlite3.connect(sys.argv[1]); [(d,)] = s.execute("SELECT data FROM things WHERE kind = ?", ["roofline"]).fetchall(); d = re.sub(r"\"peakGflops\":[0-9.]+", "\"peakGflops\":999999", re.sub(r"\"date\":[0-9]+", "\"date\":1", d)); s.execute("UPDATE things SET data = ? WHERE kind = ?", [d, "roofline"]); s.commit()' %t/cache/as-opt/records.db
// RUN: env XDG_CACHE_HOME=%t/cache %as-run %t/fast.mlir --profile --runs=3 --min-time=0
// RUN: env XDG_CACHE_HOME=%t/cache %as-view --json | FileCheck %s --check-prefix=DEFAULT
// DEFAULT: "rooflines":[{"target":{{.*}},"gflops":999999,"date":{{[0-9]+[0-9]+}},
//
// RUN: not %as-run %t/fast.mlir --records=%t/store.db 2>&1 | FileCheck %s --check-prefix=ALONE
// ALONE: as-run: error: --records={{.*}}store.db gets what --profile measures of the machine; add that
// RUN: not %as-run %t/fast.mlir --profile --runs=3 --min-time=0 --records=%t/no/store.db 2>&1 | FileCheck %s --check-prefix=FOLDER
// FOLDER: as-run: error: --records: cannot open '{{.*}}no/store.db'

func.func @product(%a: tensor<16x8xf32>, %b: tensor<8x32xf32>) -> tensor<16x32xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<16x32xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<16x32xf32>) -> tensor<16x32xf32>
  %c = linalg.matmul ins(%a, %b : tensor<16x8xf32>, tensor<8x32xf32>) outs(%zeros : tensor<16x32xf32>) -> tensor<16x32xf32>
  return %c : tensor<16x32xf32>
}
