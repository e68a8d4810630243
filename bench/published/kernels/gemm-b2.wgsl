// Vectors of B, 2 wide.
alias VectorB = vec2f;
const WIDTH_B = 2u;
fn partOf(value: VectorB, i: u32) -> f32 {
  return value[i];
}
