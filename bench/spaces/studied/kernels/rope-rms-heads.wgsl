enable f16;

// Queries or keys before attention: every head is normalised by its root mean square and turned by its position.
// A workgroup does one head of one token.
struct Shape {
  heads: u32,
  eps: f32,
  logBase: f32,   // ln of the rotary base
}

@group(0) @binding(0) var<storage, read> projected: array<f16>;   // [token][head][128]
@group(0) @binding(1) var<storage, read> gain: array<f16>;
@group(0) @binding(2) var<storage, read> positions: array<u32>;
@group(0) @binding(3) var<storage, read_write> rotated: array<f16>;
@group(0) @binding(4) var<uniform> shape: Shape;

const HALF = 64u;

var<workgroup> squares: array<f32, HALF>;

@compute @workgroup_size(HALF)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_id) local: vec3u) {
  let head = group.x;
  let token = group.y;
  let lane = local.x;
  let base = (token * shape.heads + head) * 2u * HALF;

  let a = f32(projected[base + lane]);
  let b = f32(projected[base + HALF + lane]);
  squares[lane] = a * a + b * b;
  workgroupBarrier();
  for (var stride = HALF / 2u; stride > 0u; stride /= 2u) {
    if (lane < stride) {
      squares[lane] += squares[lane + stride];
    }
    workgroupBarrier();
  }
  let inverse = inverseSqrt(squares[0] / f32(2u * HALF) + shape.eps);

  let x = a * inverse * f32(gain[lane]);
  let y = b * inverse * f32(gain[HALF + lane]);
  let frequency = exp(-shape.logBase * f32(lane) / f32(HALF));
  let angle = f32(positions[token]) * frequency;
  let c = cos(angle);
  let s = sin(angle);
  rotated[base + lane] = f16(x * c - y * s);
  rotated[base + HALF + lane] = f16(x * s + y * c);
}
