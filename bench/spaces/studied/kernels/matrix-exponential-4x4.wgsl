// exp(Q * t) of 4x4 generators (substitution models, rigid motions): scaling, Taylor to order 9 by Horner, squaring.
@group(0) @binding(0) var<storage, read> Q: array<mat4x4f>;
@group(0) @binding(1) var<storage, read> branch: array<f32>;
@group(0) @binding(2) var<storage, read_write> P: array<mat4x4f>;

override COUNT: u32;
override PER_ROW: u32;

const ID4 = mat4x4f(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);

fn norm1(m: mat4x4f) -> f32 {
  let one = vec4f(1);
  return max(max(dot(abs(m[0]), one), dot(abs(m[1]), one)), max(dot(abs(m[2]), one), dot(abs(m[3]), one)));
}

@compute @workgroup_size(4, 8)
fn expm(@builtin(global_invocation_id) gid: vec3u) {
  let i = gid.y * PER_ROW + gid.x;
  if (gid.x >= PER_ROW || i >= COUNT) { return; }
  let m = Q[i] * branch[i];
  var s = 0;
  let n = norm1(m);
  if (n > 0.5) { s = i32(ceil(log2(n))) + 1; }
  let x = m * exp2(-f32(s));
  var e = ID4;
  for (var k = 9; k >= 1; k--) {
    e = ID4 + (x * e) * (1.0 / f32(k));
  }
  for (; s > 0; s--) {
    e = e * e;
  }
  P[i] = e;
}
