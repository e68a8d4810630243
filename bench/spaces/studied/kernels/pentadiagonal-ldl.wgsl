// Many symmetric pentadiagonal systems, one per invocation: LDL^T factors and forward substitution down the line, then
// back substitution. Element k of all systems lies together.
struct Size { systems: u32, length: u32 }

@group(0) @binding(0) var<storage, read> diagonal: array<f32>;
@group(0) @binding(1) var<storage, read> firstOff: array<f32>; // couples k with k + 1
@group(0) @binding(2) var<storage, read> secondOff: array<f32>; // couples k with k + 2
@group(0) @binding(3) var<storage, read> rightHand: array<f32>;
@group(0) @binding(4) var<storage, read_write> factors: array<vec2<f32>>;
@group(0) @binding(5) var<storage, read_write> solution: array<f32>;
@group(0) @binding(6) var<uniform> size: Size;

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let system = id.x;
  if (system >= size.systems) {
    return;
  }
  var pivot1 = 0.0; // of the row before
  var gamma1 = 0.0;
  var delta1 = 0.0;
  var delta2 = 0.0; // of the row before that
  var off1 = 0.0;
  var off2 = 0.0;
  var z1 = 0.0;
  var z2 = 0.0;
  var at = system;
  for (var k = 0u; k < size.length; k++) {
    let pivot = diagonal[at] - off2 * delta2 - pivot1 * gamma1 * gamma1;
    let inverse = 1.0 / pivot;
    let second = secondOff[at];
    let gamma = (firstOff[at] - off1 * gamma1) * inverse;
    let delta = second * inverse;
    let z = rightHand[at] - gamma1 * z1 - delta2 * z2;
    factors[at] = vec2<f32>(gamma, delta);
    solution[at] = z * inverse;
    pivot1 = pivot;
    gamma1 = gamma;
    delta2 = delta1;
    delta1 = delta;
    off2 = off1;
    off1 = second;
    z2 = z1;
    z1 = z;
    at += size.systems;
  }
  var x1 = 0.0;
  var x2 = 0.0;
  for (var k = 0u; k < size.length; k++) {
    at -= size.systems;
    let factor = factors[at];
    // Nothing lies beyond the last row, so x1 and x2 start with zeros.
    let x = solution[at] - factor.x * x1 - factor.y * x2;
    solution[at] = x;
    x2 = x1;
    x1 = x;
  }
}
