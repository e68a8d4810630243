// Virtual screening: every compound of the library against a panel of query fingerprints (1024 bits each).
// Keeps the best Tanimoto score and which query gave it.

const WORDS4 : u32 = 8u;      // vec4 words per fingerprint
const TILE   : u32 = 48u;     // queries staged at once

struct Hit { query : u32, score : f32 }

@group(0) @binding(0) var<storage, read> library_fp : array<vec4<u32>>;
@group(0) @binding(1) var<storage, read> query_fp : array<vec4<u32>>;
@group(0) @binding(2) var<storage, read_write> hits : array<Hit>;

override COMPOUNDS : u32;
override QUERIES : u32;

var<workgroup> tile : array<vec4<u32>, 384>;   // TILE * WORDS4
var<workgroup> tileCount : array<u32, 48>;

fn bits(v : vec4<u32>) -> u32 {
  let c = countOneBits(v);
  return c.x + c.y + c.z + c.w;
}

@compute @workgroup_size(192)
fn screen(@builtin(global_invocation_id) gid : vec3<u32>, @builtin(local_invocation_index) lid : u32) {
  let mol = min(gid.x, COMPOUNDS - 1u);
  var own : array<vec4<u32>, 8>;
  var ownCount = 0u;
  for (var w = 0u; w < WORDS4; w++) {
    own[w] = library_fp[w * COMPOUNDS + mol];
    ownCount += bits(own[w]);
  }
  var best = Hit(0u, -1.0);
  for (var base = 0u; base < QUERIES; base += TILE) {
    for (var t = lid; t < TILE * WORDS4; t += 192u) {
      tile[t] = query_fp[base * WORDS4 + t];
    }
    workgroupBarrier();
    if (lid < TILE) {
      var n = 0u;
      for (var w = 0u; w < WORDS4; w++) { n += bits(tile[lid * WORDS4 + w]); }
      tileCount[lid] = n;
    }
    workgroupBarrier();
    for (var q = 0u; q < TILE; q++) {
      var shared_bits = 0u;
      for (var w = 0u; w < WORDS4; w++) {
        shared_bits += bits(own[w] & tile[q * WORDS4 + w]);
      }
      let either = ownCount + tileCount[q] - shared_bits;
      let score = f32(shared_bits) / f32(max(either, 1u));
      if (score > best.score) { best = Hit(base + q, score); }
    }
    workgroupBarrier();
  }
  if (gid.x < COMPOUNDS) { hits[gid.x] = best; }
}
