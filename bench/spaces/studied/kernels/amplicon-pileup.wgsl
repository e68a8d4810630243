// Base counts over an amplicon panel: every read adds its confident bases to the counters of the positions it covers.
// Targeted sequencing has thousands of reads on the same few amplicons, so counters are hit by many reads at once.

struct Panel {
  reads: u32,
  read_length: u32,
  words_per_read: u32,   // 16 two-bit symbols in a word
  amplicon_length: u32,
  amplicons: u32,
  min_quality_bin: u32,  // sequencers report four bins: Q2, Q12, Q23, Q37
}

@group(0) @binding(0) var<uniform> panel: Panel;
@group(0) @binding(1) var<storage, read> amplicon_of: array<u32>;
@group(0) @binding(2) var<storage, read> placement: array<u32>;  // bit 0: reverse strand, above it: soft clip
@group(0) @binding(3) var<storage, read> bases: array<u32>;
@group(0) @binding(4) var<storage, read> qualities: array<u32>;
@group(0) @binding(5) var<storage, read_write> counts: array<atomic<u32>>;    // [amplicon][position][A C G T]
@group(0) @binding(6) var<storage, read_write> coverage: array<atomic<u32>>;  // usable bases, reads on either strand

@compute @workgroup_size(64)
fn pileup(@builtin(global_invocation_id) id: vec3<u32>) {
  let read = id.x;
  if (read >= panel.reads) {
    return;
  }
  let amplicon = amplicon_of[read];
  if (amplicon >= panel.amplicons) {
    return;
  }
  let flags = placement[read];
  let reverse = (flags & 1u) != 0u;
  let clipped = flags >> 1u;
  let row = read * panel.words_per_read;

  var usable = 0u;
  var word = 0u;
  var quality = 0u;
  for (var i = 0u; i < panel.read_length; i++) {
    if ((i & 15u) == 0u) {
      word = bases[row + (i >> 4u)];
      quality = qualities[row + (i >> 4u)];
    }
    var base = word & 3u;
    let bin = quality & 3u;
    word >>= 2u;
    quality >>= 2u;
    if (i < clipped || bin < panel.min_quality_bin) {
      continue;
    }
    // reverse reads start at the far end of the amplicon and show the complement
    var position = i;
    if (reverse) {
      position = panel.amplicon_length - 1u - i;
      base = 3u - base;
    }
    if (position < panel.amplicon_length) {
      atomicAdd(&counts[(amplicon * panel.amplicon_length + position) * 4u + base], 1u);
      usable++;
    }
  }
  atomicAdd(&coverage[amplicon * 3u], usable);
  atomicAdd(&coverage[amplicon * 3u + select(1u, 2u, reverse)], 1u);
}
