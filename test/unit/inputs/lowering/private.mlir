// Only @outer can be called from outside.
func.func private @inner(%x: f32) -> f32 {
  return %x : f32
}
func.func @outer(%x: f32) -> f32 {
  %r = call @inner(%x) : (f32) -> f32
  return %r : f32
}
