// C = A * B in double-single arithmetic (each number is an unevaluated sum hi + lo of two f32, about
// 48 bits of mantissa) for devices without f64. 32x32 outputs per workgroup, 4x4 per invocation.
// The product is split after Dekker, since WGSL does not promise that fma() is fused.
struct Shape { m: u32, n: u32, k: u32, pad: u32 }

@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> a: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> b: array<vec2<f32>>;
@group(0) @binding(3) var<storage, read_write> c: array<vec2<f32>>;

const TILE = 32u;
const DEPTH = 16u;
const PER = 4u;
const SIDE = TILE / PER;

var<workgroup> tileA: array<array<vec2<f32>, TILE>, DEPTH>;
var<workgroup> tileB: array<array<vec2<f32>, TILE>, DEPTH>;

fn quickTwoSum(x: f32, y: f32) -> vec2<f32> {
  let s = x + y;
  return vec2<f32>(s, y - (s - x));
}

fn twoSum(x: f32, y: f32) -> vec2<f32> {
  let s = x + y;
  let v = s - x;
  return vec2<f32>(s, (x - (s - v)) + (y - v));
}

fn split(x: f32) -> vec2<f32> {
  let t = x * 4097.0;
  let hi = t - (t - x);
  return vec2<f32>(hi, x - hi);
}

fn mulAdd(acc: vec2<f32>, x: vec2<f32>, y: vec2<f32>) -> vec2<f32> {
  let p = x.x * y.x;
  let xs = split(x.x);
  let ys = split(y.x);
  var e = ((xs.x * ys.x - p) + xs.x * ys.y + xs.y * ys.x) + xs.y * ys.y;
  e += x.x * y.y + x.y * y.x;
  var s = twoSum(acc.x, p);
  s.y += acc.y + e;
  return quickTwoSum(s.x, s.y);
}

@compute @workgroup_size(SIDE, SIDE)
fn matmul(
  @builtin(workgroup_id) group: vec3<u32>,
  @builtin(local_invocation_id) local: vec3<u32>,
  @builtin(local_invocation_index) lane: u32,
) {
  let row0 = group.y * TILE;
  let col0 = group.x * TILE;
  var acc: array<array<vec2<f32>, PER>, PER>;

  for (var k0 = 0u; k0 < shape.k; k0 += DEPTH) {
    for (var t = lane; t < TILE * DEPTH; t += SIDE * SIDE) {
      tileA[t % DEPTH][t / DEPTH] = a[(row0 + t / DEPTH) * shape.k + k0 + t % DEPTH];
      tileB[t / TILE][t % TILE] = b[(k0 + t / TILE) * shape.n + col0 + t % TILE];
    }
    workgroupBarrier();
    for (var k = 0u; k < DEPTH; k++) {
      var left: array<vec2<f32>, PER>;
      for (var i = 0u; i < PER; i++) {
        left[i] = tileA[k][local.y * PER + i];
      }
      for (var j = 0u; j < PER; j++) {
        let right = tileB[k][local.x + j * SIDE];
        for (var i = 0u; i < PER; i++) {
          acc[i][j] = mulAdd(acc[i][j], left[i], right);
        }
      }
    }
    workgroupBarrier();
  }

  for (var i = 0u; i < PER; i++) {
    for (var j = 0u; j < PER; j++) {
      c[(row0 + local.y * PER + i) * shape.n + col0 + local.x + j * SIDE] = acc[i][j];
    }
  }
}
