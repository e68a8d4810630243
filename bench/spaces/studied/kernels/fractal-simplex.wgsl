// Fractal sum of 2-D simplex noise into a height map.

struct Params {
  size: vec2u,
  octaves: u32,
  frequency: f32,
  lacunarity: f32,
  gain: f32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> perm: array<u32, 512>;
@group(0) @binding(2) var<storage, read_write> heights: array<f32>;

const F2 = 0.36602540378;
const G2 = 0.21132486541;

fn gradient_dot(hash: u32, p: vec2f) -> f32 {
  let h = hash & 7u;
  let u = select(p.y, p.x, h < 4u);
  let v = select(p.x, p.y, h < 4u);
  return select(u, -u, (h & 1u) != 0u) + 2.0 * select(v, -v, (h & 2u) != 0u);
}

fn corner(hash: u32, p: vec2f) -> f32 {
  var t = 0.5 - dot(p, p);
  if (t < 0.0) {
    return 0.0;
  }
  t *= t;
  return t * t * gradient_dot(hash, p);
}

fn simplex(p: vec2f) -> f32 {
  let cell = floor(p + (p.x + p.y) * F2);
  let p0 = p - (cell - (cell.x + cell.y) * G2);
  let step = select(vec2f(0.0, 1.0), vec2f(1.0, 0.0), p0.x > p0.y);
  let p1 = p0 - step + G2;
  let p2 = p0 - 1.0 + 2.0 * G2;
  let i = u32(i32(cell.x)) & 255u;
  let j = u32(i32(cell.y)) & 255u;
  let si = u32(step.x);
  let sj = u32(step.y);
  let n0 = corner(perm[i + perm[j]], p0);
  let n1 = corner(perm[i + si + perm[(j + sj) & 255u]], p1);
  let n2 = corner(perm[i + 1u + perm[(j + 1u) & 255u]], p2);
  return 40.0 * (n0 + n1 + n2);
}

@compute @workgroup_size(8, 8)
fn height_map(@builtin(global_invocation_id) gid: vec3u) {
  if (any(gid.xy >= params.size)) {
    return;
  }
  var position = vec2f(gid.xy) * params.frequency;
  var amplitude = 1.0;
  var sum = 0.0;
  for (var o = 0u; o < params.octaves; o++) {
    sum += amplitude * simplex(position);
    position = position * params.lacunarity + vec2f(17.3, 9.1);
    amplitude *= params.gain;
  }
  heights[gid.y * params.size.x + gid.x] = sum;
}
