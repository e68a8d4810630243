// Screen-space ambient occlusion: samples of a hemisphere around the surface of each pixel, compared with the depth buffer.
struct Camera {
  size: vec2u,
  focal: vec2f,      // pixels per unit at depth 1
  centre: vec2f,
  radius: f32,
  bias: f32,
  samples: u32,
  strength: f32,
}

@group(0) @binding(0) var<uniform> camera: Camera;
@group(0) @binding(1) var<storage, read> depth: array<f32>;
@group(0) @binding(2) var<storage, read> normals: array<u32>;   // octahedral, 2 x 16 bits
@group(0) @binding(3) var<storage, read> kernel: array<vec4f>;
@group(0) @binding(4) var<storage, read_write> occlusion: array<f32>;

fn decodeNormal(packed: u32) -> vec3f {
  let e = unpack2x16snorm(packed);
  var n = vec3f(e, 1.0 - abs(e.x) - abs(e.y));
  if (n.z < 0.0) {
    let s = select(vec2f(-1.0), vec2f(1.0), n.xy >= vec2f(0.0));
    n = vec3f((1.0 - abs(n.yx)) * s, n.z);
  }
  return normalize(n);
}

fn viewPosition(pixel: vec2f, z: f32) -> vec3f {
  return vec3f((pixel - camera.centre) / camera.focal * z, z);
}

fn hash(p: vec2u) -> f32 {
  var h = p.x * 1664525u + p.y * 22695477u + 1013904223u;
  h ^= h >> 16u;
  h *= 0x7feb352du;
  h ^= h >> 15u;
  return f32(h & 0xffffffu) / 16777216.0;
}

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (any(id.xy >= camera.size)) { return; }
  let index = id.y * camera.size.x + id.x;
  let z = depth[index];
  let origin = viewPosition(vec2f(id.xy) + 0.5, z);
  let normal = decodeNormal(normals[index]);

  let angle = 6.2831853 * hash(id.xy);
  let random = vec3f(cos(angle), sin(angle), 0.0);
  let tangent = normalize(random - normal * dot(random, normal) + vec3f(1e-5));
  let bitangent = cross(normal, tangent);
  let basis = mat3x3f(tangent, bitangent, normal);

  var occluded = 0.0;
  for (var i = 0u; i < camera.samples; i++) {
    let k = kernel[i];
    let scale = mix(0.1, 1.0, k.w * k.w);
    let p = origin + basis * vec3f(k.xy, abs(k.z)) * (camera.radius * scale);
    if (p.z <= 0.05) { continue; }
    let screen = vec2i(p.xy / p.z * camera.focal + camera.centre);
    if (any(screen < vec2i(0)) || any(screen >= vec2i(camera.size))) { continue; }
    let sampled = depth[u32(screen.y) * camera.size.x + u32(screen.x)];
    let range = smoothstep(0.0, 1.0, camera.radius / max(abs(z - sampled), 1e-4));
    occluded += select(0.0, range, sampled <= p.z - camera.bias);
  }
  occlusion[index] = pow(saturate(1.0 - occluded / f32(camera.samples)), camera.strength);
}
