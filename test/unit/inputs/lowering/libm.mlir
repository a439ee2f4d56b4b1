// erf is expanded unless arithmetic is strict; cbrt is always a call.
func.func @f(%x: vector<8xf32>) -> (vector<8xf32>, vector<8xf32>) {
  %0 = math.erf %x : vector<8xf32>
  %1 = math.cbrt %x : vector<8xf32>
  return %0, %1 : vector<8xf32>, vector<8xf32>
}
