// End of an HDR pipeline: exposure, saturation, a filmic curve (Narkowicz's fit of ACES), the sRGB transfer
// function, and eight bits a channel.
struct Grade {
  exposure: f32,
  saturation: f32,
  pixels: u32,
}

@group(0) @binding(0) var<uniform> grade: Grade;
@group(0) @binding(1) var<storage, read> scene: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> display: array<u32>;

fn filmic(x: vec3<f32>) -> vec3<f32> {
  return saturate((x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14));
}

fn encode(linear: vec3<f32>) -> vec3<f32> {
  let low = linear * 12.92;
  let high = 1.055 * pow(linear, vec3<f32>(1.0 / 2.4)) - 0.055;
  return select(high, low, linear <= vec3<f32>(0.0031308));
}

@compute @workgroup_size(256)
fn tonemap(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x >= grade.pixels) {
    return;
  }
  let hdr = scene[id.x];
  let exposed = hdr.rgb * grade.exposure;
  let luminance = dot(exposed, vec3<f32>(0.2126, 0.7152, 0.0722));
  let graded = max(mix(vec3<f32>(luminance), exposed, grade.saturation), vec3<f32>(0.0));
  display[id.x] = pack4x8unorm(vec4<f32>(encode(filmic(graded)), hdr.a));
}
