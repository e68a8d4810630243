// Prefix products of permutations of eight things, eight nibbles to a word (slot k in bits 4k..4k+3).
// Moves come as three swaps of two slots each. Blocks of 1024 are scanned here; totals go to the next pass.
const IDENTITY = 0x76543210u;

@group(0) @binding(0) var<storage, read> moves: array<vec4u>;
@group(0) @binding(1) var<storage, read_write> prefix: array<vec4u>;
@group(0) @binding(2) var<storage, read_write> totals: array<u32>;

var<workgroup> ladder: array<u32, 512>;

fn pick(p: u32, slot: u32) -> u32 {
  return extractBits(p, slot * 4u, 4u);
}

// first a, then b
fn then_(a: u32, b: u32) -> u32 {
  var out = 0u;
  for (var k = 0u; k < 8u; k++) {
    out = insertBits(out, pick(a, pick(b, k)), k * 4u, 4u);
  }
  return out;
}

fn swapped(p: u32, i: u32, j: u32) -> u32 {
  let differ = pick(p, i) ^ pick(p, j);
  return p ^ select((differ << (4u * i)) ^ (differ << (4u * j)), 0u, i == j);
}

fn decode(m: u32) -> u32 {
  var p = swapped(IDENTITY, m & 7u, (m >> 3u) & 7u);
  p = swapped(p, (m >> 6u) & 7u, (m >> 9u) & 7u);
  return swapped(p, (m >> 12u) & 7u, (m >> 15u) & 7u);
}

@compute @workgroup_size(256)
fn scanBlock(@builtin(global_invocation_id) gid: vec3u, @builtin(local_invocation_index) t: u32, @builtin(workgroup_id) block: vec3u) {
  let raw = moves[gid.x];
  var own = vec4u(decode(raw.x), decode(raw.y), decode(raw.z), decode(raw.w));
  own.y = then_(own.x, own.y);
  own.z = then_(own.y, own.z);
  own.w = then_(own.z, own.w);

  var src = 0u;
  ladder[t] = own.w;
  workgroupBarrier();
  for (var reach = 1u; reach < 256u; reach = reach << 1u) {
    var v = ladder[src + t];
    if (t >= reach) {
      v = then_(ladder[src + t - reach], v);
    }
    src = src ^ 256u;
    ladder[src + t] = v;
    workgroupBarrier();
  }

  var before = IDENTITY;
  if (t > 0u) { before = ladder[src + t - 1u]; }
  prefix[gid.x] = vec4u(then_(before, own.x), then_(before, own.y), then_(before, own.z), then_(before, own.w));
  if (t == 255u) { totals[block.x] = ladder[src + 255u]; }
}
