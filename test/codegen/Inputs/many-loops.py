# A function of so many loops, one after the other, that nothing can schedule, and
# one that has a schedule.
import sys

print("func.func @f(%x: memref<?xf32>, %at: memref<?xindex>, %n: index) {")
print("  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index")
for i in range(int(sys.argv[1])):
    print("  scf.for %%i = %%c0 to %%n step %%c1 {\n"
          "    %%j = memref.load %%at[%%i] : memref<?xindex>\n"
          "    %%k = arith.constant %d.5 : f32\n"
          "    memref.store %%k, %%x[%%j] : memref<?xf32>\n  }" % i)
print("  return\n}")
print("""func.func @scheduled(%a: tensor<32x32xf32>, %b: tensor<32x32xf32>, %c: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<32x32xf32>, tensor<32x32xf32>) outs(%c : tensor<32x32xf32>) -> tensor<32x32xf32>
  return %r : tensor<32x32xf32>
}""")
