// Vectors of B, 4 wide.
alias VectorB = vec4f;
const WIDTH_B = 4u;
fn partOf(value: VectorB, i: u32) -> f32 {
  return value[i];
}
