// Record linkage: Jaro-Winkler similarity of candidate pairs of names. A name has up to 24 characters in 6 words
// (upper case, punctuation dropped: only the low five bits of a byte count).
const WORDS = 6u;
const MAX_CHARS = 24u;

struct Job {
  pairs: u32,
  prefixWeight: f32,
}

@group(0) @binding(0) var<uniform> job: Job;
@group(0) @binding(1) var<storage, read> left: array<u32>;
@group(0) @binding(2) var<storage, read> right: array<u32>;
@group(0) @binding(3) var<storage, read> leftLength: array<u32>;
@group(0) @binding(4) var<storage, read> rightLength: array<u32>;
@group(0) @binding(5) var<storage, read> candidates: array<vec2<u32>>;
@group(0) @binding(6) var<storage, read_write> similarity: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
  if (gid.x >= job.pairs) {
    return;
  }
  let pair = candidates[gid.x];
  var a: array<u32, 24>;
  var b: array<u32, 24>;
  for (var w = 0u; w < WORDS; w++) {
    let x = left[pair.x * WORDS + w];
    let y = right[pair.y * WORDS + w];
    for (var k = 0u; k < 4u; k++) {
      a[w * 4u + k] = (x >> (8u * k)) & 31u;
      b[w * 4u + k] = (y >> (8u * k)) & 31u;
    }
  }
  let la = min(leftLength[pair.x] + 3u, MAX_CHARS);
  let lb = min(rightLength[pair.y] + 3u, MAX_CHARS);
  let reach = max(max(la, lb) / 2u, 1u) - 1u;

  var takenA = 0u;
  var takenB = 0u;
  var matches = 0u;
  for (var i = 0u; i < la; i++) {
    var j = select(0u, i - reach, i > reach);
    let end = min(i + reach + 1u, lb);
    while (j < end) {
      if ((takenB & (1u << j)) == 0u && a[i] == b[j]) {
        takenA |= 1u << i;
        takenB |= 1u << j;
        matches++;
        break;
      }
      j++;
    }
  }
  if (matches == 0u) {
    similarity[gid.x] = 0.0;
    return;
  }

  var transposed = 0u;
  var restA = takenA;
  var restB = takenB;
  while (restA != 0u && restB != 0u) {
    let i = firstTrailingBit(restA);
    let j = firstTrailingBit(restB);
    if (a[i] != b[j]) {
      transposed++;
    }
    restA &= restA - 1u;
    restB &= restB - 1u;
  }

  let m = f32(matches);
  let jaro = (m / f32(la) + m / f32(lb) + (m - f32(transposed / 2u)) / m) / 3.0;
  var prefix = 0u;
  let limit = min(4u, min(la, lb));
  while (prefix < limit && a[prefix] == b[prefix]) {
    prefix++;
  }
  similarity[gid.x] = jaro + f32(prefix) * job.prefixWeight * (1.0 - jaro);
}
