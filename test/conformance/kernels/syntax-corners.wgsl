/* outer /* nested */ comment */
diagnostic(off, derivative_uniformity);
@group(0) @binding(0) var<storage, read> inputs: array<u32,>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;
const größe = 0x1Fu;
const less = 1 < 2 && 3 > 2;

fn unused(x: f32) -> f32 {
  return sin(x) * 2.f;
}

@must_use
fn identity(a: u32,) -> u32 { return (((a))); }

@compute @workgroup_size(64, 1, 1,)
fn main(@builtin(global_invocation_id) id: vec3u,) {
  let i = id.x;
  ;
  let a = i;
  let b = 3u;
  let flag = select(0u, 1u, a<b || b>(identity(a)));
  _ = inputs[i];
  var x: u32 = inputs[i]; // the rest of the line
  x = u32(-(-i32(x & 0xffu)));
  if less { x += größe; }
  { let x = 1; _ = x; }
  outputs[i] = x * 10u + flag + array<u32, 2>(1u, 2u)[i & 1u] + vec2u(5u, 6u).y;
}

@compute @workgroup_size(1)
fn other() {
}
