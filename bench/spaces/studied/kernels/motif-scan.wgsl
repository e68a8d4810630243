// Scores every position of a genome against a position weight matrix, on both strands.

struct Scan {
  positions: u32,
  width: u32,
  threshold: f32,
}

@group(0) @binding(0) var<uniform> scan: Scan;
@group(0) @binding(1) var<storage, read> genome: array<u32>;    // 16 bases a word, lowest bits first
@group(0) @binding(2) var<storage, read> weights: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> best: array<f32>;
@group(0) @binding(4) var<storage, read_write> hits: array<atomic<u32>, 2>;

var<workgroup> matrix: array<f32, 128>;

@compute @workgroup_size(256)
fn scan_motif(@builtin(global_invocation_id) gid: vec3u, @builtin(local_invocation_index) t: u32) {
  if (t < scan.width) {
    let w = weights[t];
    matrix[4u * t] = w.x;
    matrix[4u * t + 1u] = w.y;
    matrix[4u * t + 2u] = w.z;
    matrix[4u * t + 3u] = w.w;
  }
  workgroupBarrier();

  if (gid.x >= scan.positions) {
    return;
  }
  var word_index = gid.x >> 4u;
  var left = 16u - (gid.x & 15u);
  var word = genome[word_index] >> (2u * (gid.x & 15u));
  var forward = 0.0;
  var reverse = 0.0;
  for (var k = 0u; k < scan.width; k++) {
    if (left == 0u) {
      word_index++;
      word = genome[word_index];
      left = 16u;
    }
    let base = word & 3u;
    word >>= 2u;
    left--;
    forward += matrix[4u * k + base];
    reverse += matrix[4u * (scan.width - 1u - k) + (3u - base)];
  }
  best[gid.x] = max(forward, reverse);
  if (forward > scan.threshold) {
    atomicAdd(&hits[0], 1u);
  }
  if (reverse > scan.threshold) {
    atomicAdd(&hits[1], 1u);
  }
}
