// Fractal cellular noise (distance to the second nearest point minus the nearest), coloured by a ramp.
struct Params {
  width: u32,
  height: u32,
  octaves: u32,
  scale: f32,
  time: f32,
  gain: f32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> ramp: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> image: array<u32>;

fn hash3(cell: vec3i) -> vec3f {
  var v = bitcast<vec3u>(cell) * 1664525u + 1013904223u;
  v.x += v.y * v.z;
  v.y += v.z * v.x;
  v.z += v.x * v.y;
  v ^= v >> vec3u(16u);
  v.x += v.y * v.z;
  v.y += v.z * v.x;
  v.z += v.x * v.y;
  return vec3f(v >> vec3u(8u)) * (1.0 / 16777216.0);
}

fn worley(p: vec3f) -> vec2f {
  let base = floor(p);
  let cell = vec3i(base);
  let f = p - base;
  var nearest = vec2f(10.0);
  for (var z = -1; z <= 1; z++) {
    for (var y = -1; y <= 1; y++) {
      for (var x = -1; x <= 1; x++) {
        let o = vec3i(x, y, z);
        let d = vec3f(o) + hash3(cell + o) - f;
        let d2 = dot(d, d);
        if (d2 < nearest.x) {
          nearest = vec2f(d2, nearest.x);
        } else if (d2 < nearest.y) {
          nearest.y = d2;
        }
      }
    }
  }
  return sqrt(nearest);
}

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) gid: vec3u) {
  if (gid.x >= params.width || gid.y >= params.height) {
    return;
  }
  var p = vec3f((vec2f(gid.xy) + 0.5) * params.scale, params.time);
  var amplitude = 1.0;
  var total = 0.0;
  var norm = 0.0;
  for (var octave = 0u; octave < params.octaves; octave++) {
    let d = worley(p);
    total += amplitude * (d.y - d.x);
    norm += amplitude;
    amplitude *= params.gain;
    p = p.yzx * 2.03 + vec3f(17.1, 3.7, 9.2);
  }
  let last = arrayLength(&ramp) - 1u;
  let t = clamp(total / norm, 0.0, 1.0) * f32(last);
  let i = min(u32(t), last - 1u);
  let colour = mix(ramp[i], ramp[i + 1u], t - f32(i));
  image[gid.y * params.width + gid.x] = pack4x8unorm(colour);
}
