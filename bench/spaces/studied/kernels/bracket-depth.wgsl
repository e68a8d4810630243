// Nesting depth of JSON text, relative to the start of each block of 4 KiB; the block's total and its lowest
// point let a later pass add up the blocks.

const THREADS = 256u;

@group(0) @binding(0) var<storage, read> text: array<vec4u>;
@group(0) @binding(1) var<storage, read_write> depth: array<i32>;
@group(0) @binding(2) var<storage, read_write> blocks: array<vec2i>;

var<workgroup> sums: array<i32, THREADS>;
var<workgroup> lows: array<i32, THREADS>;

@compute @workgroup_size(THREADS)
fn nesting(@builtin(workgroup_id) wg: vec3u, @builtin(local_invocation_index) t: u32) {
  let at = wg.x * THREADS + t;
  var bytes = vec4u(0u);
  if (at < arrayLength(&text)) {
    bytes = text[at];
  }
  var delta = 0;
  var low = 0;
  for (var w = 0u; w < 4u; w++) {
    for (var b = 0u; b < 32u; b += 8u) {
      let ch = (bytes[w] >> b) & 0x7fu;
      if (ch == 0x7bu || ch == 0x5bu) {
        delta++;
      } else if (ch == 0x7du || ch == 0x5du) {
        delta--;
        low = min(low, delta);
      }
    }
  }

  sums[t] = delta;
  workgroupBarrier();
  for (var step = 1u; step < THREADS; step <<= 1u) {
    var add = 0;
    if (t >= step) {
      add = sums[t - step];
    }
    workgroupBarrier();
    sums[t] += add;
    workgroupBarrier();
  }

  let before = sums[t] - delta;
  if (at < arrayLength(&depth)) {
    depth[at] = before;
  }
  lows[t] = before + low;
  workgroupBarrier();
  for (var half = THREADS / 2u; half > 0u; half >>= 1u) {
    if (t < half) {
      lows[t] = min(lows[t], lows[t + half]);
    }
    workgroupBarrier();
  }
  if (t == 0u) {
    blocks[wg.x] = vec2i(sums[THREADS - 1u], lows[0]);
  }
}
