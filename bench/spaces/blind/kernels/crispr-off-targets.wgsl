// Looks for places in a genome where Cas9 guides could bind by mistake: 20 bases that
// differ from a guide in a few places only, beside an NGG on either strand.
// Bases are A=0 C=1 G=2 T=3, 16 to a word, the first one in the lowest bits.

const GUIDE_HIGH = 0xffu;      // bases 16 to 19
const NONE = 0xffffffffu;
const EVEN_BITS = 0x55555555u;

struct Params {
  bases: u32,
  guides: u32,
  maxMismatches: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> genome: array<u32>;
@group(0) @binding(2) var<storage, read> guides: array<vec2u>;
@group(0) @binding(3) var<storage, read_write> hits: array<atomic<u32>>;   // guide x mismatches
@group(0) @binding(4) var<storage, read_write> closest: array<u32>;        // mismatches << 16 | strand << 15 | guide

fn mismatches(a: vec2u, b: vec2u) -> u32 {
  let x = a ^ b;
  let differs = (x | (x >> vec2u(1u))) & vec2u(EVEN_BITS);
  return countOneBits(differs.x) + countOneBits(differs.y);
}

// The word's 16 bases from last to first.
fn reverseBases(w: u32) -> u32 {
  let r = reverseBits(w);
  return ((r >> 1u) & EVEN_BITS) | ((r & EVEN_BITS) << 1u);
}

fn reverseComplement20(s: vec2u) -> vec2u {
  let high = reverseBases(~s.x);
  let low = reverseBases(~s.y & GUIDE_HIGH);
  return vec2u((low >> 24u) | (high << 8u), high >> 24u);
}

@compute @workgroup_size(256)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let position = id.y * groups.x * 256u + id.x;
  if (position + 23u > params.bases) {
    return;
  }

  // 23 bases from here: 32 bits in low, 14 in high.
  let word = position / 16u;
  let shift = (position % 16u) * 2u;
  let w0 = genome[word];
  let w1 = genome[word + 1u];
  var low = w0;
  var high = w1;
  if (shift != 0u) {
    let w2 = genome[word + 2u];
    low = (w0 >> shift) | (w1 << (32u - shift));
    high = (w1 >> shift) | (w2 << (32u - shift));
  }

  var best = NONE;
  for (var strand = 0u; strand < 2u; strand++) {
    var site: vec2u;
    if (strand == 0u) {
      if (((high >> 10u) & 0xfu) != 0xau) {          // GG at 21 and 22
        continue;
      }
      site = vec2u(low, high & GUIDE_HIGH);
    } else {
      if ((low & 0xfu) != 0x5u) {                    // CC at 0 and 1
        continue;
      }
      site = reverseComplement20(vec2u((low >> 6u) | (high << 26u), (high >> 6u) & GUIDE_HIGH));
    }
    for (var g = 0u; g < params.guides; g++) {
      let m = mismatches(site, guides[g]);
      best = min(best, (m << 16u) | (strand << 15u) | g);
      if (m <= params.maxMismatches) {
        atomicAdd(&hits[g * (params.maxMismatches + 1u) + m], 1u);
      }
    }
  }
  closest[position] = best;
}
