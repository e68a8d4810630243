// Attention within shifted 8 x 8 windows, with a bias by relative position. One workgroup per window and
// head, one invocation per query; the head has 32 channels.
struct Shape {
  heads: u32,
  windows_side: u32, // windows per side of an image
  scale: f32,
}

const TOKENS = 64u;
const QUADS = 8u;

@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> qkv: array<vec4f>; // [window][token][q, k, v][head][8]
@group(0) @binding(2) var<storage, read> bias: array<f32>; // [15 * 15][head]
@group(0) @binding(3) var<storage, read_write> output: array<vec4f>; // [window][token][head][8]

var<workgroup> keys: array<vec4f, TOKENS * QUADS>;
var<workgroup> values: array<vec4f, TOKENS * QUADS>;

// which part of the image a token of the cyclically shifted window came from
fn part(token: u32, last_x: bool, last_y: bool) -> u32 {
  return select(0u, 1u, last_x && token % 8u >= 4u) + select(0u, 2u, last_y && token / 8u >= 4u);
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) wg: vec3u, @builtin(local_invocation_index) li: u32) {
  let head = wg.x;
  let window = wg.y;
  let row = shape.heads * QUADS;

  for (var i = li; i < TOKENS * QUADS; i += TOKENS) {
    let token = i / QUADS;
    let at = (window * TOKENS + token) * 3u * row + head * QUADS + i % QUADS;
    keys[i] = qkv[at + row];
    values[i] = qkv[at + 2u * row];
  }

  var q: array<vec4f, QUADS>;
  var sum: array<vec4f, QUADS>;
  let mine = (window * TOKENS + li) * 3u * row + head * QUADS;
  for (var c = 0u; c < QUADS; c++) {
    q[c] = qkv[mine + c] * shape.scale;
    sum[c] = vec4f(0.0);
  }
  workgroupBarrier();

  let last_x = window % shape.windows_side == shape.windows_side - 1u;
  let last_y = (window / shape.windows_side) % shape.windows_side == shape.windows_side - 1u;
  let my_part = part(li, last_x, last_y);
  var largest = -1e30;
  var total = 0.0;
  for (var t = 0u; t < TOKENS; t++) {
    if (part(t, last_x, last_y) != my_part) {
      continue;
    }
    var score = 0.0;
    for (var c = 0u; c < QUADS; c++) {
      score += dot(q[c], keys[t * QUADS + c]);
    }
    let dx = li % 8u + 7u - t % 8u;
    let dy = li / 8u + 7u - t / 8u;
    score += bias[(dy * 15u + dx) * shape.heads + head];

    let top = max(largest, score);
    let shrink = exp(largest - top);
    let weight = exp(score - top);
    largest = top;
    total = total * shrink + weight;
    for (var c = 0u; c < QUADS; c++) {
      sum[c] = sum[c] * shrink + weight * values[t * QUADS + c];
    }
  }

  let to = (window * TOKENS + li) * row + head * QUADS;
  for (var c = 0u; c < QUADS; c++) {
    output[to + c] = sum[c] / total;
  }
}
