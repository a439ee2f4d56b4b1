// Bounds with several results, a parameter, and a condition with both branches.
#set = affine_set<(i, j) : (i + j - 3 >= 0)>
func.func @f(%A: memref<?x25xf64>, %B: memref<?x25xf64>, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = affine_map<(i) -> (i + 1)>(%i)
        to min affine_map<(i)[n] -> (n, 2 * i + 5)>(%i)[%n] {
      %x = affine.load %A[%i floordiv 2, %j mod 3] : memref<?x25xf64>
      affine.if #set(%i, %j) {
        affine.store %x, %B[%i, %j - 1] : memref<?x25xf64>
      } else {
        affine.store %x, %B[%j, %i] : memref<?x25xf64>
      }
    }
  }
  return
}
