// Functions that are expanded, of f32 and bf16, and a conversion of i8.
func.func @f(%x: vector<8xf32>, %y: vector<4xbf16>, %i: vector<4xi8>)
    -> (vector<8xf32>, vector<4xbf16>, vector<4xf32>) {
  %0 = math.exp %x : vector<8xf32>
  %1 = math.tanh %0 : vector<8xf32>
  %2 = math.erf %1 : vector<8xf32>
  %3 = math.log %2 : vector<8xf32>
  %4 = math.sin %3 : vector<8xf32>
  %5 = math.rsqrt %4 : vector<8xf32>
  %6 = math.exp %y : vector<4xbf16>
  %7 = arith.sitofp %i : vector<4xi8> to vector<4xf32>
  return %5, %6, %7 : vector<8xf32>, vector<4xbf16>, vector<4xf32>
}
