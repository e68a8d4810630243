// Vectors of B, 1 wide.
alias VectorB = f32;
const WIDTH_B = 1u;
fn partOf(value: VectorB, i: u32) -> f32 {
  return value;
}
