// Neither arguments nor results.
func.func @f() {
  return
}
