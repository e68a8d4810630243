// Keys along the 3-D Hilbert curve for points, ten bits an axis, to sort them by locality: turns the coordinates' bits
// into the transposed index in place, then interleaves them.
struct Bounds {
  low: vec3f,
  scale: f32, // 1024 / edge of the cube
  count: u32,
}

@group(0) @binding(0) var<uniform> bounds: Bounds;
@group(0) @binding(1) var<storage, read> points: array<f32>; // x, y, z of each
@group(0) @binding(2) var<storage, read_write> keys: array<u32>;

const BITS = 10u;

fn spread(v: u32) -> u32 {
  var x = v & 0x3ffu;
  x = (x | (x << 16u)) & 0x030000ffu;
  x = (x | (x << 8u)) & 0x0300f00fu;
  x = (x | (x << 4u)) & 0x030c30c3u;
  x = (x | (x << 2u)) & 0x09249249u;
  return x;
}

fn transposed(cell: vec3u) -> vec3u {
  var x = array<u32, 3>(cell.x, cell.y, cell.z);
  for (var q = 1u << (BITS - 1u); q > 1u; q >>= 1u) {
    let p = q - 1u;
    for (var i = 0; i < 3; i++) {
      if ((x[i] & q) != 0u) {
        x[0] ^= p;
      } else {
        let t = (x[0] ^ x[i]) & p;
        x[0] ^= t;
        x[i] ^= t;
      }
    }
  }
  x[1] ^= x[0];
  x[2] ^= x[1];
  var t = 0u;
  for (var q = 1u << (BITS - 1u); q > 1u; q >>= 1u) {
    if ((x[2] & q) != 0u) {
      t ^= q - 1u;
    }
  }
  return vec3u(x[0] ^ t, x[1] ^ t, x[2] ^ t);
}

@compute @workgroup_size(192)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= bounds.count) {
    return;
  }
  let point = vec3f(points[3u * id.x], points[3u * id.x + 1u], points[3u * id.x + 2u]);
  let cell = vec3u(clamp((point - bounds.low) * bounds.scale, vec3f(0.0), vec3f(1023.0)));
  let index = transposed(cell);
  keys[id.x] = (spread(index.x) << 2u) | (spread(index.y) << 1u) | spread(index.z);
}
