// Tone mapping: half-float HDR pixels (two words each) to packed 8-bit sRGB.
@group(0) @binding(0) var<storage, read> hdr: array<vec2<u32>>;
@group(0) @binding(1) var<storage, read_write> ldr: array<u32>;
@group(0) @binding(2) var<uniform> exposure: vec4<f32>;

fn aces(v: vec3<f32>) -> vec3<f32> {
  let a = v * (2.51 * v + 0.03);
  let b = v * (2.43 * v + 0.59) + 0.14;
  return clamp(a / b, vec3<f32>(0.0), vec3<f32>(1.0));
}
fn srgb(v: vec3<f32>) -> vec3<f32> {
  return select(1.055 * pow(v, vec3<f32>(1.0 / 2.4)) - 0.055, 12.92 * v, v <= vec3<f32>(0.0031308));
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
  let i = id.x;
  if (i >= arrayLength(&ldr)) { return; }
  let word = hdr[i];
  let rg = unpack2x16float(word.x & 0x3fff3fffu);
  let ba = unpack2x16float(word.y & 0x3fff3fffu);
  let color = srgb(aces(vec3<f32>(rg, ba.x) * exposure.x));
  ldr[i] = pack4x8unorm(vec4<f32>(color, ba.y));
}
