// One function of one value; expand-math.c replaces what is in braces.
!v = {{type}}
func.func @f(%x: !v) -> !v {
  %y = math.exp %x : !v
  return %y : !v
}
